package io.virgo.core.routing;

import io.virgo.core.settings.Problems;
import io.virgo.core.settings.VirgoSettings;
import java.lang.reflect.InvocationTargetException;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The routers of one factory by name, made from the settings under {@code virgo.router.}. Thread-safe.
 *
 * @since 0.1
 */
public final class Routers {

    private static final List<String> TYPES = List.of("modulo", "range", "ring", "slots", "directory", "groups");

    private final Map<String, ShardRouter> byName;

    private Routers(Map<String, ShardRouter> byName) {
        this.byName = Collections.unmodifiableMap(byName);
    }

    /**
     * Makes the routers. Reads no table: a router whose map is in one reads it at its first key.
     *
     * @param all all of Hibernate's settings
     * @param access the shards
     * @param problems takes everything that is wrong
     * @return the routers; only to be used if no problem was added
     */
    public static Routers read(Map<String, ?> all, ShardAccess access, Problems problems) {
        Map<String, Map<String, Object>> settings = new TreeMap<>();
        new TreeMap<String, Object>(all).forEach((key, value) -> {
            if (key.startsWith(VirgoSettings.ROUTER_PREFIX) && value != null) {
                String rest = key.substring(VirgoSettings.ROUTER_PREFIX.length());
                int dot = rest.indexOf('.');
                if (dot <= 0 || dot == rest.length() - 1) {
                    problems.add(key, "is no key of a router; write " + VirgoSettings.ROUTER_PREFIX + "<name>.type");
                } else {
                    settings.computeIfAbsent(rest.substring(0, dot), name -> new HashMap<>())
                            .put(rest.substring(dot + 1), value);
                }
            }
        });
        Map<String, ShardRouter> routers = new TreeMap<>();
        settings.forEach((name, own) -> {
            ShardRouter router = make(name, own, access, problems);
            if (router != null) {
                routers.put(name, router);
            }
        });
        return new Routers(routers);
    }

    private static @Nullable ShardRouter make(
            String name, Map<String, Object> own, ShardAccess access, Problems problems) {
        String prefix = VirgoSettings.ROUTER_PREFIX + name + ".";
        Object type = own.remove("type");
        if (type == null) {
            problems.add(prefix + "type", "is missing; legal are " + TYPES + " or a class name");
            return null;
        }
        Map<String, String> texts = new HashMap<>();
        own.forEach((key, value) -> texts.put(key, value.toString()));
        try {
            return type instanceof String text && TYPES.contains(text.strip())
                    ? builtIn(text.strip(), name, texts, access)
                    : ofClass(type, texts, access.shards());
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            int colon = message.indexOf(": ");
            problems.add(
                    prefix + (colon < 0 ? "type" : message.substring(0, colon)),
                    colon < 0 ? message : message.substring(colon + 2));
            return null;
        }
    }

    private static ShardRouter builtIn(String type, String name, Map<String, String> own, ShardAccess access) {
        RouterSettings settings = new RouterSettings(own, access);
        ShardRouter router = switch (type) {
            case "modulo" -> new ModuloRouter(settings);
            case "range" -> new RangeRouter(settings);
            case "ring" -> new RingRouter(settings);
            case "slots" -> new SlotsRouter(name, settings, access);
            case "directory" -> new DirectoryRouter(name, settings, access);
            default -> new GroupsRouter(settings);
        };
        settings.refuseOthers();
        return router;
    }

    private static ShardRouter ofClass(Object type, Map<String, String> own, List<String> shards) {
        ShardRouter router = type instanceof ShardRouter instance ? instance : instance(type);
        router.configure(Collections.unmodifiableMap(own), shards);
        return router;
    }

    private static ShardRouter instance(Object type) {
        try {
            Class<?> named = type instanceof Class<?> given
                    ? given
                    : load(type.toString().strip());
            return (ShardRouter) named.getConstructor().newInstance();
        } catch (ClassNotFoundException e) {
            throw RouterSettings.wrong("type", "'" + type + "' is unknown; legal are " + TYPES + " or a class name");
        } catch (ClassCastException e) {
            throw RouterSettings.wrong("type", type + " is no " + ShardRouter.class.getName());
        } catch (InvocationTargetException e) {
            throw RouterSettings.wrong("type", type + " cannot be made: " + e.getCause());
        } catch (ReflectiveOperationException e) {
            throw RouterSettings.wrong(
                    "type", type + " cannot be made; it needs a public constructor without parameters");
        }
    }

    private static Class<?> load(String name) throws ClassNotFoundException {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        try {
            return Class.forName(name, true, context);
        } catch (ClassNotFoundException e) {
            return Class.forName(name, true, Routers.class.getClassLoader());
        }
    }

    /**
     * Finds a router.
     *
     * @param name its name
     * @return the router
     * @throws IllegalArgumentException if there is none; the message names the known ones
     */
    public ShardRouter get(String name) {
        ShardRouter router = byName.get(name);
        if (router == null) {
            throw new IllegalArgumentException("there is no router '" + name + "'; known routers are " + names()
                    + ". Configure it by " + VirgoSettings.ROUTER_PREFIX + name + ".type");
        }
        return router;
    }

    /**
     * Gives the names.
     *
     * @return the names of all routers, in alphabetical order
     */
    public Set<String> names() {
        return byName.keySet();
    }
}
