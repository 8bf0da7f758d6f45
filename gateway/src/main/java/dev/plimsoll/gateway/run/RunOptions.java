package dev.plimsoll.gateway.run;

import dev.plimsoll.gateway.config.CommandLineValue;
import dev.plimsoll.gateway.terminal.UsageException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Command line of {@code plimsoll run}. It is parsed without a library, because loading a library would take longer
 * than the rest of the start.
 *
 * @param name name of the server
 * @param command the program and its arguments; empty to use the configured command
 * @param config the configuration file; null for the default file of the user
 * @param url URL of a running server; null if a command is started, or if a variable contains the URL
 * @param variables environment variables with the URL and the headers of a running server
 * @param isBridge whether to translate between clients of 2026-07-28 and a legacy server
 * @param flags other settings
 */
record RunOptions(
        String name,
        List<String> command,
        @Nullable String config,
        @Nullable URI url,
        ServerVariables variables,
        boolean isBridge,
        List<CommandLineValue> flags,
        boolean isHelp) {

    static final String DEFAULT_NAME = "main";

    private static final String BRIDGE = "--bridge";

    /**
     * Option of the launcher and the native client, which choose the process of the session. This class only checks its
     * value.
     */
    private static final String DAEMON = "--daemon";

    private static final String DAEMON_VARIABLE = "PLIMSOLL_DAEMON";

    /** Options that need a value, and the label of the value in messages. */
    private static final Map<String, String> VALUE_LABELS = Map.ofEntries(
            Map.entry("--name", "NAME"),
            Map.entry("--config", "FILE"),
            Map.entry("--url", "URL"),
            Map.entry(ServerVariables.URL, "VARIABLE"),
            Map.entry(ServerVariables.HEADER, "HEADER=VARIABLE"),
            Map.entry(ServerVariables.BEARER, "VARIABLE"),
            Map.entry("--preset", "PRESET"),
            Map.entry("--budget", "TOKENS"),
            Map.entry("--data", "FOLDER"),
            Map.entry(DAEMON, "auto or off"),
            Map.entry("--log-level", "LEVEL"));

    static final String HELP = """
            Usage: plimsoll run [OPTIONS] [--] COMMAND [ARGUMENT...]
                   plimsoll run [OPTIONS] --url URL

            Starts an MCP server, or connects to one over HTTP, and relays its messages on
            standard input and output.
            Small results pass unchanged. Large results become an answer that fits a token
            budget. The tool plimsoll_read reads the rest from the stored result.

            Options:
                  --url=URL          the URL of a running server, instead of a command
                  --url-env=VARIABLE the environment variable that contains the URL
                  --header-env=HEADER=VARIABLE
                                     a header of every request, and the environment
                                     variable that contains its value; repeatable
                  --bearer-env=VARIABLE
                                     the environment variable that contains a token for
                                     the header Authorization: Bearer TOKEN
                  --name=NAME        the server's name in rules and messages
                                     (a-z, 0-9, and -, up to 20; default: main)
                  --budget=TOKENS    the budget of an answer, in tokens (default: 4000)
                  --preset=PRESET    balanced, probe, list, hardening, cursor, guided,
                                     strict, or off
                  --bridge           translate between clients of 2026-07-28 and an older
                                     server
                  --config=FILE      the configuration (default: the user's
                                     plimsoll/plimsoll.yaml, if one exists)
                  --data=FOLDER      the folder for keys and stored results
                  --log-level=LEVEL  debug, info, warn, error, or off
                  --daemon=MODE      auto: run in the shared process of the user if the native
                                     client is installed; off: in a process of its own
              -h, --help             show this help and exit

            Without a command and a URL, run uses the configured server with that name.
            """;

    RunOptions {
        command = List.copyOf(command);
        flags = List.copyOf(flags);
    }

    /** Parses the arguments after {@code run}. Throws {@link UsageException} if they are not valid. */
    static RunOptions parse(List<String> arguments) {
        String name = DEFAULT_NAME;
        String config = null;
        URI url = null;
        ServerVariables variables = ServerVariables.NONE;
        boolean isBridge = false;
        List<CommandLineValue> flags = new ArrayList<>();
        int index = 0;
        while (index < arguments.size()
                && arguments.get(index).startsWith("-")
                && !arguments.get(index).equals("--")) {
            String argument = arguments.get(index++);
            if (argument.equals("-h") || argument.equals("--help")) {
                return new RunOptions(name, List.of(), null, null, variables, false, List.of(), true);
            }
            if (argument.equals(BRIDGE)) {
                isBridge = true;
                continue;
            }
            int equalsSign = argument.startsWith("--") ? argument.indexOf('=') : -1;
            String option = equalsSign < 0 ? argument : argument.substring(0, equalsSign);
            requireKnown(option);
            String value;
            if (equalsSign >= 0) {
                value = argument.substring(equalsSign + 1);
            } else if (index < arguments.size() && !arguments.get(index).equals("--")) {
                value = arguments.get(index++);
            } else {
                throw new UsageException(option + ": needs a value: " + option + "=" + VALUE_LABELS.get(option));
            }
            if (ServerVariables.isOption(option)) {
                variables = variables.withOption(option, value);
                continue;
            }
            switch (option) {
                case "--name" -> name = parseServerName(value);
                case "--config" -> config = value;
                case "--url" -> url = parseUrl("--url", value);
                case "--preset" -> flags.add(CommandLineValue.preset(value));
                case "--budget" -> flags.add(CommandLineValue.budget(value));
                case "--data" -> flags.add(CommandLineValue.data(value));
                case DAEMON -> requireDaemonMode(value);
                default -> flags.add(CommandLineValue.logLevel(value));
            }
        }
        boolean hasSeparator = index < arguments.size() && arguments.get(index).equals("--");
        List<String> command = arguments.subList(hasSeparator ? index + 1 : index, arguments.size());
        if (hasSeparator && command.isEmpty()) {
            throw new UsageException("no command after --: plimsoll run -- COMMAND [ARGUMENT...]");
        }
        requireOneServer(url, variables, command);
        return new RunOptions(name, command, config, url, variables, isBridge, flags, false);
    }

    private static void requireOneServer(@Nullable URI url, ServerVariables variables, List<String> command) {
        boolean hasUrl = url != null || variables.url() != null;
        if (hasUrl && !command.isEmpty()) {
            throw new UsageException("either --url or a command, not both; got --url and '" + command.get(0) + "'");
        } else if (url != null && variables.url() != null) {
            throw new UsageException("either --url or " + ServerVariables.URL + ", not both");
        } else if (variables.hasHeaders() && !hasUrl) {
            throw new UsageException(ServerVariables.HEADER + " and " + ServerVariables.BEARER + " need --url or "
                    + ServerVariables.URL);
        }
    }

    /** Returns whether the server is a running server with a URL, not a command to start. */
    boolean hasUrl() {
        return url != null || variables.url() != null;
    }

    /** Returns the URL, which may be in a variable; null if there is none. */
    @Nullable URI readUrl(Map<String, String> environment) {
        String text = variables.readUrl(environment);
        return text == null ? url : parseUrl(ServerVariables.URL, text);
    }

    private static void requireKnown(String option) {
        if (VALUE_LABELS.containsKey(option)) {
            return;
        }
        if (option.equals(BRIDGE)) {
            throw new UsageException(BRIDGE + ": takes no value");
        }
        String similar = findSimilar(option);
        throw new UsageException(
                "unknown option '" + option + "'" + (similar == null ? "" : "; did you mean " + similar + "?"));
    }

    private static @Nullable String findSimilar(String option) {
        List<String> candidates = new ArrayList<>(VALUE_LABELS.keySet());
        candidates.add(BRIDGE);
        for (String candidate : candidates) {
            boolean isSimilar =
                    candidate.startsWith(option) || option.startsWith(candidate) || isOneEditApart(candidate, option);
            if (option.length() > 3 && isSimilar) {
                return candidate;
            }
        }
        return null;
    }

    /** Returns whether two options differ by one changed, missing, or extra letter, or by two swapped letters. */
    private static boolean isOneEditApart(String first, String second) {
        int prefixLength = 0;
        int shorterLength = Math.min(first.length(), second.length());
        while (prefixLength < shorterLength && first.charAt(prefixLength) == second.charAt(prefixLength)) {
            prefixLength++;
        }
        int suffixLength = 0;
        while (suffixLength < shorterLength - prefixLength
                && first.charAt(first.length() - 1 - suffixLength)
                        == second.charAt(second.length() - 1 - suffixLength)) {
            suffixLength++;
        }
        String firstRest = first.substring(prefixLength, first.length() - suffixLength);
        String secondRest = second.substring(prefixLength, second.length() - suffixLength);
        boolean isSwapped = firstRest.length() == 2
                && new StringBuilder(firstRest).reverse().toString().equals(secondRest);
        return isSwapped || (firstRest.length() <= 1 && secondRest.length() <= 1);
    }

    private static void requireDaemonMode(String value) {
        requireDaemonMode(DAEMON, value);
    }

    /** Throws {@link UsageException} if the environment variable {@code PLIMSOLL_DAEMON} is set and not valid. */
    static void requireDaemonMode(Map<String, String> environment) {
        String value = environment.getOrDefault(DAEMON_VARIABLE, "");
        if (!value.isEmpty()) {
            requireDaemonMode(DAEMON_VARIABLE, value);
        }
    }

    private static void requireDaemonMode(String name, String value) {
        if (!value.equals("auto") && !value.equals("off")) {
            throw new UsageException(name + ": must be auto or off, got '" + value + "'");
        }
    }

    /**
     * Parses a URL. Refuses user and password in it: they would be visible in the process list, and can be
     * sent as a header.
     */
    private static URI parseUrl(String option, String value) {
        try {
            URI url = new URI(value);
            String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
            if ((scheme.equals("http") || scheme.equals("https"))
                    && url.getHost() != null
                    && url.getRawUserInfo() == null) {
                return url;
            }
        } catch (URISyntaxException e) {
            // the URL may contain a secret, so it is not repeated
        }
        throw new UsageException(option + ": must be an http or https URL without user and password");
    }

    private static String parseServerName(String name) {
        boolean isValid = !name.isEmpty() && name.length() <= 20;
        for (int i = 0; isValid && i < name.length(); i++) {
            char c = name.charAt(i);
            isValid = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
        }
        if (!isValid) {
            throw new UsageException("--name: must be 1 to 20 of a-z, 0-9, and -, got '" + name + "'");
        }
        if (name.equals("plimsoll")) {
            throw new UsageException("--name: plimsoll is the name of Plimsoll itself; choose another name");
        }
        return name;
    }
}
