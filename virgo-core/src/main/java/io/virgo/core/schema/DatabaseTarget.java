package io.virgo.core.schema;

import java.util.EnumSet;
import org.hibernate.tool.schema.TargetType;
import org.hibernate.tool.schema.spi.ScriptTargetOutput;
import org.hibernate.tool.schema.spi.TargetDescriptor;
import org.jspecify.annotations.Nullable;

/** Directs schema work to the database alone. */
enum DatabaseTarget implements TargetDescriptor {
    INSTANCE;

    @Override
    public EnumSet<TargetType> getTargetTypes() {
        return EnumSet.of(TargetType.DATABASE);
    }

    @Override
    @SuppressWarnings("NullAway") // Hibernate asks for it only if scripts are a target
    public @Nullable ScriptTargetOutput getScriptTargetOutput() {
        return null;
    }
}
