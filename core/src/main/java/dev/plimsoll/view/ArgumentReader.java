package dev.plimsoll.view;

import dev.plimsoll.json.Elements;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.NameSuggestions;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.TextFormatName;
import dev.plimsoll.policy.PagingKeys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses the arguments of {@code plimsoll_read}, under any of their names. Some clients fill in every argument, so a value that
 * is null or empty (of some arguments also 0 or false) means the same as an absent one.
 */
public final class ArgumentReader {

    /** Names of the cursor argument. */
    public static final List<String> CURSOR_NAMES = List.of("cursor", "continuation_token", "cursor_id", "next");

    private static final Pattern PAGES = Pattern.compile("([0-9]{1,7})-([0-9]{1,7})");
    private static final int MAX_STRING_LENGTH = 4096;
    private static final int MAX_FIELDS = 200;

    private final Map<String, Slice> argumentValues = new HashMap<>();
    private final Map<String, String> givenNames = new HashMap<>();

    private ArgumentReader() {}

    /** Parses the arguments. Throws {@link RefusedException} that states the argument, its value, and the allowed values. */
    public static ReadArguments parse(Slice object) {
        if (object.isEmpty() || !Json.isValid(object) || Json.type(object) != JsonType.OBJECT) {
            throw refusal("arguments", "arguments must be a JSON object", "{\"cursor\": \"…\"}");
        }
        ArgumentReader reader = new ArgumentReader();
        Members members = Members.of(Json.trim(object));
        while (members.next()) {
            reader.add(members.key().length() > 64 ? "" : members.keyText(), members.value());
        }
        return reader.arguments();
    }

    /** Returns whether an argument with this value counts as absent: null, or an empty string, array, or object. */
    public static boolean isEmpty(Slice value) {
        return switch (Json.type(value)) {
            case NULL -> true;
            case STRING -> Json.stringInside(value).isEmpty();
            case ARRAY -> !Elements.of(value).next();
            case OBJECT -> !Members.of(value).next();
            default -> false;
        };
    }

    private void add(String name, Slice value) {
        if (isEmpty(value)) {
            return;
        }
        String canonical = ArgumentNames.canonical(name);
        if (canonical == null) {
            throw ArgumentNames.unknown(name);
        }
        argumentValues.put(canonical, value);
        givenNames.put(canonical, name);
    }

    private ReadArguments arguments() {
        int page = numberFromOne("page", Position.MAX_PAGE);
        int lastPage = 0;
        String pages = text("pages");
        if (pages != null && page > 1) {
            throw refusal("pages", "pages cannot be used with page", "pages: \"1-3\", without page");
        }
        if (pages != null) {
            Matcher range = PAGES.matcher(pages.trim());
            boolean isValid = range.matches() && Integer.parseInt(range.group(1)) >= 1;
            page = isValid ? Integer.parseInt(range.group(1)) : 0;
            lastPage = isValid ? Integer.parseInt(range.group(2)) : -1;
            if (!isValid || lastPage < page || lastPage > Position.MAX_PAGE) {
                throw refusal("pages", "pages must be a range such as 1-3, got " + shortened(pages), "pages: \"1-3\"")
                        .detail("value", shortened(pages))
                        .detail("allowed", "FIRST-LAST, from 1 to " + Position.MAX_PAGE);
            }
        }
        LineRanges ranges = ranges();
        TextRange lines = ranges.isOneLineRange() ? ranges.all().get(0) : null;
        int startLine = lines != null ? lines.firstLine() : number("start_line", 1, Integer.MAX_VALUE);
        int endLine = lines != null ? lines.lastLine() : number("end_line", 1, Integer.MAX_VALUE);
        if (endLine > 0 && endLine < startLine) {
            String startName = givenName("start_line");
            String endName = givenName("end_line");
            throw refusal(
                            endName,
                            endName + " " + endLine + " is before " + startName + " " + startLine,
                            endName + " >= " + startName)
                    .detail("value", Integer.toString(endLine))
                    .detail("allowed", startLine + " or more");
        }
        String pageSizeName = givenNames.getOrDefault("page_size", "page_size");
        String search = text(ArgumentNames.SEARCH);
        String find = search == null ? findText() : search;
        return new ReadArguments(
                text("cursor"),
                search == null ? mode() : searchMode(),
                page,
                lastPage,
                pageSize(search == null ? find : null),
                pageSizeName,
                fields(),
                text("path"),
                startLine,
                endLine,
                isPreviousPageRequested(),
                numberFromOne("max_tokens", Integer.MAX_VALUE),
                find,
                QueryArgument.read(
                        StatementArgument.query(argumentValues),
                        argumentValues.get("with"),
                        argumentValues.get("args")),
                collect(),
                text(ArgumentNames.CHANGES_SINCE),
                ViewOptions.NONE
                        .withContext(context())
                        .withRanges(lines == null ? ranges : LineRanges.NONE)
                        .withFormat(format()));
    }

    /** Returns the page size; 0 if it is absent. In a search, a page size of 0 asks only for the number of matches. */
    private int pageSize(@Nullable String find) {
        return find != null && isZero("page_size")
                ? ReadArguments.COUNT_ONLY
                : numberFromOne("page_size", Integer.MAX_VALUE);
    }

    /** Returns the search text; null if it is absent. */
    private @Nullable String findText() {
        Slice value = argumentValues.get("find");
        if (value == null) {
            return null;
        }
        List<String> terms = new ArrayList<>();
        if (Json.type(value) == JsonType.ARRAY) {
            ItemIndex items = ItemIndex.of(value);
            if (items.count() > FindTerms.MAX) {
                throw refusal("find", "find has " + items.count() + " texts", "at most " + FindTerms.MAX)
                        .detail("allowed", "1 to " + FindTerms.MAX + " texts");
            }
            for (int i = 0; i < items.count(); i++) {
                terms.add(findTerm(items.item(i)));
            }
            terms.removeIf(String::isEmpty);
        } else {
            terms.add(findTerm(value));
        }
        return terms.isEmpty() ? null : new FindTerms(terms).searchText();
    }

    private String findTerm(Slice value) {
        if (Json.type(value) != JsonType.STRING) {
            throw refusal("find", "find must be a string or a list of strings", "find: \"…\"")
                    .detail("allowed", "a string, or a list of strings");
        }
        return string("find", value);
    }

    private LineRanges ranges() {
        Slice value = argumentValues.get("lines");
        if (value == null) {
            return LineRanges.NONE;
        }
        for (String lineArgument : List.of("start_line", "end_line")) {
            if (argumentValues.containsKey(lineArgument)) {
                String givenName = givenName(lineArgument);
                throw refusal(
                        "lines",
                        "lines cannot be used with " + givenName,
                        "lines alone, or " + givenName + " without lines");
            }
        }
        String text = Json.type(value) == JsonType.NUMBER ? value.utf8() : string("lines", value);
        LineRanges ranges = LineRanges.parse(text);
        if (ranges == null) {
            throw refusal(
                            "lines",
                            "lines must be ranges such as 335-337,5485, or 1:480-510 for characters of line 1, got "
                                    + shortened(text),
                            "lines: \"335-337,5485\"")
                    .detail("value", shortened(text))
                    .detail("allowed", "FIRST-LAST or LINE:FIRST-LAST, from 1, separated by commas");
        }
        return ranges;
    }

    private MatchContext context() {
        Slice value = argumentValues.get("context");
        if (value == null) {
            return MatchContext.NONE;
        }
        String text = Json.type(value) == JsonType.NUMBER ? value.utf8() : string("context", value);
        MatchContext context = MatchContext.parse(text);
        if (context == null) {
            String allowed = "0 to " + MatchContext.MAX + ", or two of these such as 2,0";
            throw refusal(
                            "context",
                            "context must be " + allowed + ", got " + shortened(text),
                            "context: \"2,0\" for two before each match and none after")
                    .detail("value", shortened(text))
                    .detail("allowed", allowed);
        }
        return context;
    }

    /** Returns the number of the server's pages to join; 0 if the argument is absent or asks for none. */
    private int collect() {
        Slice value = argumentValues.get("collect");
        String text = value == null ? "false" : value.utf8().replace("\"", "");
        if (text.equals("true") || text.equals("false")) {
            return text.equals("true") ? PagingKeys.MAX_COLLECT : 0;
        }
        try {
            return isZero("collect") ? 0 : number("collect", 1, PagingKeys.MAX_COLLECT);
        } catch (RefusedException refused) {
            throw refused.withSuggestion("collect: true")
                    .withMessage("collect must be true, or a number of pages from 1 to " + PagingKeys.MAX_COLLECT
                            + ", got " + shortened(text))
                    .detail("allowed", "true, or 1 to " + PagingKeys.MAX_COLLECT);
        }
    }

    private @Nullable Mode mode() {
        String modeName = text("mode");
        Mode mode = modeName == null ? null : Mode.find(modeName);
        if (modeName != null && mode == null) {
            List<String> modeNames = Mode.names();
            String allModes = "one of " + String.join(", ", modeNames);
            throw refusal(
                            "mode",
                            "mode " + shortened(modeName) + " does not exist",
                            NameSuggestions.similarNames(modeName, modeNames, 1).stream()
                                    .findFirst()
                                    .map(similar -> "mode: " + similar)
                                    .orElse(allModes))
                    .detail("allowed", String.join(", ", modeNames));
        }
        return mode;
    }

    /** Returns the mode of a ranked search; refuses arguments that exclude it. */
    private Mode searchMode() {
        for (String excluded : List.of("find", "query", "mode", "context", "lines", "start_line", "end_line")) {
            boolean isDefaultMode = excluded.equals("mode") && mode() == Mode.PAGINATED;
            if (argumentValues.containsKey(excluded) && !isDefaultMode) {
                String name = givenName(excluded);
                throw refusal(ArgumentNames.SEARCH, "search cannot be used with " + name, "search without " + name);
            }
        }
        return Mode.SEARCH;
    }

    private @Nullable TextFormatName format() {
        String name = text("as");
        TextFormatName format = name == null ? null : TextFormatName.find(name);
        if (name != null && format == null) {
            String allFormats = String.join(", ", TextFormatName.names());
            throw refusal("as", "as must be a format, got " + shortened(name), "one of " + allFormats)
                    .detail("value", shortened(name))
                    .detail("allowed", allFormats);
        }
        boolean hasLines = argumentValues.containsKey("lines")
                || argumentValues.containsKey("start_line")
                || argumentValues.containsKey("end_line");
        if (format != null && hasLines) {
            throw refusal(
                    "as",
                    "as cannot be used with lines",
                    "lines without as: lines always count the lines of the original text");
        }
        return format;
    }

    private boolean isPreviousPageRequested() {
        String direction = text("direction");
        if (direction != null && !direction.equals("next") && !direction.equals("previous")) {
            throw refusal(
                            "direction",
                            "direction must be next or previous, got " + shortened(direction),
                            "direction: next, or previous")
                    .detail("allowed", "next, previous");
        }
        return "previous".equals(direction);
    }

    private List<String> fields() {
        Slice value = argumentValues.get("fields");
        if (value == null) {
            return List.of();
        }
        List<String> names = new ArrayList<>();
        if (Json.type(value) == JsonType.ARRAY) {
            ItemIndex items = ItemIndex.of(value);
            for (int i = 0; i < Math.min(items.count(), MAX_FIELDS + 1); i++) {
                names.add(string("fields", items.item(i)));
            }
        } else {
            names.addAll(Arrays.asList(string("fields", value).split(",", -1)));
        }
        List<String> nonEmptyNames =
                names.stream().map(String::trim).filter(name -> !name.isEmpty()).toList();
        if (nonEmptyNames.isEmpty() || nonEmptyNames.size() > MAX_FIELDS) {
            throw refusal(
                    givenName("fields"),
                    givenName("fields") + " must name 1 to " + MAX_FIELDS + " fields",
                    "fields: \"id,name\"");
        }
        return nonEmptyNames;
    }

    /** Returns the number, or 0 if it is absent. A value of 0 counts as absent. */
    private int numberFromOne(String name, int max) {
        return isZero(name) ? 0 : number(name, 1, max);
    }

    private boolean isZero(String name) {
        Slice value = argumentValues.get(name);
        return value != null
                && value.length() <= 3
                && value.utf8().replace("\"", "").equals("0");
    }

    private int number(String name, int min, int max) {
        Slice value = argumentValues.get(name);
        if (value == null) {
            return 0;
        }
        boolean isString = Json.type(value) == JsonType.STRING;
        String digits = (isString ? Json.stringInside(value) : value)
                .sub(0, Math.min(value.length() - (isString ? 2 : 0), 24))
                .utf8();
        try {
            long number = Long.parseLong(digits.trim());
            if (number >= min && number <= max) {
                return (int) number;
            }
        } catch (NumberFormatException e) {
            // refused below, with the allowed values
        }
        String allowedRange = max == Integer.MAX_VALUE ? "" : " to " + max;
        throw refusal(
                        givenName(name),
                        givenName(name) + " must be a whole number from " + min + allowedRange + ", got "
                                + shortened(digits),
                        givenName(name) + ": " + min)
                .detail("value", shortened(digits))
                .detail("allowed", min + (allowedRange.isEmpty() ? " or more" : allowedRange));
    }

    private @Nullable String text(String name) {
        Slice value = argumentValues.get(name);
        return value == null ? null : string(name, value);
    }

    private String string(String name, Slice value) {
        if (Json.type(value) != JsonType.STRING) {
            throw refusal(givenName(name), givenName(name) + " must be a string", givenName(name) + ": \"…\"")
                    .detail("allowed", "a string");
        }
        if (value.length() > MAX_STRING_LENGTH) {
            throw refusal(
                    givenName(name),
                    givenName(name) + " is longer than " + MAX_STRING_LENGTH + " bytes",
                    "a shorter one");
        }
        return JsonText.unescapeToString(Json.stringInside(value));
    }

    private String givenName(String canonical) {
        return givenNames.getOrDefault(canonical, canonical);
    }

    private static String shortened(String value) {
        return value.length() > 40 ? value.substring(0, 40) + "…" : value;
    }

    private static RefusedException refusal(String argument, String message, String allowed) {
        return new RefusedException(ErrorCode.INVALID_REQUEST, message, allowed).detail("argument", argument);
    }
}
