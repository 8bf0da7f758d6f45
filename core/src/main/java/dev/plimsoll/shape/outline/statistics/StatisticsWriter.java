package dev.plimsoll.shape.outline.statistics;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.outline.text.TextOutline;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;

/**
 * Writes value statistics at one level of detail: an object for each position, with the useful facts about its values.
 */
public final class StatisticsWriter {

    /**
     * Level of detail.
     *
     * @param fields maximum fields of each object
     * @param depth levels of nesting
     * @param values maximum listed values of a field
     * @param hasRanges whether to write ranges and lengths
     */
    public record Level(int fields, int depth, int values, boolean hasRanges) {

        /** Levels from the most to the least detail; an outline uses the first that fits. */
        public static final List<Level> RICH_TO_POOR = List.of(
                new Level(300, 16, 16, true),
                new Level(200, 10, 8, true),
                new Level(100, 8, 5, true),
                new Level(60, 6, 3, true),
                new Level(40, 4, 0, true),
                new Level(30, 3, 0, false),
                new Level(16, 2, 0, false),
                new Level(8, 2, 0, false),
                new Level(4, 1, 0, false),
                new Level(0, 0, 0, false));
    }

    private final Level level;
    private final AnswerDraft out;
    private final Budget budget;

    /**
     * Creates a writer. It stops when the bytes of the budget are exceeded; the JSON is then incomplete, and must be
     * discarded.
     */
    public StatisticsWriter(Level level, AnswerDraft out, Budget budget) {
        this.level = level;
        this.out = out;
        this.budget = budget;
    }

    public void write(ValueStatistics valueStatistics) {
        write(valueStatistics, 1, 0);
    }

    private boolean isFull() {
        return out.bytes() > budget.bytes();
    }

    private void write(ValueStatistics valueStatistics, int parentCount, int depth) {
        out.ascii("{");
        writeTypes(valueStatistics);
        if (valueStatistics.presentIn() > 0 && valueStatistics.presentIn() < parentCount) {
            out.member("in").number(valueStatistics.presentIn());
        }
        writeScalars(valueStatistics);
        boolean isContainer = valueStatistics.countOf(JsonType.ARRAY) + valueStatistics.countOf(JsonType.OBJECT) > 0;
        if (level.hasRanges() && isContainer) {
            out.member("bytes").number(valueStatistics.bytes());
        }
        if (valueStatistics.countOf(JsonType.ARRAY) > 0) {
            out.member("items").number(valueStatistics.itemCount());
            writeArrayLengths(valueStatistics);
        }
        ValueStatistics items = valueStatistics.items();
        if (items != null && items.count() > 0 && depth < level.depth() && !isFull()) {
            write(items, 0, depth + 1, "each");
        }
        ObjectStatistics objects = valueStatistics.objects();
        if (objects != null && objects.memberCount() > 0 && !isFull()) {
            writeMembers(objects, valueStatistics.countOf(JsonType.OBJECT), depth);
        }
        out.ascii("}");
    }

    private void write(ValueStatistics valueStatistics, int parentCount, int depth, String name) {
        out.ascii(",").name(name);
        write(valueStatistics, parentCount, depth);
    }

    private void writeTypes(ValueStatistics valueStatistics) {
        List<JsonType> types = Arrays.stream(JsonType.values())
                .filter(type -> valueStatistics.countOf(type) > 0)
                .toList();
        if (types.size() <= 1) {
            out.name("type").string(types.isEmpty() ? "" : types.get(0).typeName());
            return;
        }
        out.name("types").ascii("{");
        for (JsonType type : types) {
            boolean isFirst = type == types.get(0);
            out.ascii(isFirst ? "" : ",").name(type.typeName()).number(valueStatistics.countOf(type));
        }
        out.ascii("}");
    }

    private void writeScalars(ValueStatistics valueStatistics) {
        boolean isListed = writeValues(valueStatistics);
        int distinct =
                isComparable(valueStatistics) ? valueStatistics.distinct().count() : -1;
        if (!isListed && level.hasRanges() && distinct > 1) {
            out.member("distinct").number(distinct);
        }
        if (!level.hasRanges()) {
            return;
        }
        ScalarStatistics scalars = valueStatistics.scalars();
        if (!isListed && scalars != null) {
            writeRanges(valueStatistics, scalars);
        }
    }

    private void writeRanges(ValueStatistics valueStatistics, ScalarStatistics scalars) {
        BigDecimal[] ends = scalars.numbers() == null ? null : scalars.numbers().ends();
        if (ends != null) {
            out.member("range").ascii("[").ascii(ends[0].toPlainString());
            out.ascii(",").ascii(ends[1].toPlainString()).ascii("]");
        }
        boolean canHaveTimes = valueStatistics.countOf(JsonType.STRING) > 0 && ends == null;
        Slice[] times = canHaveTimes ? scalars.times().ends() : null;
        if (times != null) {
            out.member("range").ascii("[").raw(quoted(times[0])).ascii(",").raw(quoted(times[1]));
            out.ascii("]");
        } else if (valueStatistics.countOf(JsonType.STRING) > 0 && valueStatistics.countOf(JsonType.ARRAY) == 0) {
            writeLengths(scalars.lengths());
        }
        TextOutline text = scalars.text();
        if (text != null) {
            text.writeTo(out.member("text"), level.values());
        }
    }

    /** Returns text without quotes as a JSON string. */
    private static Slice quoted(Slice inside) {
        return new ByteSink(inside.length() + 2).slimString(inside).slice();
    }

    private void writeArrayLengths(ValueStatistics valueStatistics) {
        if (level.hasRanges()
                && valueStatistics.countOf(JsonType.STRING) == 0
                && valueStatistics.countOf(JsonType.ARRAY) > 1) {
            writeLengths(valueStatistics.arrayLengths());
        }
    }

    /** Writes the member {@code length}. It is left out if a position has both strings and arrays. */
    private void writeLengths(long[] ends) {
        out.member("length")
                .ascii("[")
                .number(ends[0])
                .ascii(",")
                .number(ends[1])
                .ascii("]");
    }

    /**
     * Writes the values with their frequencies, if they are few and occur at least twice on average, or if there is
     * only one. Returns whether the values were written.
     */
    private boolean writeValues(ValueStatistics valueStatistics) {
        int distinct =
                isComparable(valueStatistics) ? valueStatistics.distinct().count() : -1;
        int scalars = valueStatistics.countOf(JsonType.STRING)
                + valueStatistics.countOf(JsonType.NUMBER)
                + valueStatistics.countOf(JsonType.BOOLEAN);
        boolean isInformative = distinct == 1 || 2 * distinct <= scalars;
        if (distinct < 1 || distinct > level.values() || !isInformative) {
            return false;
        }
        out.member("values").ascii("{");
        boolean isFirst = true;
        for (DistinctCounter.Value value : valueStatistics.distinct().byFrequency()) {
            out.ascii(isFirst ? "" : ",").raw(quoted(value.value())).ascii(":").number(value.count());
            isFirst = false;
        }
        out.ascii("}");
        return true;
    }

    /**
     * Returns whether equal spellings are equal values: false if there are both strings and other scalars, such as
     * "1" and 1.
     */
    private static boolean isComparable(ValueStatistics valueStatistics) {
        return valueStatistics.countOf(JsonType.STRING) == 0
                || valueStatistics.countOf(JsonType.NUMBER) + valueStatistics.countOf(JsonType.BOOLEAN) == 0;
    }

    private void writeMembers(ObjectStatistics objects, int objectCount, int depth) {
        ValueStatistics allMembers = objects.members();
        if (allMembers == null) {
            writeFields(objects, objectCount, depth);
            return;
        }
        out.member("members").number(objects.memberCount());
        if (objectCount > 1) {
            if (objects.distinctNames() > 0) {
                out.member("keys").number(objects.distinctNames());
            }
            if (level.hasRanges()) {
                int[] sizes = objects.sizes();
                out.member("size")
                        .ascii("[")
                        .number(sizes[0])
                        .ascii(",")
                        .number(sizes[1])
                        .ascii("]");
            }
        }
        if (depth < level.depth()) {
            write(allMembers, 0, depth + 1, "eachMember");
        }
    }

    private void writeFields(ObjectStatistics objects, int objectCount, int depth) {
        List<ValueStatistics.Field> fields = objects.fields();
        int shownFields = depth < level.depth() ? Math.min(level.fields(), fields.size()) : 0;
        if (shownFields > 0) {
            out.member("fields").ascii("{");
            for (int i = 0; i < shownFields && !isFull(); i++) {
                ValueStatistics.Field field = fields.get(i);
                out.ascii(i == 0 ? "" : ",").raw(quoted(field.name())).ascii(":");
                write(field.values(), objectCount, depth + 1);
            }
            out.ascii("}");
        }
        if (shownFields < fields.size()) {
            out.member("moreFields").number(fields.size() - shownFields);
        }
        if (objects.unnamed() > 0) {
            out.member("moreMembers").number(objects.unnamed());
        }
    }
}
