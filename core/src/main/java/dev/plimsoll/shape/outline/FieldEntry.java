package dev.plimsoll.shape.outline;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.shape.outline.statistics.ObjectStatistics;
import dev.plimsoll.shape.outline.statistics.ValueStatistics;
import dev.plimsoll.tokens.TokenCounter;
import org.jspecify.annotations.Nullable;

/** One field of an outline in a header, at one of several levels of detail. */
final class FieldEntry {

    /** Maximum number of names of nested fields in a phrase. */
    private static final int MAX_NAMES = 40;

    private static final int MAX_NESTED_FIELDS = 40;

    /** Levels of detail, from the least to the most. */
    enum Level {
        /** The field is not shown. */
        NONE,
        /** The name alone, in a list of names. */
        NAME,
        /** The types. */
        TYPE,
        /** The types with nested names, and the number of parents that have the field. */
        SHAPE,
        /** The fields inside, with their types. */
        NESTED_SHAPES,
        /** Values, ranges, and sizes of the field itself. */
        DETAILS,
        /** The fields inside, with their values, ranges, and sizes. */
        NESTED_DETAILS,
        /** The fields inside, and the fields inside these, with their values, ranges, and sizes. */
        DEEP_DETAILS
    }

    private final ValueStatistics.Field field;
    private final long parentCount;
    private final TokenCounter counter;
    private final @Nullable Slice[] texts = new Slice[Level.values().length];
    private final int[] tokens = new int[Level.values().length];
    private Level level = Level.NONE;

    /** Creates an entry; {@code parentCount} is the number of objects that can have the field. */
    FieldEntry(ValueStatistics.Field field, long parentCount, TokenCounter counter) {
        this.field = field;
        this.parentCount = parentCount;
        this.counter = counter;
    }

    Slice name() {
        return field.name();
    }

    long presentIn() {
        return field.values().presentIn();
    }

    /** Returns whether the details of the field are a list of its values. */
    boolean hasValueList() {
        return OutlinePhrase.hasValueList(field.values());
    }

    boolean isNamed() {
        return level != Level.NONE;
    }

    boolean isDescribed() {
        return level.compareTo(Level.TYPE) >= 0;
    }

    /** Sets the level; returns its tokens. */
    int setLevel(Level newLevel) {
        level = newLevel;
        return tokens(newLevel);
    }

    Slice text() {
        return text(level);
    }

    /**
     * Returns whether the field can be raised to a level: a level with nested fields needs nested fields; any other
     * level must be higher than the current one.
     */
    boolean canRaise(Level newLevel) {
        boolean isNested =
                newLevel == Level.NESTED_SHAPES || newLevel == Level.NESTED_DETAILS || newLevel == Level.DEEP_DETAILS;
        if (isNested) {
            return findNested(field.values()) != null;
        }
        return newLevel.compareTo(level) > 0;
    }

    int extraTokens(Level newLevel) {
        return tokens(newLevel) - tokens(level);
    }

    /** Returns the tokens of the text at a level and the comma before it. */
    @SuppressWarnings("EnumOrdinal") // array index: levels are never stored
    int tokens(Level requestedLevel) {
        int cached = tokens[requestedLevel.ordinal()];
        if (cached == 0 && requestedLevel != Level.NONE) {
            cached = counter.count(text(requestedLevel)) + 1;
            tokens[requestedLevel.ordinal()] = cached;
        }
        return cached;
    }

    @SuppressWarnings("EnumOrdinal") // array index: levels are never stored
    private Slice text(Level requestedLevel) {
        Slice cached = texts[requestedLevel.ordinal()];
        if (cached == null) {
            cached = compose(requestedLevel);
            texts[requestedLevel.ordinal()] = cached;
        }
        return cached;
    }

    private Slice compose(Level requestedLevel) {
        ValueStatistics values = field.values();
        return switch (requestedLevel) {
            case NONE, NAME -> field.name();
            case TYPE -> member(field.name(), OutlinePhrase.types(values));
            case SHAPE -> member(field.name(), OutlinePhrase.shape(values, parentCount, MAX_NAMES));
            case DETAILS -> member(field.name(), OutlinePhrase.details(values, parentCount, MAX_NAMES));
            case NESTED_SHAPES, NESTED_DETAILS, DEEP_DETAILS -> composeNested(requestedLevel);
        };
    }

    private static Slice member(Slice name, Slice phrase) {
        return new ByteSink(name.length() + phrase.length() + 8)
                .slimString(name)
                .ascii(":")
                .slimString(phrase)
                .slice();
    }

    /**
     * Returns the statistics of the objects in a field: its values, or their items, or the members of maps; null if
     * there are none.
     */
    private static @Nullable ValueStatistics findNested(ValueStatistics values) {
        ObjectStatistics objects = values.objects();
        ValueStatistics nested = values.countOf(JsonType.ARRAY) > 0
                ? values.items()
                : objects == null || objects.members() == null ? values : objects.members();
        boolean isMixed = values.countOf(JsonType.ARRAY) > 0 && values.countOf(JsonType.OBJECT) > 0;
        ObjectStatistics nestedObjectStatistics = nested == null || isMixed ? null : nested.objects();
        boolean hasNamedFields = nestedObjectStatistics != null
                && nestedObjectStatistics.members() == null
                && !nestedObjectStatistics.fields().isEmpty()
                && nestedObjectStatistics.fields().size() <= MAX_NESTED_FIELDS;
        return hasNamedFields ? nested : null;
    }

    private Slice composeNested(Level requestedLevel) {
        ValueStatistics nested = findNested(field.values());
        if (nested == null) {
            return text(Level.SHAPE);
        }
        ByteSink out = new ByteSink(256);
        writeNested(field, parentCount, nested, requestedLevel, out);
        return out.slice();
    }

    private static void writeNested(
            ValueStatistics.Field field, long parentCount, ValueStatistics nested, Level requestedLevel, ByteSink out) {
        out.slimString(field.name()).ascii(":{");
        Slice container = OutlinePhrase.container(field.values(), parentCount);
        String separator = "";
        if (!container.isEmpty()) {
            out.member("(is)").slimString(container);
            separator = ",";
        }
        int nestedParentCount = nested.countOf(JsonType.OBJECT);
        for (ValueStatistics.Field nestedField : nested.fields()) {
            out.ascii(separator);
            separator = ",";
            ValueStatistics nestedObjects =
                    requestedLevel == Level.DEEP_DETAILS ? findNested(nestedField.values()) : null;
            if (nestedObjects != null) {
                writeNested(nestedField, nestedParentCount, nestedObjects, Level.NESTED_DETAILS, out);
                continue;
            }
            Slice phrase = requestedLevel == Level.NESTED_SHAPES
                    ? OutlinePhrase.shape(nestedField.values(), nestedParentCount, MAX_NAMES / 2)
                    : OutlinePhrase.details(nestedField.values(), nestedParentCount, MAX_NAMES / 2);
            out.raw(member(nestedField.name(), phrase));
        }
        ObjectStatistics objects = nested.objects();
        if (objects != null && objects.unnamed() > 0) {
            out.member("(more)").string(objects.unnamed() + " members with other names");
        }
        out.ascii("}");
    }
}
