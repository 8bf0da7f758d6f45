package dev.plimsoll.shape.literal;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.View;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A user's answer to an elicitation, checked against the requested fields. */
final class ElicitationAnswer {

    private static final int MAX_BYTES = 16_384;

    /** Whole number. In JSON Schema, 10.0 is also an integer. */
    private static final Pattern INTEGER = Pattern.compile("[0-9]{1,6}(?:\\.0)?");

    private final List<ElicitationForm.Filter> filters;
    private final int maxItems;
    private final List<FieldMatch> matches = new ArrayList<>();
    private String search = "";
    private int limit;
    private boolean isOutline;

    /** A field, and the value that it must have. */
    private record FieldMatch(ElicitationForm.Filter field, String value) {}

    private ElicitationAnswer(List<ElicitationForm.Filter> filters, int maxItems) {
        this.filters = filters;
        this.maxItems = maxItems;
    }

    /**
     * Parses a response. Returns null if the user did not accept, or if a field was not requested or has a value that
     * is not allowed.
     */
    static @Nullable ElicitationAnswer of(Slice response, List<ElicitationForm.Filter> filters, int maxItems) {
        boolean isValid = response.length() <= MAX_BYTES && Json.isValid(response) && isObject(response);
        Slice action = isValid ? Members.get(Json.trim(response), "action") : null;
        if (action == null || !text(action).equals("accept")) {
            return null;
        }
        Slice content = Members.get(Json.trim(response), "content");
        ElicitationAnswer elicitationAnswer = new ElicitationAnswer(filters, maxItems);
        if (content == null || Json.type(content) == JsonType.NULL) {
            return elicitationAnswer;
        }
        return isObject(content) && elicitationAnswer.accept(Members.of(content)) ? elicitationAnswer : null;
    }

    private static boolean isObject(Slice value) {
        return Json.type(value) == JsonType.OBJECT;
    }

    private boolean accept(Members members) {
        while (members.next()) {
            JsonType type = members.type();
            if (type == JsonType.ARRAY
                    || type == JsonType.OBJECT
                    || !accept(members.keyText(), text(members.value()))) {
                return false;
            }
        }
        return true;
    }

    /** Returns a string as its text, null as an empty string, and other values as they were written. */
    private static String text(Slice value) {
        JsonType type = Json.type(value);
        if (type == JsonType.STRING) {
            return JsonText.unescapeToString(Json.stringInside(value)).strip();
        }
        return type == JsonType.NULL ? "" : value.utf8();
    }

    private boolean accept(String name, String value) {
        if (value.isEmpty()) {
            return true;
        }
        return switch (name) {
            case ElicitationForm.SEARCH -> acceptSearch(value);
            case ElicitationForm.LIMIT -> acceptLimit(value);
            case ElicitationForm.SHOW -> acceptShow(value);
            default -> acceptFilter(name, value);
        };
    }

    private boolean acceptSearch(String value) {
        search = value;
        return value.codePointCount(0, value.length()) <= ElicitationForm.MAX_SEARCH_LENGTH;
    }

    private boolean acceptLimit(String value) {
        limit = INTEGER.matcher(value).matches() ? (int) Double.parseDouble(value) : 0;
        return limit >= 1 && limit <= maxItems;
    }

    private boolean acceptShow(String value) {
        isOutline = value.equals(ElicitationForm.OUTLINE);
        return isOutline || value.equals(ElicitationForm.ITEMS);
    }

    private boolean acceptFilter(String name, String value) {
        for (ElicitationForm.Filter filter : filters) {
            if (filter.name().equals(name)) {
                boolean isAllowedValue = filter.values().contains(value);
                if (isAllowedValue) {
                    matches.add(new FieldMatch(filter, value));
                }
                return isAllowedValue || value.equals(ElicitationForm.ANY);
            }
        }
        return false;
    }

    /**
     * Returns the view that the user selected: a part of the list at {@code path}, or its pages if the form is empty.
     */
    View view(View currentView, String path) {
        View limitedView = limit > 0 ? currentView.withPageSize(limit) : currentView;
        if (isOutline) {
            return limitedView.withPath(path).withMode(Mode.OUTLINE).withLeadSentence("The user wants the outline.");
        }
        if (matches.isEmpty() && search.isEmpty()) {
            return limitedView.withMode(Mode.PAGINATED);
        }
        View listView = limitedView.withPath(path);
        View narrowedView = matches.isEmpty()
                ? listView.withSearch(Mode.FIND, searchPattern())
                : listView.withSearch(Mode.QUERY, query());
        return narrowedView.withLeadSentence("The user wants only those with " + description() + ".");
    }

    private String description() {
        StringBuilder conditions = new StringBuilder();
        for (FieldMatch match : matches) {
            conditions.append(conditions.isEmpty() ? "" : " and ").append(match.field.name());
            conditions.append(" = ").append(match.value);
        }
        if (!search.isEmpty()) {
            conditions
                    .append(conditions.isEmpty() ? "" : " and ")
                    .append("the text \"")
                    .append(search)
                    .append('"');
        }
        return conditions.toString();
    }

    /**
     * Returns a search pattern that finds exactly the user's text, because the user was not asked for a regular
     * expression.
     */
    private String searchPattern() {
        // a search would read a text that begins with one of these characters as a pattern or a list
        boolean isSpecial = search.startsWith("/") || search.startsWith("\"") || search.startsWith("[");
        return isSpecial ? "/" + quotedSearch() + "/i" : search;
    }

    private String query() {
        StringBuilder query = new StringBuilder(".[]");
        for (FieldMatch match : matches) {
            String value = match.field.isBoolean() ? match.value : json(match.value);
            query.append(" | select(.[")
                    .append(json(match.field.name()))
                    .append("]? == ")
                    .append(value)
                    .append(')');
        }
        if (!search.isEmpty()) {
            query.append(" | select(any(.. | scalars | tostring; test(")
                    .append(json(quotedSearch()))
                    .append("; \"i\")))");
        }
        return query.toString();
    }

    /** Returns the text as a regular expression that matches exactly this text. */
    private String quotedSearch() {
        StringBuilder expression = new StringBuilder();
        search.codePoints().forEach(codePoint -> {
            boolean isPlain = codePoint > 127 || Character.isLetterOrDigit(codePoint) || codePoint == ' ';
            expression.append(isPlain ? "" : "\\").appendCodePoint(codePoint);
        });
        return expression.toString();
    }

    private static String json(String text) {
        return new ByteSink(text.length() + 2).string(text).slice().utf8();
    }
}
