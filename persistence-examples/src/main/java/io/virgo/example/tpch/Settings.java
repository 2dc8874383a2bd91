package io.virgo.example.tpch;

import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceConfiguration;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * What the program runs with: the scale of the data and the settings for Hibernate and Virgo, from a properties file.
 *
 * @param scale the scale factor of TPC-H
 * @param persistence the properties of the persistence unit
 */
record Settings(double scale, Map<String, Object> persistence) {

    private static final String SCALE = "tpch.scale";

    /**
     * Reads the settings. An argument is a properties file, on disk or one of those that come with the program, or a single
     * {@code key=value} that wins over the file.
     */
    static Settings of(String... args) throws IOException {
        Properties file = new Properties();
        Properties single = new Properties();
        boolean named = false;
        for (String arg : args) {
            int equals = arg.indexOf('=');
            if (equals > 0) {
                single.setProperty(arg.substring(0, equals), arg.substring(equals + 1));
            } else {
                load(arg, file);
                named = true;
            }
        }
        if (!named) {
            load("h2.properties", file);
        }
        file.putAll(single);
        Map<String, Object> persistence = new TreeMap<>();
        file.forEach((key, value) -> persistence.put((String) key, value));
        Object scale = persistence.remove(SCALE);
        return new Settings(scale == null ? 0.01 : Double.parseDouble((String) scale), persistence);
    }

    private static void load(String name, Properties into) throws IOException {
        Path path = Path.of(name);
        if (Files.isReadable(path)) {
            try (Reader reader = Files.newBufferedReader(path, StandardCharsets.UTF_8)) {
                into.load(reader);
            }
            return;
        }
        try (InputStream shipped = Settings.class.getResourceAsStream("/tpch/" + name)) {
            if (shipped == null) {
                throw new FileNotFoundException(
                        "no file " + name + ", and no such one of h2, postgresql and mariadb.properties");
            }
            into.load(shipped);
        }
    }

    /** Opens the persistence unit, which creates the tables on all shards. */
    EntityManagerFactory open() {
        return new PersistenceConfiguration("tpch")
                .managedClass(Region.class)
                .managedClass(Nation.class)
                .managedClass(Customer.class)
                .managedClass(Order.class)
                .managedClass(LineItem.class)
                .property("virgo.shard_resolver", CustomerShards.class)
                .properties(persistence)
                .createEntityManagerFactory();
    }

    /** Gives the value in force for a shard: its own, or that of all shards. */
    String of(String shard, String key) {
        Object own = persistence.get("virgo.shard." + shard + "." + key);
        Object all = persistence.get("virgo.shard.DEFAULT." + key);
        return own != null ? own.toString() : all == null ? "" : all.toString();
    }
}
