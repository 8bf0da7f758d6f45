package dev.plimsoll.gateway;

import dev.plimsoll.gateway.cli.Terminal;
import java.util.List;

/**
 * Walks through what people and clients do first, so that the AOT cache knows the classes they need. Run by the
 * launcher's build step only; what it prints is thrown away.
 */
public final class Rehearsal {

    private static final List<List<String>> STEPS =
            List.of(List.of("--version"), List.of("--help"), List.of("no-such-command"));

    private Rehearsal() {}

    public static void main(String[] args) {
        Terminal terminal = Terminal.system();
        for (List<String> step : STEPS) {
            terminal.finish(Main.run(terminal, step.toArray(String[]::new)));
        }
    }
}
