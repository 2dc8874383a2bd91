package io.virgo.it.architecture;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** A Java source, measured in lines: the whole file, and what stands between the braces of each method. */
record SourceFile(Path path, int lines, List<Body> bodies) {

    record Body(Path file, String method, long line, long lines) {
        @Override
        public String toString() {
            return file.getFileName() + ":" + line + " " + method + " has " + lines + " lines";
        }
    }

    /** Parses all in one go: a compiler for each file would take seconds. */
    static List<SourceFile> read(List<Path> paths) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files =
                compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8)) {
            JavacTask task = (JavacTask)
                    compiler.getTask(null, files, null, null, null, files.getJavaFileObjectsFromPaths(paths));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            List<SourceFile> sources = new ArrayList<>();
            for (CompilationUnitTree unit : task.parse()) {
                Path path = Path.of(unit.getSourceFile().toUri());
                List<Body> bodies = new ArrayList<>();
                new BodyScanner(path, unit, positions, bodies).scan(unit, null);
                sources.add(new SourceFile(path, Files.readAllLines(path).size(), List.copyOf(bodies)));
            }
            return sources;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class BodyScanner extends TreePathScanner<Void, Void> {
        private final Path path;
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final List<Body> bodies;

        BodyScanner(Path path, CompilationUnitTree unit, SourcePositions positions, List<Body> bodies) {
            this.path = path;
            this.unit = unit;
            this.positions = positions;
            this.bodies = bodies;
        }

        @Override
        public Void visitMethod(MethodTree method, Void none) {
            if (method.getBody() != null) {
                add(method.getName().toString(), method.getBody());
            }
            return super.visitMethod(method, none);
        }

        @Override
        public Void visitLambdaExpression(LambdaExpressionTree lambda, Void none) {
            if (lambda.getBody() instanceof BlockTree block) {
                add("lambda", block);
            }
            return super.visitLambdaExpression(lambda, none);
        }

        private void add(String method, BlockTree body) {
            LineMap lines = unit.getLineMap();
            long first = lines.getLineNumber(positions.getStartPosition(unit, body));
            long last = lines.getLineNumber(positions.getEndPosition(unit, body));
            bodies.add(new Body(path, method, first, Math.max(0, last - first - 1)));
        }
    }
}
