package dev.plimsoll.gateway.cli;

import dev.plimsoll.gateway.config.CommandLineValue;
import dev.plimsoll.gateway.config.HostEnvironment;
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
public final class QuickServeParser {

    private static final String CONFIG = "--config";
    private static final String INSECURE = "--insecure";
    private static final Map<String, Function<String, CommandLineValue>> VALUES = Map.of(
            "--listen", CommandLineValue::listen,
            "--preset", CommandLineValue::preset,
            "--budget", CommandLineValue::budget,
            "--data", CommandLineValue::data,
            "--log-level", CommandLineValue::logLevel);

    private final Map<String, String> given = new LinkedHashMap<>();

    private QuickServeParser() {}

    /** Null unless that is all they are; {@code arguments} are what stands behind {@code serve}. */
    public static @Nullable QuickServeParser of(List<String> arguments) {
        QuickServeParser plain = new QuickServeParser();
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
            return ServeCommand.serve(terminal, HostEnvironment.ofThisProcess(), given.get(CONFIG), flags());
        } catch (InterruptedException | RuntimeException e) {
            return new UsageErrorPrinter(terminal.err()).failed(e);
        }
    }

    private List<CommandLineValue> flags() {
        List<CommandLineValue> flags = new ArrayList<>();
        given.forEach((name, value) -> {
            Function<String, CommandLineValue> flag = VALUES.get(name);
            if (flag != null) {
                flags.add(flag.apply(value));
            } else if (name.equals(INSECURE)) {
                flags.add(CommandLineValue.insecure());
            }
        });
        return flags;
    }
}
