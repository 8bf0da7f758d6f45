package dev.plimsoll.live;

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
record SourceFilter(List<SourceCondition> all, Form form) {

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
    private static final Pattern EACH = word("\\.\\[\\]");
    private static final Pattern SELECT = word("select\\s*\\(");
    private static final Pattern PIPE = word("\\|");
    private static final Pattern AND = word("and\\b");
    private static final Pattern CLOSE = word("\\)");
    private static final Pattern OPEN_ARRAY = word("\\[\\s*\\.\\[\\]\\s*\\|");
    private static final Pattern CLOSE_ARRAY = word("\\]");
    private static final Pattern OPEN_MAP = word("map\\s*\\(");
    private static final Pattern LENGTH = word("length\\b");

    private static Pattern word(String regex) {
        return Pattern.compile(regex + "\\s*");
    }

    /** Parses {@code FIELD:TEXT} with one of these fields; returns null for a text to find anywhere. */
    static @Nullable SourceFilter find(String text, List<String> fields) {
        Matcher matcher = FIND.matcher(text.strip());
        boolean known = matcher.matches() && fields.contains(matcher.group(1));
        return known
                ? new SourceFilter(List.of(SourceCondition.contains(matcher.group(1), matcher.group(2))), Form.EACH)
                : null;
    }

    /** Returns the filter for a field that is not text: it must equal the value. */
    SourceFilter exactly() {
        SourceCondition condition = all.get(0);
        String text = String.valueOf(condition.value());
        boolean literal = Pattern.matches(LITERAL, text) && !text.startsWith("\"");
        return new SourceFilter(List.of(SourceCondition.equal(condition.field(), literal ? value(text) : text)), form);
    }

    /** Parses a query; returns null for any other query, which needs all items. */
    static @Nullable SourceFilter query(String query) {
        return new Reader(query.strip()).asked();
    }

    private static @Nullable Object value(String literal) {
        return switch (literal.charAt(0)) {
            case '"' -> JsonText.text(Json.stringInside(Slice.of(literal)));
            case 't', 'f' -> literal.equals("true");
            case 'n' -> null;
            default -> new BigDecimal(literal);
        };
    }

    /** Parses the few supported expressions from left to right. */
    private static final class Reader {

        private final Matcher matcher;
        private final int end;
        private final List<SourceCondition> conditions = new ArrayList<>();
        private int at;

        Reader(String query) {
            this.matcher = CONDITION.matcher(query);
            this.end = query.length();
        }

        @Nullable SourceFilter asked() {
            if (takes(LENGTH)) {
                return at == end ? new SourceFilter(List.of(), Form.COUNT) : null;
            }
            if (takes(OPEN_ARRAY)) {
                return selects() && takes(CLOSE_ARRAY) ? gathered() : null;
            }
            if (takes(OPEN_MAP)) {
                return selects() && takes(CLOSE) ? gathered() : null;
            }
            boolean each = takes(EACH) && takes(PIPE) && selects();
            return each && at == end ? new SourceFilter(List.copyOf(conditions), Form.EACH) : null;
        }

        private @Nullable SourceFilter gathered() {
            if (at == end) {
                return new SourceFilter(List.copyOf(conditions), Form.ARRAY);
            }
            boolean counted = takes(PIPE) && takes(LENGTH) && at == end;
            return counted ? new SourceFilter(List.copyOf(conditions), Form.COUNT) : null;
        }

        private boolean selects() {
            do {
                if (!takes(SELECT)) {
                    return false;
                }
                do {
                    if (!takes(CONDITION)) {
                        return false;
                    }
                    String name = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
                    conditions.add(SourceCondition.equal(name, value(matcher.group(3))));
                } while (takes(AND));
                if (!takes(CLOSE)) {
                    return false;
                }
            } while (takes(PIPE));
            return true;
        }

        private boolean takes(Pattern pattern) {
            matcher.usePattern(pattern).region(at, end);
            boolean found = matcher.lookingAt();
            at = found ? matcher.end() : at;
            return found;
        }
    }
}
