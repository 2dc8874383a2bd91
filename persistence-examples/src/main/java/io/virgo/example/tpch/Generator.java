package io.virgo.example.tpch;

import io.trino.tpch.CustomerGenerator;
import io.trino.tpch.Distributions;
import io.trino.tpch.LineItemGenerator;
import io.trino.tpch.NationGenerator;
import io.trino.tpch.OrderGenerator;
import io.trino.tpch.RegionGenerator;
import io.trino.tpch.TextPool;

/**
 * The rows of TPC-H, the same each time. Only the comments differ from the official ones: they are cut out of a smaller text, since making
 * the official text of 300 MB takes longer than loading the rows.
 *
 * @param scale the scale factor
 */
record Generator(double scale) {

    private static final int TEXT_BYTES = 4 << 20;
    private static final Distributions WORDS = Distributions.getDefaultDistributions();
    private static final TextPool TEXT = new TextPool(TEXT_BYTES, WORDS);

    Iterable<io.trino.tpch.Region> regions() {
        return new RegionGenerator(WORDS, TEXT);
    }

    Iterable<io.trino.tpch.Nation> nations() {
        return new NationGenerator(WORDS, TEXT);
    }

    Iterable<io.trino.tpch.Customer> customers() {
        return new CustomerGenerator(scale, 1, 1, WORDS, TEXT);
    }

    Iterable<io.trino.tpch.Order> orders() {
        return new OrderGenerator(scale, 1, 1, WORDS, TEXT);
    }

    /** The line items, in the order of their orders. */
    Iterable<io.trino.tpch.LineItem> lineItems() {
        return new LineItemGenerator(scale, 1, 1, WORDS, TEXT);
    }
}
