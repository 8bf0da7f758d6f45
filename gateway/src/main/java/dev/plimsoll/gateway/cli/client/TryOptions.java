package dev.plimsoll.gateway.cli.client;

import dev.plimsoll.gateway.trial.TrialException;
import dev.plimsoll.gateway.trial.TrialOptions;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyKey;
import dev.plimsoll.shape.style.StyleRegistry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Options of {@code plimsoll try} for shaping and reading. All values are texts here; the engine checks
 * them.
 */
final class TryOptions {

    private static final Pattern SEVERAL_RANGES = Pattern.compile("[0-9]+[-,:][0-9,:-]*[0-9]");
    private static final Pattern LINES = Pattern.compile("([0-9]{1,9})(-([0-9]{1,9})?)?");

    @Option(names = "--style", paramLabel = "STYLE", description = "auto, page, summary, chunk, trim, pass")
    private @Nullable String style;

    @Option(names = "--budget", paramLabel = "N", description = "the budget of an answer, in tokens (default 4000)")
    private @Nullable String budget;

    @Option(names = "--estimator", paramLabel = "NAME", description = "the token counter: chars, classes, bpe")
    private @Nullable String estimator;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "a policy key, such as defaultPageSize=10")
    private List<String> settings = new ArrayList<>();

    @Option(names = "--tool", paramLabel = "NAME", description = "the tool's name in notices (default try)")
    private String tool = "try";

    @Option(
            names = "--client",
            paramLabel = "REVISION",
            description = "the client's revision: old (text only), current (default), modern (without initialize)")
    private String client = "current";

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description =
                    "read more in this mode: paginated, summary, filtered, outline, full, lines; may be given several times")
    private List<String> modes = new ArrayList<>();

    @Option(names = "--page", paramLabel = "N", description = "read this page")
    private @Nullable String page;

    @Option(names = "--pages", paramLabel = "N-M", description = "read several pages in one answer")
    private @Nullable String pages;

    @Option(names = "--page-size", paramLabel = "N", description = "the maximum number of items of a page")
    private @Nullable String pageSize;

    @Option(names = "--fields", paramLabel = "A,B.C", description = "show only these fields of each item")
    private @Nullable String fields;

    @Option(names = "--path", paramLabel = "POINTER", description = "read this part (JSON Pointer)")
    private @Nullable String path;

    @Option(
            names = "--find",
            paramLabel = "TEXT",
            description = "search for a text, \"whole value\", \"key\": value, or /regex/i")
    private @Nullable String find;

    @Option(
            names = "--context",
            paramLabel = "N[,M]",
            description = "show N lines or items around each match, or N before and M after")
    private @Nullable String context;

    @Option(names = "--query", paramLabel = "JQ", description = "run a jq expression")
    private @Nullable String query;

    @Option(names = "--lines", paramLabel = "N-M[,…]", description = "read these lines of a text")
    private @Nullable String lines;

    @Option(names = "--direction", paramLabel = "DIRECTION", description = "next or previous, with --cursor")
    private @Nullable String direction;

    @Option(names = "--max-tokens", paramLabel = "N", description = "the budget of this read, in tokens")
    private @Nullable String maxTokens;

    @Option(names = "--cursor", paramLabel = "CURSOR", description = "continue from the cursor of an earlier answer")
    private @Nullable String cursor;

    TrialOptions toTrialOptions(boolean isFullRead) throws TrialException {
        return new TrialOptions(tool, policy(), parseClient(), cursor, readArguments(), modes, isFullRead);
    }

    /** Returns the options that determine the first answer, as they were typed. */
    List<String> firstAnswerArguments() {
        List<String> arguments = new ArrayList<>();
        addOption(arguments, "--style", style);
        addOption(arguments, "--budget", budget);
        addOption(arguments, "--estimator", estimator);
        settings.forEach(pair -> addOption(arguments, "--set", pair));
        addOption(arguments, "--tool", tool.equals("try") ? null : tool);
        addOption(arguments, "--client", client.equals("current") ? null : client);
        return arguments;
    }

    private static void addOption(List<String> arguments, String option, @Nullable String value) {
        if (value != null) {
            arguments.add(option);
            arguments.add(value);
        }
    }

    private Policy policy() throws TrialException {
        Policy policy = Policy.defaults();
        for (String pair : settings) {
            int equalsSign = pair.indexOf('=');
            if (equalsSign < 1) {
                throw new TrialException("--set: must be KEY=VALUE, got " + pair);
            }
            String key = pair.substring(0, equalsSign);
            requireKey(key);
            policy = withSetting(policy, key, pair.substring(equalsSign + 1), "--set " + key);
        }
        policy = withSetting(policy, Policy.STYLE.name(), style, "--style");
        policy = withSetting(policy, Policy.ESTIMATOR.name(), estimator, "--estimator");
        return withSetting(policy, Policy.TOKEN_BUDGET_THRESHOLD.name(), budget, "--budget");
    }

    private static void requireKey(String key) throws TrialException {
        List<String> keys =
                StyleRegistry.standard().keys().stream().map(PolicyKey::name).toList();
        if (!keys.contains(key)) {
            throw new TrialException("--set: unknown key " + key + "; known keys: " + String.join(", ", keys));
        }
    }

    private static Policy withSetting(Policy policy, String key, @Nullable String value, String option)
            throws TrialException {
        if (value == null) {
            return policy;
        }
        try {
            return StyleRegistry.standard().withText(policy, key, value);
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            throw new TrialException(message.replace("policy." + key, option));
        }
    }

    private ClientFeatures parseClient() throws TrialException {
        return switch (client.toLowerCase(Locale.ROOT)) {
            case "old" -> ClientFeatures.old();
            case "current" -> ClientFeatures.current();
            case "modern" -> ClientFeatures.modern();
            default -> throw new TrialException("--client: must be one of old, current, modern, got " + client);
        };
    }

    private Map<String, String> readArguments() throws TrialException {
        Map<String, String> arguments = new LinkedHashMap<>();
        putIfSet(arguments, "path", path);
        putIfSet(arguments, "fields", fields);
        putIfSet(arguments, "find", find);
        putIfSet(arguments, "context", context);
        putIfSet(arguments, "query", query);
        putIfSet(arguments, "page", page);
        putIfSet(arguments, "pages", pages);
        putIfSet(arguments, "page_size", pageSize);
        putIfSet(arguments, "direction", direction);
        putIfSet(arguments, "max_tokens", maxTokens);
        if (lines != null) {
            Matcher range = LINES.matcher(lines);
            if (!range.matches() && SEVERAL_RANGES.matcher(lines).matches()) {
                arguments.put("lines", lines);
                return arguments;
            }
            if (!range.matches()) {
                throw new TrialException("--lines: must be a range such as 10-20, got " + lines);
            }
            putIfSet(arguments, "start_line", range.group(1));
            putIfSet(arguments, "end_line", range.group(2) == null ? range.group(1) : range.group(3));
        }
        return arguments;
    }

    private static void putIfSet(Map<String, String> arguments, String name, @Nullable String value) {
        if (value != null) {
            arguments.put(name, value);
        }
    }
}
