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
 * Parser of the arguments of {@code plimsoll_read}, under any of their names. Some clients send a value for every
 * argument. So a value that is null or empty counts as absent; for some arguments, so does 0 or false.
 */
public final class ReadArgumentsParser {

    /** Names of the cursor argument. */
    public static final List<String> CURSOR_NAMES = List.of("cursor", "continuation_token", "cursor_id", "next");

    private static final Pattern PAGES = Pattern.compile("([0-9]{1,7})-([0-9]{1,7})");
    private static final int MAX_STRING_LENGTH = 4096;
    private static final int MAX_FIELDS = 200;

    private final Map<String, Slice> valueByArgument = new HashMap<>();
    private final Map<String, String> givenNameByArgument = new HashMap<>();

    private ReadArgumentsParser() {}

    /**
     * Parses the arguments. Throws {@link RefusedException} that states the argument, its value, and the allowed
     * values.
     */
    public static ReadArguments parse(Slice object) {
        if (object.isEmpty() || !Json.isValid(object) || Json.type(object) != JsonType.OBJECT) {
            throw refusal("arguments", "arguments must be a JSON object", "{\"cursor\": \"…\"}");
        }
        ReadArgumentsParser parser = new ReadArgumentsParser();
        Members members = Members.of(Json.trim(object));
        while (members.next()) {
            parser.add(members.key().length() > 64 ? "" : members.keyText(), members.value());
        }
        return parser.createArguments();
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
        String canonicalName = ArgumentNames.canonical(name);
        if (canonicalName == null) {
            throw ArgumentNames.unknown(name);
        }
        valueByArgument.put(canonicalName, value);
        givenNameByArgument.put(canonicalName, name);
    }

    private ReadArguments createArguments() {
        int page = numberFromOne("page", Position.MAX_PAGE);
        int lastPage = 0;
        String pages = optionalText("pages");
        if (pages != null && page > 1) {
            throw refusal("pages", "pages cannot be used with page", "pages: \"1-3\", without page");
        }
        if (pages != null) {
            Matcher range = PAGES.matcher(pages.trim());
            boolean isValid = range.matches() && Integer.parseInt(range.group(1)) >= 1;
            page = isValid ? Integer.parseInt(range.group(1)) : 0;
            lastPage = isValid ? Integer.parseInt(range.group(2)) : -1;
            if (!isValid || lastPage < page || lastPage > Position.MAX_PAGE) {
                throw refusal("pages", "pages must be a range such as 1-3, got " + shorten(pages), "pages: \"1-3\"")
                        .detail("value", shorten(pages))
                        .detail("allowed", "FIRST-LAST, from 1 to " + Position.MAX_PAGE);
            }
        }
        TextRanges ranges = parseLineRanges();
        TextRange lines = ranges.isSingleRangeOfLines() ? ranges.all().get(0) : null;
        int startLine = lines != null ? lines.firstLine() : optionalNumber("start_line", 1, Integer.MAX_VALUE);
        int endLine = lines != null ? lines.lastLine() : optionalNumber("end_line", 1, Integer.MAX_VALUE);
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
        String pageSizeName = givenNameByArgument.getOrDefault("page_size", "page_size");
        String search = optionalText(ArgumentNames.SEARCH);
        String find = search == null ? parseFind() : search;
        return new ReadArguments(
                optionalText("cursor"),
                search == null ? parseMode() : searchMode(),
                page,
                lastPage,
                parsePageSize(search == null ? find : null),
                pageSizeName,
                parseFields(),
                optionalText("path"),
                startLine,
                endLine,
                isPreviousPageRequested(),
                numberFromOne("max_tokens", Integer.MAX_VALUE),
                find,
                QueryArgumentParser.parse(
                        SqlArgumentParser.toQuery(valueByArgument),
                        valueByArgument.get("with"),
                        valueByArgument.get("args")),
                parseCollect(),
                optionalText(ArgumentNames.CHANGES_SINCE),
                ViewOptions.NONE
                        .withContext(parseContext())
                        .withRanges(lines == null ? ranges : TextRanges.NONE)
                        .withFormat(parseFormat()));
    }

    /** Returns the page size; 0 if it is absent. In a search, a page size of 0 asks only for the number of matches. */
    private int parsePageSize(@Nullable String find) {
        return find != null && isZero("page_size")
                ? ReadArguments.COUNT_ONLY
                : numberFromOne("page_size", Integer.MAX_VALUE);
    }

    /** Returns the search text; null if it is absent. */
    private @Nullable String parseFind() {
        Slice value = valueByArgument.get("find");
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
                terms.add(requireTerm(items.item(i)));
            }
            terms.removeIf(String::isEmpty);
        } else {
            terms.add(requireTerm(value));
        }
        return terms.isEmpty() ? null : new FindTerms(terms).searchText();
    }

    private String requireTerm(Slice value) {
        if (Json.type(value) != JsonType.STRING) {
            throw refusal("find", "find must be a string or a list of strings", "find: \"…\"")
                    .detail("allowed", "a string, or a list of strings");
        }
        return requireText("find", value);
    }

    private TextRanges parseLineRanges() {
        Slice value = valueByArgument.get("lines");
        if (value == null) {
            return TextRanges.NONE;
        }
        for (String lineArgument : List.of("start_line", "end_line")) {
            if (valueByArgument.containsKey(lineArgument)) {
                String givenName = givenName(lineArgument);
                throw refusal(
                        "lines",
                        "lines cannot be used with " + givenName,
                        "lines alone, or " + givenName + " without lines");
            }
        }
        String text = Json.type(value) == JsonType.NUMBER ? value.utf8() : requireText("lines", value);
        TextRanges ranges = TextRanges.parse(text);
        if (ranges == null) {
            throw refusal(
                            "lines",
                            "lines must be ranges such as 335-337,5485, or 1:480-510 for characters of line 1, got "
                                    + shorten(text),
                            "lines: \"335-337,5485\"")
                    .detail("value", shorten(text))
                    .detail("allowed", "FIRST-LAST or LINE:FIRST-LAST, from 1, separated by commas");
        }
        return ranges;
    }

    private MatchContext parseContext() {
        Slice value = valueByArgument.get("context");
        if (value == null) {
            return MatchContext.NONE;
        }
        String text = Json.type(value) == JsonType.NUMBER ? value.utf8() : requireText("context", value);
        MatchContext context = MatchContext.parse(text);
        if (context == null) {
            String allowed = "0 to " + MatchContext.MAX + ", or two of these such as 2,0";
            throw refusal(
                            "context",
                            "context must be " + allowed + ", got " + shorten(text),
                            "context: \"2,0\" for two before each match and none after")
                    .detail("value", shorten(text))
                    .detail("allowed", allowed);
        }
        return context;
    }

    /** Returns the number of the server's pages to join; 0 if the argument is absent or asks for none. */
    private int parseCollect() {
        Slice value = valueByArgument.get("collect");
        String text = value == null ? "false" : value.utf8().replace("\"", "");
        if (text.equals("true") || text.equals("false")) {
            return text.equals("true") ? PagingKeys.MAX_COLLECT : 0;
        }
        try {
            return isZero("collect") ? 0 : optionalNumber("collect", 1, PagingKeys.MAX_COLLECT);
        } catch (RefusedException refused) {
            throw refused.withSuggestion("collect: true")
                    .withMessage("collect must be true, or a number of pages from 1 to " + PagingKeys.MAX_COLLECT
                            + ", got " + shorten(text))
                    .detail("allowed", "true, or 1 to " + PagingKeys.MAX_COLLECT);
        }
    }

    private @Nullable Mode parseMode() {
        String modeName = optionalText("mode");
        Mode mode = modeName == null ? null : Mode.find(modeName);
        if (modeName != null && mode == null) {
            List<String> modeNames = Mode.names();
            String allModes = "one of " + String.join(", ", modeNames);
            throw refusal(
                            "mode",
                            "mode " + shorten(modeName) + " does not exist",
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
            boolean isDefaultMode = excluded.equals("mode") && parseMode() == Mode.PAGINATED;
            if (valueByArgument.containsKey(excluded) && !isDefaultMode) {
                String name = givenName(excluded);
                throw refusal(ArgumentNames.SEARCH, "search cannot be used with " + name, "search without " + name);
            }
        }
        return Mode.SEARCH;
    }

    private @Nullable TextFormatName parseFormat() {
        String name = optionalText("as");
        TextFormatName format = name == null ? null : TextFormatName.find(name);
        if (name != null && format == null) {
            String allFormats = String.join(", ", TextFormatName.names());
            throw refusal("as", "as must be a format, got " + shorten(name), "one of " + allFormats)
                    .detail("value", shorten(name))
                    .detail("allowed", allFormats);
        }
        boolean hasLines = valueByArgument.containsKey("lines")
                || valueByArgument.containsKey("start_line")
                || valueByArgument.containsKey("end_line");
        if (format != null && hasLines) {
            throw refusal(
                    "as",
                    "as cannot be used with lines",
                    "lines without as: lines always count the lines of the original text");
        }
        return format;
    }

    private boolean isPreviousPageRequested() {
        String direction = optionalText("direction");
        if (direction != null && !direction.equals("next") && !direction.equals("previous")) {
            throw refusal(
                            "direction",
                            "direction must be next or previous, got " + shorten(direction),
                            "direction: next, or previous")
                    .detail("allowed", "next, previous");
        }
        return "previous".equals(direction);
    }

    private List<String> parseFields() {
        Slice value = valueByArgument.get("fields");
        if (value == null) {
            return List.of();
        }
        List<String> names = new ArrayList<>();
        if (Json.type(value) == JsonType.ARRAY) {
            ItemIndex items = ItemIndex.of(value);
            for (int i = 0; i < Math.min(items.count(), MAX_FIELDS + 1); i++) {
                names.add(requireText("fields", items.item(i)));
            }
        } else {
            names.addAll(Arrays.asList(requireText("fields", value).split(",", -1)));
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
        return isZero(name) ? 0 : optionalNumber(name, 1, max);
    }

    private boolean isZero(String name) {
        Slice value = valueByArgument.get(name);
        return value != null
                && value.length() <= 3
                && value.utf8().replace("\"", "").equals("0");
    }

    private int optionalNumber(String name, int min, int max) {
        Slice value = valueByArgument.get(name);
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
                                + shorten(digits),
                        givenName(name) + ": " + min)
                .detail("value", shorten(digits))
                .detail("allowed", min + (allowedRange.isEmpty() ? " or more" : allowedRange));
    }

    private @Nullable String optionalText(String name) {
        Slice value = valueByArgument.get(name);
        return value == null ? null : requireText(name, value);
    }

    private String requireText(String name, Slice value) {
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

    private String givenName(String canonicalName) {
        return givenNameByArgument.getOrDefault(canonicalName, canonicalName);
    }

    private static String shorten(String value) {
        return value.length() > 40 ? value.substring(0, 40) + "…" : value;
    }

    private static RefusedException refusal(String argument, String message, String suggestion) {
        return new RefusedException(ErrorCode.INVALID_REQUEST, message, suggestion).detail("argument", argument);
    }
}
