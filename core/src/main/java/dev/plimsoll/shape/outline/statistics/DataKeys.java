package dev.plimsoll.shape.outline.statistics;

import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether the keys of objects are data, so that the objects are maps. For example, the keys of {@code
 * {"EUR": 1.0, "USD": 1.1, …}} are currencies, not names of fields.
 */
public final class DataKeys {

    /** Minimum number of keys of a map. */
    private static final int MIN_KEYS = 16;

    /** Minimum number of objects whose keys can be sparse: each object has few of them. */
    private static final int MIN_OBJECTS = 4;

    /** Number of keys above which objects of scalars are maps, whatever the keys are. */
    private static final int MANY_KEYS = 100;

    private static final int MAX_CODE_LENGTH = 5;

    private DataKeys() {}

    /**
     * Returns whether {@link #areData} can be true for these fields. Cheap: does not need the merged statistics of all
     * members.
     */
    static boolean arePossible(List<ValueStatistics.Field> fields) {
        return fields.size() >= MIN_KEYS && commonType(fields) != null;
    }

    /**
     * Returns whether keys are data: each object has few of many keys, or the members are objects with the same fields,
     * or the keys do not look like names of fields.
     *
     * @param fields fields for which {@link #arePossible} is true, so that all members except nulls have one type
     * @param objects number of objects
     * @param members number of members of all objects
     * @param allMembers statistics of all members together
     */
    static boolean areData(List<ValueStatistics.Field> fields, int objects, long members, ValueStatistics allMembers) {
        JsonType type = commonType(fields);
        int keys = fields.size();
        int mostFrequent = fields.stream()
                .mapToInt(field -> field.values().presentIn())
                .max()
                .orElse(0);
        boolean isSparse =
                objects >= MIN_OBJECTS && 3 * members <= (long) keys * objects && 5L * mostFrequent <= 3L * objects;
        if (isSparse) {
            return true;
        }
        if (type == JsonType.OBJECT) {
            double similarity = similarity(allMembers);
            return similarity >= 0.9 || (keys >= 2 * MIN_KEYS && similarity >= 0.3);
        }
        return objects < MIN_OBJECTS && (keys > MANY_KEYS || (keys >= 2 * MIN_KEYS && areUnlikeFieldNames(fields)));
    }

    /** Returns the type of all members except null; null if they have several. */
    private static @Nullable JsonType commonType(List<ValueStatistics.Field> fields) {
        JsonType common = null;
        for (ValueStatistics.Field field : fields) {
            for (JsonType type : JsonType.values()) {
                if (type != JsonType.NULL && field.values().countOf(type) > 0) {
                    if (common != null && common != type) {
                        return null;
                    }
                    common = type;
                }
            }
        }
        return common;
    }

    /**
     * Returns the share of all known fields that a member has on average: 1 if all members have the same fields; 0 if
     * there are no fields.
     */
    private static double similarity(ValueStatistics allMembers) {
        ObjectStatistics objects = allMembers.objects();
        double possible = (double) allMembers.fields().size() * allMembers.countOf(JsonType.OBJECT);
        return objects == null || possible == 0 || objects.unnamed() > 0 ? 0 : objects.memberCount() / possible;
    }

    private static boolean areUnlikeFieldNames(List<ValueStatistics.Field> fields) {
        int unlikeNames = 0;
        for (ValueStatistics.Field field : fields) {
            unlikeNames += field.name().length() <= 3 || !isIdentifier(field.name()) ? 1 : 0;
        }
        return 5 * unlikeNames >= 4 * fields.size();
    }

    /** Returns whether a name has only letters, digits, {@code _}, and {@code $}, and does not begin with a digit. */
    private static boolean isIdentifier(Slice name) {
        for (int i = 0; i < name.length(); i++) {
            byte character = name.at(i);
            boolean isLetter = (character >= 'a' && character <= 'z')
                    || (character >= 'A' && character <= 'Z')
                    || character == '_'
                    || character == '$';
            if (!isLetter && !(i > 0 && character >= '0' && character <= '9')) {
                return false;
            }
        }
        return true;
    }

    /** Returns a word for the keys: CODE, ID, PATH, or KEY. */
    public static String noun(List<Slice> names) {
        boolean areCodes = true;
        boolean areNumbers = true;
        boolean arePaths = true;
        for (Slice name : names) {
            areCodes &= name.length() <= MAX_CODE_LENGTH && isIdentifier(name);
            boolean hasSlash = false;
            boolean isNumber = !name.isEmpty();
            for (int i = 0; i < name.length(); i++) {
                hasSlash |= name.at(i) == '/';
                isNumber &= name.at(i) >= '0' && name.at(i) <= '9';
            }
            areNumbers &= isNumber;
            arePaths &= hasSlash;
        }
        return names.isEmpty() ? "KEY" : areNumbers ? "ID" : areCodes ? "CODE" : arePaths ? "PATH" : "KEY";
    }
}
