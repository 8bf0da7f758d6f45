package dev.plimsoll.gateway.cli;

import dev.plimsoll.gateway.config.Flag;
import dev.plimsoll.gateway.config.Surroundings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * {@code serve} with nothing but options that are written as they should be, read by hand: the parser of the other commands
 * takes a quarter of a start. Whatever else stands there is left to that parser, which knows what to say of it.
 */
public final class PlainServe {

    private static final String CONFIG = "--config";
    private static final String INSECURE = "--insecure";
    private static final Map<String, Function<String, Flag>> VALUES = Map.of(
            "--listen", Flag::listen,
            "--preset", Flag::preset,
            "--budget", Flag::budget,
            "--data", Flag::data,
            "--log-level", Flag::logLevel);

    private final Map<String, String> given = new LinkedHashMap<>();

    private PlainServe() {}

    /** Null unless that is all they are; {@code arguments} are what stands behind {@code serve}. */
    public static @Nullable PlainServe of(List<String> arguments) {
        PlainServe plain = new PlainServe();
        for (int at = 0; at < arguments.size(); at++) {
            String argument = arguments.get(at);
            int equals = argument.indexOf('=');
            String name = equals < 0 ? argument : argument.substring(0, equals);
            String value = equals < 0 ? null : argument.substring(equals + 1);
            boolean takesValue = name.equals(CONFIG) || VALUES.containsKey(name);
            if (takesValue && value == null && ++at < arguments.size()) {
                value = arguments.get(at);
            }
            boolean good = takesValue ? value != null && !value.startsWith("-") : argument.equals(INSECURE);
            if (!good || plain.given.put(name, value == null ? "" : value) != null) {
                return null;
            }
        }
        return plain;
    }

    /** Serves until the process is told to end; the exit code. */
    public int run(Terminal terminal) {
        try {
            return ServeCommand.serve(terminal, Surroundings.ofThisProcess(), given.get(CONFIG), flags());
        } catch (InterruptedException | RuntimeException e) {
            return new Complaints(terminal.err()).failed(e);
        }
    }

    private List<Flag> flags() {
        List<Flag> flags = new ArrayList<>();
        given.forEach((name, value) -> {
            Function<String, Flag> flag = VALUES.get(name);
            if (flag != null) {
                flags.add(flag.apply(value));
            } else if (name.equals(INSECURE)) {
                flags.add(Flag.insecure());
            }
        });
        return flags;
    }
}
