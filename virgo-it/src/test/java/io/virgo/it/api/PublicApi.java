package io.virgo.it.api;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The public types of a module's exported packages; two of them can be compared. */
record PublicApi(SortedMap<String, SortedSet<String>> types) {
    private static final String INDENT = "  ";

    /** Reads the module's jar or class folder from the class path. */
    static PublicApi ofModule(String name) {
        ModuleReference module = find(name);
        Set<String> exported = module.descriptor().exports().stream()
                .filter(export -> !export.isQualified())
                .map(ModuleDescriptor.Exports::source)
                .collect(Collectors.toSet());
        try (ModuleReader reader = module.open()) {
            return of(reader.list()
                    .filter(file -> file.endsWith(".class") && file.contains("/"))
                    .map(file ->
                            file.substring(0, file.length() - ".class".length()).replace('/', '.'))
                    .filter(type -> exported.contains(type.substring(0, type.lastIndexOf('.'))))
                    .filter(type -> !type.endsWith("package-info"))
                    .<Class<?>>map(PublicApi::load)
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static PublicApi of(List<Class<?>> candidates) {
        SortedMap<String, SortedSet<String>> types = new TreeMap<>();
        candidates.stream()
                .filter(ApiType::isApi)
                .map(ApiType::of)
                .forEach(type -> types.put(type.declaration(), type.members()));
        return new PublicApi(types);
    }

    static PublicApi parse(List<String> lines) {
        SortedMap<String, SortedSet<String>> types = new TreeMap<>();
        SortedSet<String> members = new TreeSet<>();
        for (String line : lines) {
            if (line.startsWith(INDENT)) {
                members.add(line.strip());
            } else if (!line.isBlank()) {
                members = new TreeSet<>();
                types.put(line, members);
            }
        }
        return new PublicApi(types);
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        types.forEach((type, members) -> {
            lines.add(type);
            members.forEach(member -> lines.add(INDENT + member));
            lines.add("");
        });
        return lines;
    }

    /** What must change in this one to become the other: a minus before a line that goes, a plus before a new one. */
    List<String> changesTo(PublicApi other) {
        List<String> changes = new ArrayList<>();
        SortedSet<String> declarations = new TreeSet<>(types.keySet());
        declarations.addAll(other.types.keySet());
        for (String type : declarations) {
            List<String> members = changes(types.get(type), other.types.get(type));
            String sign = !types.containsKey(type) ? "+ " : !other.types.containsKey(type) ? "- " : "  ";
            if (!members.isEmpty() || !sign.isBlank()) {
                changes.add(sign + type);
                changes.addAll(members);
            }
        }
        return changes;
    }

    private static List<String> changes(@Nullable SortedSet<String> from, @Nullable SortedSet<String> to) {
        SortedSet<String> old = from == null ? new TreeSet<>() : from;
        SortedSet<String> renewed = to == null ? new TreeSet<>() : to;
        List<String> changes = new ArrayList<>();
        old.stream().filter(member -> !renewed.contains(member)).forEach(member -> changes.add("-   " + member));
        renewed.stream().filter(member -> !old.contains(member)).forEach(member -> changes.add("+   " + member));
        return changes;
    }

    private static ModuleReference find(String name) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.contains("virgo-"))
                .flatMap(entry -> ModuleFinder.of(Path.of(entry)).find(name).stream())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("Module " + name + " is not on the class path"));
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, PublicApi.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
