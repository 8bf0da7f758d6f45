package dev.plimsoll.shape;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Budget;
import java.util.Arrays;
import java.util.List;

/** Writes a survey at one level of detail: an object for each place, with what is worth knowing of the values there. */
final class SurveyWriter {

    /**
     * How much is told.
     *
     * @param fields of each object
     * @param depth levels of nesting
     * @param values that are listed of a field at most
     * @param ends whether ranges and lengths are told
     */
    record Level(int fields, int depth, int values, boolean ends) {

        /** From rich to poor; an outline takes the first that fits. */
        static final List<Level> RICH_TO_POOR = List.of(
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
    private final Draft out;
    private final Budget room;

    /** Stops early, leaving broken JSON, once there is no more room. */
    SurveyWriter(Level level, Draft out, Budget room) {
        this.level = level;
        this.out = out;
        this.room = room;
    }

    void write(Survey survey) {
        write(survey, 1, 0);
    }

    private boolean full() {
        return out.bytes() > room.bytes();
    }

    private void write(Survey survey, int around, int depth) {
        out.ascii("{");
        types(survey);
        if (survey.in() > 0 && survey.in() < around) {
            out.ascii(",\"in\":").number(survey.in());
        }
        scalars(survey);
        boolean container = survey.of(JsonType.ARRAY) + survey.of(JsonType.OBJECT) > 0;
        if (level.ends() && container) {
            out.ascii(",\"bytes\":").number(survey.bytes());
        }
        if (survey.of(JsonType.ARRAY) > 0) {
            out.ascii(",\"items\":").number(survey.itemCount());
            lengths(survey, JsonType.ARRAY);
        }
        Survey items = survey.items();
        if (items != null && items.count() > 0 && depth < level.depth() && !full()) {
            write(items, 0, depth + 1, "each");
        }
        if ((!survey.fields().isEmpty() || survey.unnamed() > 0) && !full()) {
            fields(survey, depth);
        }
        out.ascii("}");
    }

    private void write(Survey survey, int around, int depth, String name) {
        out.ascii(",").name(name);
        write(survey, around, depth);
    }

    private void types(Survey survey) {
        List<JsonType> types = Arrays.stream(JsonType.values())
                .filter(type -> survey.of(type) > 0)
                .toList();
        if (types.size() <= 1) {
            out.name("type").string(types.isEmpty() ? "" : types.get(0).word());
            return;
        }
        out.name("types").ascii("{");
        for (JsonType type : types) {
            boolean first = type == types.get(0);
            out.ascii(first ? "" : ",").name(type.word()).number(survey.of(type));
        }
        out.ascii("}");
    }

    private void scalars(Survey survey) {
        boolean listed = values(survey);
        int distinct = sameKind(survey) ? survey.distinct().count() : -1;
        if (!listed && level.ends() && distinct > 1) {
            out.ascii(",\"distinct\":").number(distinct);
        }
        if (!level.ends()) {
            return;
        }
        Draft range = new Draft(out.counter());
        if (!listed && survey.numbers().writeTo(range)) {
            out.ascii(",\"range\":").append(range);
        }
        Slice[] dates = survey.dates();
        if (dates != null && !listed) {
            out.ascii(",\"range\":[").raw(quoted(dates[0])).ascii(",").raw(quoted(dates[1]));
            out.ascii("]");
        } else if (!listed && survey.of(JsonType.STRING) > 0) {
            lengths(survey, JsonType.STRING);
        }
        TextOutline text = survey.text();
        if (!listed && text != null) {
            text.writeTo(out.ascii(",\"text\":"), level.values());
        }
    }

    /** The text between the quotes as a JSON string again. */
    private static Slice quoted(Slice inside) {
        return new ByteSink(inside.length() + 2).stringRaw(inside).slice();
    }

    private void lengths(Survey survey, JsonType of) {
        long[] lengths = survey.lengths();
        boolean mixed = survey.of(JsonType.ARRAY) > 0 && survey.of(JsonType.STRING) > 0;
        boolean one = of == JsonType.ARRAY && survey.of(of) == 1;
        if (level.ends() && !mixed && !one) {
            out.ascii(",\"length\":[").number(lengths[0]).ascii(",").number(lengths[1]);
            out.ascii("]");
        }
    }

    /** The values with their frequencies, where they are few and most stand there more than once. */
    private boolean values(Survey survey) {
        int distinct = sameKind(survey) ? survey.distinct().count() : -1;
        int scalars = survey.of(JsonType.STRING) + survey.of(JsonType.NUMBER) + survey.of(JsonType.BOOLEAN);
        boolean telling = distinct == 1 || 2 * distinct <= scalars;
        if (distinct < 1 || distinct > level.values() || !telling) {
            return false;
        }
        out.ascii(",\"values\":{");
        boolean first = true;
        for (Distinct.Value value : survey.distinct().byFrequency()) {
            out.ascii(first ? "" : ",").raw(quoted(value.value())).ascii(":").number(value.times());
            first = false;
        }
        out.ascii("}");
        return true;
    }

    /** Whether a string and a number of the same letters cannot be taken for one. */
    private static boolean sameKind(Survey survey) {
        return survey.of(JsonType.STRING) == 0 || survey.of(JsonType.NUMBER) + survey.of(JsonType.BOOLEAN) == 0;
    }

    private void fields(Survey survey, int depth) {
        List<Survey.Field> fields = survey.fields();
        int shown = depth < level.depth() ? Math.min(level.fields(), fields.size()) : 0;
        if (shown > 0) {
            out.ascii(",\"fields\":{");
            for (int i = 0; i < shown && !full(); i++) {
                Survey.Field field = fields.get(i);
                out.ascii(i == 0 ? "" : ",").raw(quoted(field.name())).ascii(":");
                write(field.values(), survey.of(JsonType.OBJECT), depth + 1);
            }
            out.ascii("}");
        }
        if (shown < fields.size()) {
            out.ascii(",\"moreFields\":").number(fields.size() - shown);
        }
        if (survey.unnamed() > 0) {
            out.ascii(",\"moreMembers\":").number(survey.unnamed());
        }
    }
}
