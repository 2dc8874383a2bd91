package io.virgo.core.routing;

import io.virgo.core.settings.Problems;
import io.virgo.core.settings.VirgoSettings;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The routers of one factory by name, made from the settings under {@code virgo.router.}. Thread-safe.
 *
 * @since 0.1
 */
public final class Routers {

    static final List<String> TYPES = List.of("modulo", "range", "ring", "slots", "directory", "groups");

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,60}");

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
        refuseNames(settings.keySet(), problems);
        Map<String, ShardRouter> routers = new TreeMap<>();
        settings.forEach((name, own) -> {
            ShardRouter router = make(name, own, access, problems);
            if (router != null) {
                routers.put(name, router);
            }
        });
        return new Routers(routers);
    }

    /** A name stands in tables, whose collation may take capitals for small letters. */
    private static void refuseNames(Set<String> names, Problems problems) {
        Map<String, String> lower = new HashMap<>();
        for (String name : names) {
            if (!NAME.matcher(name).matches()) {
                problems.add(
                        VirgoSettings.ROUTER_PREFIX + name,
                        "is no router's name: at most 60 letters, digits, '_' and '-' are legal");
            }
            String other = lower.put(name.toLowerCase(Locale.ROOT), name);
            if (other != null) {
                problems.add(
                        VirgoSettings.ROUTER_PREFIX + name, "differs from router '" + other + "' in capitals only");
            }
        }
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
        if (!(type instanceof String text && TYPES.contains(text.strip()))) {
            return OwnRouter.make(prefix, type, texts, access.shards(), problems);
        }
        RouterSettings settings = new RouterSettings(prefix, texts, access, problems);
        try {
            ShardRouter router = builtIn(text.strip(), name, settings, access);
            return settings.isWrong() ? null : router;
        } catch (RouterSettings.Stop stop) {
            return null;
        }
    }

    private static ShardRouter builtIn(String type, String name, RouterSettings settings, ShardAccess access) {
        settings.refuseUnknown(
                switch (type) {
                    case "modulo" -> ModuloRouter.KEYS;
                    case "range" -> RangeRouter.KEYS;
                    case "ring" -> RingRouter.KEYS;
                    case "slots" -> SlotsRouter.KEYS;
                    case "directory" -> DirectoryRouter.KEYS;
                    default -> GroupsRouter.keys(settings);
                });
        return switch (type) {
            case "modulo" -> new ModuloRouter(settings);
            case "range" -> new RangeRouter(settings);
            case "ring" -> new RingRouter(settings);
            case "slots" -> new SlotsRouter(name, settings, access);
            case "directory" -> new DirectoryRouter(name, settings, access);
            default -> new GroupsRouter(settings);
        };
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
