package dev.plimsoll.changes;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finder of the field whose values identify records. */
final class IdentityField {

    private static final List<String> NAMES = List.of(
            "id", "_id", "uuid", "guid", "key", "sku", "number", "iid", "slug", "ref", "sha", "code", "path", "file",
            "url", "uri", "href", "email", "name", "title");

    /** At most one in this many records may repeat the value of another record: 10 is a tenth. */
    private static final int MAX_REPEATED_DIVISOR = 10;

    /**
     * Maximum number of fields that are tried although their name is not in {@link #NAMES}: each costs a scan
     * of all records.
     */
    private static final int MAX_OTHERS = 8;

    private IdentityField() {}

    /**
     * Returns the name of a field that each record of both arrays has, with few equal values; null if there is none.
     */
    static @Nullable String find(ItemIndex before, ItemIndex now) {
        if (before.count() == 0 || now.count() == 0) {
            return null;
        }
        for (String name : candidates(before.item(0))) {
            if (isIdentity(name, before) && isIdentity(name, now)) {
                return name;
            }
        }
        return null;
    }

    /** Returns the names of a record's fields that may identify it, the most probable first. */
    private static List<String> candidates(Slice first) {
        if (Json.type(first) != JsonType.OBJECT) {
            return List.of();
        }
        List<String> otherCandidates = new ArrayList<>();
        Set<String> fieldNames = new HashSet<>();
        Members members = Members.of(first);
        while (members.next()) {
            String name = members.keyText();
            fieldNames.add(name);
            if (otherCandidates.size() < MAX_OTHERS
                    && (name.endsWith("Id") || name.endsWith("_id") || name.endsWith("ID"))) {
                otherCandidates.add(name);
            }
        }
        List<String> candidates =
                new ArrayList<>(NAMES.stream().filter(fieldNames::contains).toList());
        // fields such as orderId come after the best of the known names, and before the other known names
        candidates.addAll(Math.min(1, candidates.size()), otherCandidates);
        return candidates;
    }

    private static boolean isIdentity(String name, ItemIndex items) {
        Set<String> values = new HashSet<>();
        int repeatedCount = 0;
        for (int i = 0; i < items.count(); i++) {
            Slice value = Json.type(items.item(i)) == JsonType.OBJECT ? Members.get(items.item(i), name) : null;
            if (value == null || !isScalar(value)) {
                return false;
            }
            repeatedCount += values.add(value.utf8()) ? 0 : 1;
            if (repeatedCount > items.count() / MAX_REPEATED_DIVISOR) {
                return false;
            }
        }
        return true;
    }

    private static boolean isScalar(Slice value) {
        return Json.type(value) == JsonType.STRING || Json.type(value) == JsonType.NUMBER;
    }
}
