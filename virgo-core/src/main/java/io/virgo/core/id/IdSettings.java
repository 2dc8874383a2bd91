package io.virgo.core.id;

import io.virgo.core.settings.Problems;
import io.virgo.core.settings.VirgoSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The settings of the generators: {@code virgo.ids.…}. Immutable. */
public final class IdSettings {

    static final String DEFAULT_SHARD = "main";

    private static final Set<String> CREATING =
            Set.of("create", "create-only", "create-drop", "update", "drop-and-create");

    private final String shard;
    private final List<String> shards;
    private final Map<String, Integer> indexes;
    private final boolean createTables;
    private final NodeSettings node;

    private IdSettings(
            String shard, List<String> shards, Map<String, Integer> indexes, boolean createTables, NodeSettings node) {
        this.shard = shard;
        this.shards = List.copyOf(shards);
        this.indexes = Map.copyOf(indexes);
        this.createTables = createTables;
        this.node = node;
    }

    /**
     * Reads the settings.
     *
     * @param all all of Hibernate's settings
     * @param shards the names of the shards
     * @param problems takes everything that is wrong
     * @return the settings; only to be used if no problem was added
     */
    public static IdSettings read(Map<String, ?> all, List<String> shards, Problems problems) {
        Object given = all.get(VirgoSettings.IDS_SHARD);
        String shard = given == null ? DEFAULT_SHARD : given.toString().strip();
        if (given != null && !shards.contains(shard)) {
            problems.add(VirgoSettings.IDS_SHARD, "names '" + shard + "', which is no shard; the shards are " + shards);
        }
        Map<String, Integer> indexes = new HashMap<>();
        Map<Integer, String> taken = new HashMap<>();
        all.forEach((key, value) -> {
            if (key.startsWith(VirgoSettings.IDS_INDEX_PREFIX) && value != null) {
                readIndex(key, value, indexes, taken, problems);
            }
        });
        return new IdSettings(shard, shards, indexes, creates(all), NodeSettings.read(all, shard, shards, problems));
    }

    private static void readIndex(
            String key, Object value, Map<String, Integer> indexes, Map<Integer, String> taken, Problems problems) {
        String name = key.substring(VirgoSettings.IDS_INDEX_PREFIX.length());
        int index;
        try {
            index = Integer.parseInt(value.toString().strip());
        } catch (NumberFormatException e) {
            index = -1;
        }
        if (index < 0) {
            problems.add(key, "'" + value + "' is no index: a whole number from 0 on is");
            return;
        }
        String other = taken.putIfAbsent(index, name);
        if (other != null) {
            problems.add(key, "is " + index + " as that of shard '" + other + "': their ids would be the same");
        }
        indexes.put(name, index);
    }

    private static boolean creates(Map<String, ?> all) {
        for (String key : List.of("hibernate.hbm2ddl.auto", "jakarta.persistence.schema-generation.database.action")) {
            Object action = all.get(key);
            if (action != null) {
                String word = action.toString().strip().toLowerCase(Locale.ROOT);
                // Some are given as constants of Hibernate's enum.
                if (CREATING.contains(word.replace('_', '-'))) {
                    return true;
                }
            }
        }
        return false;
    }

    String shard() {
        return shard;
    }

    /** The configured indexes by shard. */
    Map<String, Integer> indexes() {
        return indexes;
    }

    /** The shards of the settings. */
    List<String> shards() {
        return shards;
    }

    NodeSettings node() {
        return node;
    }

    boolean createTables() {
        return createTables;
    }
}
