package dev.plimsoll.shape;

import dev.plimsoll.policy.Policy;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Which fields tell what a record is: ids, names, titles, status, kind, dates, totals, and what the policy adds. */
final class Identity {

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
            "message");
    private static final int LONGEST = 64;

    private final Set<String> keep;
    private final boolean only;

    private Identity(List<String> keep, boolean only) {
        this.keep = Set.copyOf(keep);
        this.only = only;
    }

    static Identity of(Policy policy) {
        List<String> instead = policy.get(Policy.SUMMARY_FIELDS);
        return instead.isEmpty() ? new Identity(policy.get(Policy.KEEP_FIELDS), false) : new Identity(instead, true);
    }

    boolean knows(String field) {
        if (keep.contains(field)) {
            return true;
        }
        return !only && field.length() <= LONGEST && WORDS.contains(lastWord(field));
    }

    /** {@code order_id}, {@code orderId} and {@code createdAt} end in a word that says what they are. */
    private static String lastWord(String field) {
        int end = field.endsWith("_at") || field.endsWith("At") ? field.length() - 2 : field.length();
        end = end > 1 && field.charAt(end - 1) == '_' ? end - 1 : end;
        int start = end;
        while (start > 0) {
            char c = field.charAt(start - 1);
            if (c == '_' || c == '-' || c == '.' || c == ' ') {
                break;
            }
            start--;
            if (Character.isUpperCase(c) && start > 0 && Character.isLowerCase(field.charAt(start - 1))) {
                break;
            }
        }
        return field.substring(start, end).toLowerCase(Locale.ROOT);
    }
}
