package io.virgo.jpa;

import io.virgo.jpa.rule.Declarations;
import io.virgo.jpa.rule.Declared;
import io.virgo.jpa.rule.Declared.Kind;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.List;

/** Reads the rules from Virgo's annotations. Thread-safe. */
final class ShardAnnotations implements Declarations {

    @Override
    public List<Declared> of(Class<?> type) {
        List<Declared> found = new ArrayList<>();
        Sharded sharded = type.getDeclaredAnnotation(Sharded.class);
        if (sharded != null) {
            found.addAll(of(sharded));
        }
        if (type.isAnnotationPresent(ReferenceData.class)) {
            found.add(new Declared("@ReferenceData", Kind.REFERENCE, "", ""));
        }
        OnShard shard = type.getDeclaredAnnotation(OnShard.class);
        if (shard != null) {
            found.add(new Declared("@OnShard(\"" + shard.value() + "\")", Kind.ON_SHARD, shard.value(), ""));
        }
        return found;
    }

    private static List<Declared> of(Sharded sharded) {
        List<Declared> found = new ArrayList<>();
        String directory = sharded.directory();
        String addition = directory.isEmpty() ? "" : ", directory = \"" + directory + "\"";
        if (!sharded.router().isEmpty()) {
            found.add(new Declared(
                    "@Sharded(router = \"" + sharded.router() + "\"" + addition + ")",
                    Kind.ROUTER,
                    sharded.router(),
                    directory));
        }
        if (!sharded.parent().isEmpty()) {
            found.add(new Declared(
                    "@Sharded(parent = \"" + sharded.parent() + "\"" + addition + ")",
                    Kind.PARENT,
                    sharded.parent(),
                    directory));
        }
        if (found.isEmpty()) {
            found.add(new Declared("@Sharded", Kind.OWN_ID, "", directory));
        }
        return found;
    }

    @Override
    public boolean marksKey(AnnotatedElement member) {
        return member.isAnnotationPresent(ShardKey.class);
    }
}
