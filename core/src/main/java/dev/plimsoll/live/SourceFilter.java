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
 * A search or a query that a source may understand: text in a field, or a jq expression that does nothing but select items by
 * the values of their fields, and perhaps counts them.
 */
record SourceFilter(List<SourceCondition> all, Form form) {

    /** What is wanted of the items that meet the conditions. */
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

    /** {@code FIELD:TEXT} with one of these fields; null for a text that is to be found anywhere. */
    static @Nullable SourceFilter find(String sought, List<String> fields) {
        Matcher matcher = FIND.matcher(sought.strip());
        boolean known = matcher.matches() && fields.contains(matcher.group(1));
        return known ? new SourceFilter(List.of(SourceCondition.contains(matcher.group(1), matcher.group(2))), Form.EACH) : null;
    }

    /** The same, where the field is no text: it is just that value. */
    SourceFilter exactly() {
        SourceCondition one = all.get(0);
        String text = String.valueOf(one.value());
        boolean literal = Pattern.matches(LITERAL, text) && !text.startsWith("\"");
        return new SourceFilter(List.of(SourceCondition.equal(one.field(), literal ? value(text) : text)), form);
    }

    /** Null for a query that asks for anything else, which only all items together answer. */
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

    /** Reads the few expressions that it knows, from left to right. */
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
