package dev.plimsoll.gateway.cli.serve;

import dev.plimsoll.gateway.cli.UsageErrorPrinter;
import dev.plimsoll.gateway.config.CommandLineValue;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.terminal.Terminal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Parses the arguments of {@code serve} without picocli, the parser of the other commands, because loading
 * picocli takes a quarter of the start time. If an argument is not a well-formed option, picocli parses all
 * of them, and reports the errors.
 */
public final class QuickServeParser {

    private static final String CONFIG = "--config";
    private static final String INSECURE = "--insecure";
    private static final Map<String, Function<String, CommandLineValue>> VALUE_OPTIONS = Map.of(
            "--listen", CommandLineValue::listen,
            "--preset", CommandLineValue::preset,
            "--budget", CommandLineValue::budget,
            "--data", CommandLineValue::data,
            "--log-level", CommandLineValue::logLevel,
            "--management", CommandLineValue::management);

    private final Map<String, String> optionValues = new LinkedHashMap<>();

    private QuickServeParser() {}

    /**
     * Returns the parsed options; null if any argument is not a well-formed option of {@code serve}.
     *
     * @param arguments the arguments after {@code serve}
     */
    public static @Nullable QuickServeParser parse(List<String> arguments) {
        QuickServeParser parser = new QuickServeParser();
        for (int index = 0; index < arguments.size(); index++) {
            String argument = arguments.get(index);
            int equalsSign = argument.indexOf('=');
            String name = equalsSign < 0 ? argument : argument.substring(0, equalsSign);
            String value = equalsSign < 0 ? null : argument.substring(equalsSign + 1);
            boolean isValueOption = name.equals(CONFIG) || VALUE_OPTIONS.containsKey(name);
            if (isValueOption && value == null && ++index < arguments.size()) {
                value = arguments.get(index);
            }
            boolean isValid = isValueOption ? value != null && !value.startsWith("-") : argument.equals(INSECURE);
            if (!isValid || parser.optionValues.put(name, value == null ? "" : value) != null) {
                return null;
            }
        }
        return parser;
    }

    /** Serves until the process is stopped, and returns the exit code. */
    public int run(Terminal terminal) {
        try {
            return ServeCommand.serve(terminal, HostEnvironment.current(), optionValues.get(CONFIG), flags());
        } catch (InterruptedException | RuntimeException e) {
            return new UsageErrorPrinter(terminal.err()).printFailure(e);
        }
    }

    private List<CommandLineValue> flags() {
        List<CommandLineValue> flags = new ArrayList<>();
        optionValues.forEach((name, value) -> {
            Function<String, CommandLineValue> flag = VALUE_OPTIONS.get(name);
            if (flag != null) {
                flags.add(flag.apply(value));
            } else if (name.equals(INSECURE)) {
                flags.add(CommandLineValue.insecure());
            }
        });
        return flags;
    }
}
