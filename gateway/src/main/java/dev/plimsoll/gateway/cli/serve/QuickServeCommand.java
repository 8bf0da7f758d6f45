package dev.plimsoll.gateway.cli.serve;

import dev.plimsoll.gateway.cli.ErrorPrinter;
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
 * The command {@code serve}, parsed without picocli, the parser of the other commands, because loading picocli takes a
 * quarter of the start time. If an argument is not a well-formed option, picocli parses all of them, and reports the
 * errors.
 */
public final class QuickServeCommand {

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

    private QuickServeCommand() {}

    /**
     * Returns the parsed command; null if any argument is not a well-formed option of {@code serve}.
     *
     * @param arguments the arguments after {@code serve}
     */
    public static @Nullable QuickServeCommand parse(List<String> arguments) {
        QuickServeCommand command = new QuickServeCommand();
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
            if (!isValid || command.optionValues.put(name, value == null ? "" : value) != null) {
                return null;
            }
        }
        return command;
    }

    /** Serves until the process is stopped, and returns the exit code. */
    public int run(Terminal terminal) {
        try {
            return ServeCommand.serve(terminal, HostEnvironment.current(), optionValues.get(CONFIG), flags());
        } catch (InterruptedException | RuntimeException e) {
            return new ErrorPrinter(terminal.err()).printFailure(e);
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
