package io.virgo.example;

import io.virgo.example.petshop.PetShop;
import io.virgo.example.route.Route;
import io.virgo.example.tpch.Tpch;
import java.util.Arrays;
import java.util.List;

/** Starts the example that the first argument names; TPC-H without one. */
public final class Examples {

    private Examples() {}

    /**
     * Runs an example. It ends with exit code 1 if anything is not as it should be.
     *
     * @param args {@code petshop} or {@code virgo.route} and its arguments, or the arguments of TPC-H
     * @throws Exception if files or databases cannot be reached
     */
    public static void main(String[] args) throws Exception {
        String first = args.length == 0 ? "" : args[0];
        List<String> rest = Arrays.asList(args).subList(Math.min(1, args.length), args.length);
        boolean right = switch (first) {
            case "virgo.route" -> Route.run(rest, System.out);
            case "petshop" -> PetShop.run(rest, System.out);
            default -> Tpch.run(args);
        };
        System.exit(right ? 0 : 1);
    }
}
