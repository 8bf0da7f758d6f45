package dev.plimsoll.shape.outline.statistics;

import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides whether the keys of the objects at one position are data, so that the objects are used as maps. */
public final class DataKeys {

    private static final int MIN_KEYS = 16;
    private static final int MIN_OBJECTS = 4;
    private static final int MANY_KEYS = 100;
    private static final int MAX_CODE_LENGTH = 5;

    private DataKeys() {}

    /** Returns whether {@link #areData} can be true, as far as the fields alone tell. */
    static boolean arePossible(List<ValueStatistics.Field> fields) {
        return fields.size() >= MIN_KEYS && commonType(fields) != null;
    }

    /**
     * Returns whether keys are data: all members have one type, and either each object has few of many keys, or the
     * members are objects of one shape, or the keys do not look like names of fields.
     *
     * @param members number of members of all objects
     * @param all statistics of all members together
     */
    static boolean areData(List<ValueStatistics.Field> fields, int objects, long members, ValueStatistics all) {
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
            double similarity = similarity(all);
            return similarity >= 0.9 || (keys >= 2 * MIN_KEYS && similarity >= 0.3);
        }
        return objects < MIN_OBJECTS && (keys > MANY_KEYS || (keys >= 2 * MIN_KEYS && lookLikeData(fields)));
    }

    /** Returns the type of all members except null; null if they have several. */
    private static @Nullable JsonType commonType(List<ValueStatistics.Field> fields) {
        JsonType common = null;
        for (ValueStatistics.Field field : fields) {
            for (JsonType type : JsonType.values()) {
                if (type != JsonType.NULL && field.values().of(type) > 0) {
                    if (common != null && common != type) {
                        return null;
                    }
                    common = type;
                }
            }
        }
        return common;
    }

    /** Returns the mean share of the fields of all members that one member has; 0 if there are none. */
    private static double similarity(ValueStatistics all) {
        ObjectStatistics objects = all.objects();
        double possible = (double) all.fields().size() * all.of(JsonType.OBJECT);
        return objects == null || possible == 0 || objects.unnamed() > 0 ? 0 : objects.memberCount() / possible;
    }

    private static boolean lookLikeData(List<ValueStatistics.Field> fields) {
        int data = 0;
        for (ValueStatistics.Field field : fields) {
            data += field.name().length() <= 3 || !isIdentifier(field.name()) ? 1 : 0;
        }
        return 5 * data >= 4 * fields.size();
    }

    /** Returns whether a name has only letters and underscores, with digits only at its end. */
    private static boolean isIdentifier(Slice name) {
        for (int i = 0; i < name.length(); i++) {
            byte c = name.at(i);
            boolean isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
            if (!isLetter && !(i > 0 && c >= '0' && c <= '9')) {
                return false;
            }
        }
        return true;
    }

    /** Returns a word for the keys: CODE, ID, PATH, or KEY. */
    public static String noun(List<Slice> names) {
        boolean codes = true;
        boolean numbers = true;
        boolean paths = true;
        for (Slice name : names) {
            codes &= name.length() <= MAX_CODE_LENGTH && isIdentifier(name);
            boolean slash = false;
            boolean digits = !name.isEmpty();
            for (int i = 0; i < name.length(); i++) {
                slash |= name.at(i) == '/';
                digits &= name.at(i) >= '0' && name.at(i) <= '9';
            }
            numbers &= digits;
            paths &= slash;
        }
        return names.isEmpty() ? "KEY" : numbers ? "ID" : codes ? "CODE" : paths ? "PATH" : "KEY";
    }
}
