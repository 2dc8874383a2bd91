package io.virgo.core.settings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads {@link ShardSettings} from Hibernate's settings and reports everything that is wrong with them. Used once per start. */
public final class SettingsReader {

    private static final Logger LOG = LoggerFactory.getLogger(SettingsReader.class);

    private static final List<String> LEGAL_KEYS = List.of(
            VirgoSettings.SHARDS,
            VirgoSettings.START,
            VirgoSettings.ACQUISITION_TIMEOUT,
            VirgoSettings.SHARD_RESOLVER,
            VirgoSettings.TRANSACTION_MODE,
            VirgoSettings.FIND_ON_EVERY_SHARD,
            VirgoSettings.IDS_SHARD,
            VirgoSettings.IDS_NODE,
            VirgoSettings.IDS_LEASE);

    private static final List<String> READ_ELSEWHERE =
            List.of(VirgoSettings.ROUTER_PREFIX, VirgoSettings.IDS_INDEX_PREFIX);

    private static final List<String> USUAL_SHARD_KEYS = List.of(
            "hibernate.connection.url",
            "hibernate.connection.username",
            "hibernate.connection.password",
            "hibernate.connection.driver_class",
            "hibernate.connection.datasource",
            "hibernate.connection.provider_class",
            "hibernate.c3p0.max_size",
            "hibernate.c3p0.min_size",
            "hibernate.hikari.maximumPoolSize",
            "hibernate.agroal.maxSize",
            "jakarta.persistence.jdbc.url",
            "jakarta.persistence.jdbc.user",
            "jakarta.persistence.jdbc.password",
            "jakarta.persistence.jdbc.driver");

    private final Map<String, ?> all;
    private final Problems problems;
    private final Map<String, Map<String, Object>> own = new TreeMap<>();
    private final Map<String, Object> defaults = new HashMap<>();

    private SettingsReader(Map<String, ?> all, Problems problems) {
        this.all = all;
        this.problems = problems;
    }

    /**
     * Reads the settings.
     *
     * @param all Hibernate's settings, Virgo's among them
     * @param problems takes everything that is wrong
     * @return the settings; only to be used if no problem was added
     */
    public static ShardSettings read(Map<String, ?> all, Problems problems) {
        return new SettingsReader(all, problems).read();
    }

    private ShardSettings read() {
        new TreeMap<String, Object>(all).forEach(this::readKey);
        refuseNamesThatDifferInCase();
        refuseUnknownTransactionMode();
        refuseUnknownFlag(VirgoSettings.FIND_ON_EVERY_SHARD);
        if (own.isEmpty()) {
            problems.add(
                    VirgoSettings.SHARD_PREFIX + "<name>.hibernate.connection.url",
                    "no shard is configured; give at least one shard its URL");
        }
        ShardLayers layers = new ShardLayers(defaults, all);
        Map<String, Map<String, Object>> shards = new LinkedHashMap<>();
        for (String name : order()) {
            shards.put(name, layers.merge(ownOf(name)));
        }
        TargetCheck.check(shards, own, problems);
        return new ShardSettings(shards, layers, strict());
    }

    private Map<String, Object> ownOf(String name) {
        return Objects.requireNonNull(own.get(name), name);
    }

    private void readKey(String key, @Nullable Object value) {
        if (!key.startsWith("virgo.") || READ_ELSEWHERE.stream().anyMatch(key::startsWith) || value == null) {
            return;
        }
        if (key.startsWith(VirgoSettings.SHARD_PREFIX)) {
            readShardKey(key, value);
        } else if (key.startsWith(VirgoSettings.LINT_PREFIX)) {
            String problem = LintSettings.problem(key, value);
            if (problem != null) {
                report(key, value, problem);
            }
        } else if (!LEGAL_KEYS.contains(key)) {
            unknown(key, value, NearestKey.of(key, LEGAL_KEYS));
        }
    }

    private void readShardKey(String key, Object value) {
        String rest = key.substring(VirgoSettings.SHARD_PREFIX.length());
        int dot = rest.indexOf('.');
        String name = dot < 0 ? rest : rest.substring(0, dot);
        String hibernateKey = dot < 0 ? "" : rest.substring(dot + 1);
        String problem = VirgoSettings.DEFAULT.equals(name) ? null : ShardNames.problem(name);
        if (problem != null) {
            report(key, value, problem);
        } else if (!hibernateKey.startsWith("hibernate.") && !hibernateKey.startsWith("jakarta.persistence.")) {
            String nearest = VirgoSettings.SHARD_PREFIX + name + "." + NearestKey.of(hibernateKey, USUAL_SHARD_KEYS);
            String dots = hibernateKey.contains(".hibernate.") ? "; a shard's name has no dot in it" : "";
            unknown(key, value, nearest + dots);
        } else if (ShardLayers.isSchemaWorkOfAll(hibernateKey)) {
            report(
                    key,
                    value,
                    "schema work is the same for all shards: set " + hibernateKey
                            + " without a prefix; for one shard only " + ShardLayers.SCHEMA_FILTER
                            + " may be set, which says what tables it has");
        } else if (VirgoSettings.DEFAULT.equals(name)) {
            defaults.put(hibernateKey, value);
        } else {
            own.computeIfAbsent(name, n -> new HashMap<>()).put(hibernateKey, value);
        }
    }

    private void unknown(String key, Object value, String nearest) {
        report(key, value, "unknown key; the nearest legal one is " + nearest);
    }

    /** Hibernate copies every JVM system property into its settings, so one that nobody meant for Virgo must not stop a start. */
    private void report(String key, Object value, String text) {
        Properties system = System.getProperties();
        if (value.equals(system.getProperty(key))) {
            LOG.warn("System property {}: {}; ignored", key, text);
        } else {
            problems.add(key, text);
        }
    }

    private void refuseNamesThatDifferInCase() {
        Map<String, String> seen = new HashMap<>();
        for (String name : own.keySet()) {
            String other = seen.putIfAbsent(name.toLowerCase(Locale.ROOT), name);
            if (other != null) {
                problems.add(
                        VirgoSettings.SHARD_PREFIX + name,
                        "differs from shard '" + other + "' in case only; rename one of them");
            }
        }
    }

    private List<String> order() {
        List<String> byName = List.copyOf(own.keySet());
        Object value = all.get(VirgoSettings.SHARDS);
        if (value == null) {
            return byName;
        }
        Stream<String> given = value instanceof Collection<?> names
                ? names.stream().map(String::valueOf)
                : Arrays.stream(
                                value instanceof Object[] array
                                        ? array
                                        : value.toString().split(",", -1))
                        .map(String::valueOf);
        List<String> order = new ArrayList<>();
        for (String name : given.map(String::strip).toList()) {
            if (!own.containsKey(name)) {
                problems.add(VirgoSettings.SHARDS, "names '" + name + "', which is no shard; the shards are " + byName);
            } else if (order.contains(name)) {
                problems.add(VirgoSettings.SHARDS, "names '" + name + "' twice");
            } else {
                order.add(name);
            }
        }
        byName.stream()
                .filter(name -> !order.contains(name))
                .forEach(name ->
                        problems.add(VirgoSettings.SHARDS, "lacks shard '" + name + "'; name every shard once"));
        return order;
    }

    private void refuseUnknownTransactionMode() {
        Object value = all.get(VirgoSettings.TRANSACTION_MODE);
        if (value != null && !"single".equals(value)) {
            problems.add(VirgoSettings.TRANSACTION_MODE, "'" + value + "' is unknown; legal is single");
        }
    }

    private void refuseUnknownFlag(String key) {
        Object value = all.get(key);
        if (value != null && !List.of("true", "false").contains(value.toString())) {
            problems.add(key, "'" + value + "' is unknown; legal are true and false");
        }
    }

    private boolean strict() {
        Object value = all.get(VirgoSettings.START);
        if (value == null || "lazy".equals(value)) {
            return false;
        }
        if (!"strict".equals(value)) {
            problems.add(VirgoSettings.START, "'" + value + "' is unknown; legal are lazy and strict");
        }
        return true;
    }
}
