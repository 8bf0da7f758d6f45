package dev.plimsoll.shape.fold;

import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Recognizes the fields that identify a record: ids, names, titles, status, kind, dates, totals, references to other
 * things, and the fields that the policy adds. If the policy lists summary fields, only these identify a record.
 */
public final class ItemIdentity {

    /** Last words of identifying fields. */
    private static final Set<String> WORDS = Set.of(
            "id",
            "uuid",
            "guid",
            "key",
            "sku",
            "slug",
            "ref",
            "name",
            "title",
            "label",
            "subject",
            "number",
            "code",
            "email",
            "status",
            "state",
            "kind",
            "type",
            "category",
            "priority",
            "date",
            "time",
            "timestamp",
            "created",
            "updated",
            "modified",
            "start",
            "end",
            "due",
            "from",
            "to",
            "total",
            "amount",
            "count",
            "sum",
            "price",
            "currency",
            "version",
            "url",
            "path",
            "error",
            "message",
            "property",
            "owner",
            "customer",
            "client",
            "guest",
            "user",
            "account",
            "author",
            "assignee",
            "reporter",
            "project",
            "repository",
            "product",
            "parent");

    /** Last words of the fields that only tell one object from other objects, such as {@code order_id}. */
    private static final Set<String> IDS =
            Set.of("id", "uuid", "guid", "key", "sku", "ref", "number", "code", "sha", "hash");

    private static final int MAX_FIELD_LENGTH = 64;
    /** Form of a date; 0 is any digit. */
    private static final String DATE = "0000-00-00";

    private static final int MAX_DATE_LENGTH = 40;

    private final Set<String> configuredFields;
    private final boolean isConfiguredOnly;

    private ItemIdentity(List<String> fields, boolean isConfiguredOnly) {
        this.configuredFields = Set.copyOf(fields);
        this.isConfiguredOnly = isConfiguredOnly;
    }

    public static ItemIdentity of(Policy policy) {
        List<String> summaryFields = policy.get(Policy.SUMMARY_FIELDS);
        return summaryFields.isEmpty()
                ? new ItemIdentity(policy.get(Policy.KEEP_FIELDS), false)
                : new ItemIdentity(summaryFields, true);
    }

    /** Returns whether a member identifies its object, by its name or because it is a date. */
    public boolean identifies(String field, Slice value) {
        if (configuredFields.contains(field)) {
            return true;
        }
        return !isConfiguredOnly
                && (isDate(value) || (field.length() <= MAX_FIELD_LENGTH && WORDS.contains(lastWord(field))));
    }

    /** Returns whether a field only tells one object from other objects, and says nothing else about the object. */
    public static boolean isId(String field) {
        return field.length() <= MAX_FIELD_LENGTH && IDS.contains(lastWord(field));
    }

    /** Returns whether a JSON value is a string that begins with an ISO 8601 date and has at most a time after it. */
    private static boolean isDate(Slice value) {
        boolean isPossible =
                value.at(0) == '"' && value.length() >= DATE.length() + 2 && value.length() <= MAX_DATE_LENGTH;
        for (int i = 0; isPossible && i < DATE.length(); i++) {
            byte current = value.at(i + 1);
            isPossible = DATE.charAt(i) == '0' ? current >= '0' && current <= '9' : current == DATE.charAt(i);
        }
        int afterDate = DATE.length() + 1;
        return isPossible && (value.at(afterDate) == '"' || value.at(afterDate) == 'T' || value.at(afterDate) == ' ');
    }

    /**
     * Returns the last word of a field name in lower case: {@code id} for {@code order_id} and {@code orderId},
     * {@code created} for {@code createdAt}.
     */
    private static String lastWord(String field) {
        int end = field.endsWith("_at") || field.endsWith("At") ? field.length() - 2 : field.length();
        end = end > 1 && field.charAt(end - 1) == '_' ? end - 1 : end;
        int start = end;
        while (start > 0) {
            char character = field.charAt(start - 1);
            if (character == '_' || character == '-' || character == '.' || character == ' ') {
                break;
            }
            start--;
            if (Character.isUpperCase(character) && start > 0 && Character.isLowerCase(field.charAt(start - 1))) {
                break;
            }
        }
        return field.substring(start, end).toLowerCase(Locale.ROOT);
    }
}
