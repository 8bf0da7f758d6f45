package dev.plimsoll.shape.outline;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.shape.outline.statistics.DataKeys;
import dev.plimsoll.shape.outline.statistics.DistinctCounter;
import dev.plimsoll.shape.outline.statistics.NumberRange;
import dev.plimsoll.shape.outline.statistics.ObjectStatistics;
import dev.plimsoll.shape.outline.statistics.ScalarStatistics;
import dev.plimsoll.shape.outline.statistics.ValueStatistics;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes phrases that describe the values at one position: {@code number 1..17}, {@code open 195, closed 205},
 * {@code [string] 0..5}, {@code {CODE: {name, symbol}}}. A phrase is the inside of a JSON string.
 */
final class OutlinePhrase {

    private static final int MAX_NAMES = 40;
    private static final int MAX_NAME_LENGTH = 60;
    private static final int MAX_VALUES = 8;
    private static final int MAX_NUMBERS = 5;
    private static final int MAX_VALUE_LENGTH = 24;
    private static final int MAX_NUMBER_LENGTH = 30;
    private static final int LONG_TEXT = 200;
    /** Names of types, and literals of JSON. A phrase quotes a string that is equal to one of these words. */
    private static final List<String> JSON_WORDS =
            List.of("object", "array", "string", "number", "boolean", "null", "true", "false");

    private final ByteSink out = new ByteSink(64);

    private OutlinePhrase() {}

    /** Returns the types alone. */
    static Slice types(ValueStatistics values) {
        return new OutlinePhrase().addTypes(values).out.slice();
    }

    /**
     * Returns the types with the names of nested fields, and how many of the parents have the value.
     *
     * @param maxNames maximum number of nested names
     */
    static Slice shape(ValueStatistics values, long parentCount, int maxNames) {
        OutlinePhrase phrase = new OutlinePhrase();
        phrase.addShape(values, Math.min(maxNames, MAX_NAMES));
        return phrase.addPresence(values, parentCount).out.slice();
    }

    /** Returns the shape with values or ranges, and with the sizes of arrays and maps. */
    static Slice details(ValueStatistics values, long parentCount, int maxNames) {
        OutlinePhrase phrase = new OutlinePhrase();
        phrase.addDetails(values, Math.min(maxNames, MAX_NAMES));
        return phrase.addPresence(values, parentCount).out.slice();
    }

    /**
     * Returns the type, size, and presence of the values, if a description of their nested fields follows; empty if
     * all are plain objects.
     */
    static Slice container(ValueStatistics values, long parentCount) {
        OutlinePhrase phrase = new OutlinePhrase();
        ObjectStatistics objects = values.objects();
        if (hasSeveralTypes(values)) {
            phrase.addTypeCounts(values);
        } else if (values.countOf(JsonType.ARRAY) > 0) {
            phrase.out.ascii("array ");
            phrase.addLength(values.arrayLengths());
        } else if (objects != null && objects.members() != null) {
            phrase.out.ascii("{").ascii(DataKeys.noun(objects.exampleNames())).ascii("}");
            phrase.addMapSize(values, objects);
        } else if (values.presentIn() > 0 && values.presentIn() < parentCount) {
            phrase.out.ascii("object");
        }
        return phrase.addPresence(values, parentCount).out.slice();
    }

    static boolean hasSeveralTypes(ValueStatistics values) {
        return typesOf(values).size() > 1;
    }

    private static List<JsonType> typesOf(ValueStatistics values) {
        List<JsonType> types = new ArrayList<>();
        for (JsonType type : JsonType.values()) {
            if (values.countOf(type) > 0) {
                types.add(type);
            }
        }
        return types;
    }

    private OutlinePhrase addTypes(ValueStatistics values) {
        String separator = "";
        for (JsonType type : typesOf(values)) {
            out.ascii(separator).ascii(type.typeName());
            separator = "|";
        }
        return this;
    }

    private OutlinePhrase addTypeCounts(ValueStatistics values) {
        String separator = "";
        for (JsonType type : typesOf(values)) {
            out.ascii(separator).ascii(type.typeName()).ascii(" ").number(values.countOf(type));
            separator = ", ";
        }
        return this;
    }

    private OutlinePhrase addPresence(ValueStatistics values, long parentCount) {
        if (values.presentIn() > 0 && values.presentIn() < parentCount) {
            out.ascii(" (in ").number(values.presentIn()).ascii(")");
        }
        return this;
    }

    private void addShape(ValueStatistics values, int maxNames) {
        String separator = "";
        for (JsonType type : typesOf(values)) {
            out.ascii(separator);
            separator = "|";
            ObjectStatistics objects = values.objects();
            ValueStatistics items = values.items();
            if (type == JsonType.OBJECT && objects != null) {
                addObject(objects, maxNames);
            } else if (type == JsonType.ARRAY && items != null) {
                out.ascii("[");
                addShape(items, maxNames);
                out.ascii("]");
            } else {
                out.ascii(type.typeName());
            }
        }
    }

    private void addObject(ObjectStatistics objects, int maxNames) {
        ValueStatistics members = objects.members();
        if (members != null) {
            out.ascii("{").ascii(DataKeys.noun(objects.exampleNames())).ascii(": ");
            addShape(members, maxNames);
            out.ascii("}");
            return;
        }
        out.ascii("{");
        int shownNames = 0;
        for (ValueStatistics.Field field : objects.fields()) {
            if (shownNames < maxNames && field.name().length() <= MAX_NAME_LENGTH) {
                out.ascii(shownNames++ == 0 ? "" : ", ").raw(field.name());
            }
        }
        int moreNames = objects.fields().size() - shownNames;
        if (objects.unnamed() > 0) {
            out.ascii(shownNames == 0 ? "" : ", ").ascii("more");
        } else if (moreNames > 0) {
            out.ascii(shownNames == 0 ? "" : ", ").number(moreNames).ascii(" more");
        }
        out.ascii("}");
    }

    private void addDetails(ValueStatistics values, int maxNames) {
        ObjectStatistics objects = values.objects();
        ValueStatistics items = values.items();
        boolean isArray = values.countOf(JsonType.ARRAY) > 0;
        boolean isObject = values.countOf(JsonType.OBJECT) > 0;
        if (!isArray && !isObject) {
            addScalar(values);
        } else if (isArray && items != null && typesOf(values).size() == 1) {
            out.ascii("[");
            if (items.countOf(JsonType.ARRAY) + items.countOf(JsonType.OBJECT) == 0) {
                addScalar(items);
            } else {
                addShape(items, maxNames);
            }
            out.ascii("] ");
            addLength(values.arrayLengths());
        } else if (isObject
                && objects != null
                && objects.members() != null
                && typesOf(values).size() == 1) {
            addMap(values, objects, objects.members(), maxNames);
        } else {
            addShape(values, maxNames);
        }
    }

    private void addMap(ValueStatistics values, ObjectStatistics objects, ValueStatistics members, int maxNames) {
        out.ascii("{").ascii(DataKeys.noun(objects.exampleNames())).ascii(": ");
        if (members.countOf(JsonType.ARRAY) + members.countOf(JsonType.OBJECT) == 0) {
            addScalar(members);
        } else {
            addShape(members, maxNames);
        }
        out.ascii("}");
        addMapSize(values, objects);
    }

    private void addMapSize(ValueStatistics values, ObjectStatistics objects) {
        boolean isSingle = values.countOf(JsonType.OBJECT) == 1;
        if (isSingle) {
            out.ascii(" ").number(objects.memberCount()).ascii(" keys");
        } else {
            out.ascii(" ");
            addLength(new long[] {objects.sizes()[0], objects.sizes()[1]});
            out.ascii(" keys");
            if (objects.distinctNames() > 0) {
                out.ascii(" of ").number(objects.distinctNames());
            }
        }
        if (!objects.exampleNames().isEmpty()) {
            out.ascii(": ");
            for (Slice name : objects.exampleNames()) {
                if (name.length() <= MAX_NAME_LENGTH) {
                    out.raw(name).ascii(", ");
                }
            }
            out.ascii("...");
        }
    }

    private void addLength(long[] minAndMax) {
        out.number(minAndMax[0]);
        if (minAndMax[1] > minAndMax[0]) {
            out.ascii("..").number(minAndMax[1]);
        }
    }

    private void addScalar(ValueStatistics values) {
        ScalarStatistics scalars = values.scalars();
        int nulls = values.countOf(JsonType.NULL);
        int strings = values.countOf(JsonType.STRING);
        int numbers = values.countOf(JsonType.NUMBER);
        int booleans = values.countOf(JsonType.BOOLEAN);
        int kinds = (strings > 0 ? 1 : 0) + (numbers > 0 ? 1 : 0) + (booleans > 0 ? 1 : 0);
        if (scalars == null || kinds != 1) {
            if (hasSeveralTypes(values)) {
                addTypeCounts(values);
            } else {
                addTypes(values);
            }
            return;
        }
        int count = values.count() - nulls;
        if (strings > 0) {
            addStrings(scalars, count);
        } else if (numbers > 0) {
            addNumbers(scalars, count);
        } else {
            out.ascii("boolean: ");
            addValues(scalars.distinct().byFrequency(), false);
        }
        if (nulls > 0) {
            out.ascii(", null ").number(nulls);
        }
    }

    private void addStrings(ScalarStatistics scalars, int count) {
        DistinctCounter distinct = scalars.distinct();
        Slice[] times = scalars.times().ends();
        if (times != null) {
            out.ascii("string ").raw(times[0]);
            if (!times[0].contentEquals(times[1])) {
                out.ascii("..").raw(times[1]);
            }
            return;
        }
        if (isFew(distinct, MAX_VALUES, count) && isListable(distinct.byFrequency())) {
            boolean isQuoted = !areWords(distinct.byFrequency());
            out.ascii(isQuoted ? "string: " : "");
            addValues(distinct.byFrequency(), isQuoted);
            return;
        }
        out.ascii("string");
        if (distinct.count() > 0 && distinct.count() < count) {
            out.ascii(", ").number(distinct.count()).ascii(" distinct");
        } else if (scalars.lengths()[1] >= LONG_TEXT) {
            out.ascii(", up to ").number(scalars.lengths()[1]).ascii(" characters");
        }
    }

    private void addNumbers(ScalarStatistics scalars, int count) {
        DistinctCounter distinct = scalars.distinct();
        NumberRange range = scalars.numbers();
        BigDecimal[] ends = range == null ? null : range.ends();
        out.ascii("number");
        if (ends == null) {
            return;
        }
        if (distinct.count() > 1 && isFew(distinct, MAX_NUMBERS, count / 2)) {
            String separator = ": ";
            for (DistinctCounter.Value value : distinct.byFrequency()) {
                out.ascii(separator).raw(value.value()).ascii(" x").number(value.count());
                separator = ", ";
            }
            return;
        }
        String from = ends[0].toPlainString();
        String to = ends[1].toPlainString();
        if (from.length() <= MAX_NUMBER_LENGTH && to.length() <= MAX_NUMBER_LENGTH) {
            out.ascii(" ").ascii(from);
            out.ascii(ends[0].compareTo(ends[1]) == 0 ? "" : ".." + to);
        }
    }

    /**
     * Returns whether all values are strings or booleans with few distinct values: an outline shows such values
     * before ranges.
     */
    static boolean hasValueList(ValueStatistics values) {
        int otherValues =
                values.countOf(JsonType.NUMBER) + values.countOf(JsonType.ARRAY) + values.countOf(JsonType.OBJECT);
        return otherValues == 0 && isFew(values.distinct(), MAX_VALUES, values.count() - values.countOf(JsonType.NULL));
    }

    /** Returns whether the values are few enough to list, and occur at least twice on average. */
    private static boolean isFew(DistinctCounter distinct, int max, int count) {
        return distinct.count() > 0 && distinct.count() <= max && 2 * distinct.count() <= count;
    }

    private void addValues(List<DistinctCounter.Value> values, boolean isQuoted) {
        String separator = "";
        for (DistinctCounter.Value value : values) {
            out.ascii(separator).ascii(isQuoted ? "'" : "").raw(value.value()).ascii(isQuoted ? "' " : " ");
            out.number(value.count());
            separator = ", ";
        }
    }

    private static boolean isListable(List<DistinctCounter.Value> values) {
        for (DistinctCounter.Value value : values) {
            boolean isReadable = value.value().length() <= MAX_VALUE_LENGTH
                    && !JsonText.hasEscapes(value.value())
                    && indexOf(value.value(), '\'') < 0;
            if (!isReadable) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns whether values can be listed without quotes: each begins with a letter and has only letters,
     * digits, and a few inner separators. A value with a space has no digits, because a number follows each value.
     */
    private static boolean areWords(List<DistinctCounter.Value> values) {
        for (DistinctCounter.Value value : values) {
            Slice word = value.value();
            if (word.isEmpty() || JSON_WORDS.contains(word.utf8())) {
                return false;
            }
            for (int i = 0; i < word.length(); i++) {
                byte character = word.at(i);
                boolean isLetter = (character | 0x20) >= 'a' && (character | 0x20) <= 'z';
                boolean isInner = i > 0
                        && i < word.length() - 1
                        && (character == ' '
                                || character == '-'
                                || character == '_'
                                || character == '.'
                                || character == '/');
                boolean isDigit = i > 0 && character >= '0' && character <= '9' && indexOf(word, ' ') < 0;
                if (!(isLetter || isInner || isDigit || character < 0 || (i > 0 && character == '_'))) {
                    return false;
                }
            }
        }
        return true;
    }

    private static int indexOf(Slice text, char character) {
        for (int i = 0; i < text.length(); i++) {
            if (text.at(i) == character) {
                return i;
            }
        }
        return -1;
    }
}
