package dev.plimsoll.shape.notice;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ToolArgument;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Arguments of a tool that can make its result shorter, grouped by what their names mean: limits, searches, and
 * filters.
 */
public final class ArgumentHints {

    private static final Set<String> LIMIT_NAMES = Set.of(
            "limit", "pagesize", "perpage", "maxresults", "count", "first", "top", "size", "max", "take", "maxitems");
    /** Names of arguments that select a page or the form of a result, and do not filter its items. */
    private static final Set<String> PAGE_AND_FORM_NAMES = Set.of(
            "page",
            "offset",
            "cursor",
            "after",
            "before",
            "skip",
            "start",
            "next",
            "pagetoken",
            "nexttoken",
            "cursorid",
            "continuationtoken",
            "pages",
            "mode",
            "direction",
            "fields",
            "filterkeys",
            "maxtokens");

    private static final Set<String> SEARCH_NAMES = Set.of(
            "query",
            "q",
            "search",
            "searchterm",
            "term",
            "keyword",
            "keywords",
            "text",
            "pattern",
            "find",
            "name",
            "title",
            "email",
            "id",
            "username");
    private static final int MAX_VALUE_LENGTH = 60;

    private final List<ToolArgument> limits = new ArrayList<>();
    private final List<ToolArgument> searches = new ArrayList<>();
    private final List<ToolArgument> filters = new ArrayList<>();

    public ArgumentHints(List<ToolArgument> arguments) {
        for (ToolArgument argument : arguments) {
            String normalized =
                    argument.name().replace("_", "").replace("-", "").toLowerCase(Locale.ROOT);
            if (LIMIT_NAMES.contains(normalized)) {
                limits.add(argument);
            } else if (SEARCH_NAMES.contains(normalized)) {
                searches.add(argument);
            } else if (!PAGE_AND_FORM_NAMES.contains(normalized)) {
                filters.add(argument);
            }
        }
    }

    /** Returns the argument that limits the number of items; null if there is none. */
    public @Nullable ToolArgument limit() {
        return limits.isEmpty() ? null : limits.get(0);
    }

    /** Returns up to {@code max} names of arguments that search. */
    public List<String> searches(int max) {
        return names(searches, max);
    }

    /** Returns up to {@code max} names of the other arguments, which probably filter the items. */
    public List<String> filters(int max) {
        return names(filters, max);
    }

    private static List<String> names(List<ToolArgument> arguments, int max) {
        return arguments.stream().limit(max).map(ToolArgument::name).toList();
    }

    /** Returns lines of the form {@code - name (query): what it does}: searches, then filters, then limits. */
    public List<String> instructions(int max) {
        List<String> lines = new ArrayList<>();
        searches.forEach(argument -> lines.add(line(argument, "Search by " + argument.name())));
        filters.forEach(argument -> lines.add(line(argument, "Filter by " + argument.name())));
        limits.forEach(argument -> lines.add(line(argument, "Limit results (e.g., 10)")));
        return lines.subList(0, Math.min(max, lines.size()));
    }

    private static String line(ToolArgument argument, String defaultDescription) {
        return "- " + argument.name() + " (query): "
                + (argument.description().isEmpty() ? defaultDescription : argument.description());
    }

    /**
     * Returns sample arguments, such as {@code Filter by state: {"state": "open"}}, with values from the schema or an
     * item: up to {@code max} for searches and filters, and then one for the limit, if there is a limit.
     */
    public List<String> examples(Slice item, int max) {
        List<String> allExamples = new ArrayList<>();
        searches.forEach(argument -> addExample(allExamples, "Search by ", argument, item));
        filters.forEach(argument -> addExample(allExamples, "Filter by ", argument, item));
        List<String> examples = new ArrayList<>(allExamples.subList(0, Math.min(max, allExamples.size())));
        ToolArgument limit = limit();
        if (limit != null) {
            examples.add("Limit results: {\"" + limit.name() + "\": 10}");
        }
        return examples;
    }

    private static void addExample(List<String> examples, String verb, ToolArgument argument, Slice item) {
        String value = argument.example().isEmpty() ? findValue(item, argument.name()) : argument.example();
        if (!value.isEmpty()) {
            examples.add(verb + argument.name() + ": {\"" + argument.name() + "\": " + value + "}");
        }
    }

    private static String findValue(Slice item, String name) {
        Slice value = Json.type(item) == JsonType.OBJECT ? Members.get(item, name) : null;
        JsonType type = value == null ? JsonType.NULL : Json.type(value);
        boolean isScalar = type == JsonType.STRING || type == JsonType.NUMBER || type == JsonType.BOOLEAN;
        return value != null && isScalar && value.length() <= MAX_VALUE_LENGTH ? value.utf8() : "";
    }
}
