package dev.plimsoll.source.live;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import dev.plimsoll.source.SourceCondition;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Search or query that a source may be able to run: text in a field, or a jq expression that only selects items by the
 * values of their fields, and optionally counts them.
 */
record SourceFilter(List<SourceCondition> conditions, Form form) {

    /** Form of the output: single items, one array, or a count. */
    enum Form {
        EACH,
        ARRAY,
        COUNT
    }

    private static final String NAME = "[A-Za-z_][A-Za-z0-9_]{0,63}";
    private static final Pattern FIND = Pattern.compile("(" + NAME + "):\\s*+(\\S.*+)", Pattern.DOTALL);
    private static final String LITERAL = "\"(?:[^\"\\\\\\p{Cntrl}]|\\\\[\"\\\\/bfnrt]|\\\\u[0-9a-fA-F]{4})*+\""
            + "|-?(?:0|[1-9][0-9]{0,30})(?:\\.[0-9]{1,30})?|true|false|null";
    private static final Pattern CONDITION =
            Pattern.compile("\\.(?:(" + NAME + ")|\\[\"(" + NAME + ")\"])\\??\\s*==\\s*(" + LITERAL + ")\\s*");
    private static final Pattern EACH = token("\\.\\[\\]");
    private static final Pattern SELECT = token("select\\s*\\(");
    private static final Pattern PIPE = token("\\|");
    private static final Pattern AND = token("and\\b");
    private static final Pattern CLOSE_PARENTHESIS = token("\\)");
    private static final Pattern OPEN_ARRAY = token("\\[\\s*\\.\\[\\]\\s*\\|");
    private static final Pattern CLOSE_ARRAY = token("\\]");
    private static final Pattern OPEN_MAP = token("map\\s*\\(");
    private static final Pattern LENGTH = token("length\\b");

    private static Pattern token(String regex) {
        return Pattern.compile(regex + "\\s*");
    }

    /** Parses {@code FIELD:TEXT} with one of these fields; returns null for a text to find anywhere. */
    static @Nullable SourceFilter parseFind(String text, List<String> fields) {
        Matcher matcher = FIND.matcher(text.strip());
        boolean isKnown = matcher.matches() && fields.contains(matcher.group(1));
        return isKnown
                ? new SourceFilter(List.of(SourceCondition.contains(matcher.group(1), matcher.group(2))), Form.EACH)
                : null;
    }

    /** Returns the filter for a field that is not a text: the field must equal the value. */
    SourceFilter asEquality() {
        SourceCondition condition = conditions.get(0);
        String text = String.valueOf(condition.value());
        boolean isLiteral = Pattern.matches(LITERAL, text) && !text.startsWith("\"");
        return new SourceFilter(
                List.of(SourceCondition.equal(condition.field(), isLiteral ? literalValue(text) : text)), form);
    }

    /**
     * Parses a query such as {@code map(select(.state == "open")) | length}. Returns null if the source cannot run
     * it, so that all items are needed.
     */
    static @Nullable SourceFilter parseQuery(String query) {
        return new FilterParser(query.strip()).parse();
    }

    private static @Nullable Object literalValue(String literal) {
        return switch (literal.charAt(0)) {
            case '"' -> JsonText.unescapeToString(Json.stringInside(Slice.of(literal)));
            case 't', 'f' -> literal.equals("true");
            case 'n' -> null;
            default -> new BigDecimal(literal);
        };
    }

    /** Parser of the supported expressions, from left to right. */
    private static final class FilterParser {

        private final Matcher matcher;
        private final int end;
        private final List<SourceCondition> conditions = new ArrayList<>();
        private int position;

        FilterParser(String query) {
            this.matcher = CONDITION.matcher(query);
            this.end = query.length();
        }

        @Nullable SourceFilter parse() {
            if (accept(LENGTH)) {
                return position == end ? new SourceFilter(List.of(), Form.COUNT) : null;
            }
            if (accept(OPEN_ARRAY)) {
                return acceptSelects() && accept(CLOSE_ARRAY) ? arrayOrCount() : null;
            }
            if (accept(OPEN_MAP)) {
                return acceptSelects() && accept(CLOSE_PARENTHESIS) ? arrayOrCount() : null;
            }
            boolean isItemQuery = accept(EACH) && accept(PIPE) && acceptSelects();
            return isItemQuery && position == end ? new SourceFilter(List.copyOf(conditions), Form.EACH) : null;
        }

        private @Nullable SourceFilter arrayOrCount() {
            if (position == end) {
                return new SourceFilter(List.copyOf(conditions), Form.ARRAY);
            }
            boolean isCount = accept(PIPE) && accept(LENGTH) && position == end;
            return isCount ? new SourceFilter(List.copyOf(conditions), Form.COUNT) : null;
        }

        private boolean acceptSelects() {
            do {
                if (!accept(SELECT)) {
                    return false;
                }
                do {
                    if (!accept(CONDITION)) {
                        return false;
                    }
                    String name = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
                    conditions.add(SourceCondition.equal(name, literalValue(matcher.group(3))));
                } while (accept(AND));
                if (!accept(CLOSE_PARENTHESIS)) {
                    return false;
                }
            } while (accept(PIPE));
            return true;
        }

        private boolean accept(Pattern pattern) {
            matcher.usePattern(pattern).region(position, end);
            boolean isFound = matcher.lookingAt();
            position = isFound ? matcher.end() : position;
            return isFound;
        }
    }
}
