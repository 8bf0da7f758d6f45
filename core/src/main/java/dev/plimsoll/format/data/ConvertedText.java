package dev.plimsoll.format.data;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * Data that its format wrote as JSON while it read the text.
 *
 * @param label the name of the format in a sentence
 * @param json the data as one JSON value
 * @param source the places of the records in the text; null if the data is not a list, or its text cannot be
 *     divided
 * @param lineErrors the errors in lines that do not match the format
 * @param uniformRecords describes the records if they all have the same members
 */
public record ConvertedText(
        String label,
        Slice json,
        @Nullable Source source,
        LineErrors lineErrors,
        @Nullable UniformRecords uniformRecords)
        implements TextData {

    /** Maximum ratio of the length of the JSON to that of the text. */
    private static final long MAX_GROWTH_FACTOR = 16;

    /** Bytes that the JSON may have in addition, whatever the length of the text. */
    private static final long ALLOWED_GROWTH_BYTES = 1 << 20;

    /**
     * The places of records in a text, and what must surround some of them so that they are a text in the
     * same format.
     *
     * @param text the text
     * @param records the place of each record
     * @param before text before records: the bracket that opens a list, or the rows of a header; may be empty
     * @param after text after records: the bracket that closes a list; may be empty
     */
    public record Source(Slice text, Spans records, Slice before, Slice after) {}

    /** Creates data for which it is unknown whether all records have the same members. */
    public ConvertedText(String label, Slice json, @Nullable Source source, LineErrors lineErrors) {
        this(label, json, source, lineErrors, null);
    }

    /** Returns the same data with a description of its records; null if they do not all have the same members. */
    public ConvertedText withUniformRecords(@Nullable UniformRecords records) {
        return new ConvertedText(label, json, source, lineErrors, records);
    }

    /** Creates data that is not a list. */
    public static ConvertedText ofValue(String label, Slice json) {
        return new ConvertedText(label, json, null, LineErrors.NONE);
    }

    /** Creates a list of records that need nothing around them. */
    public static ConvertedText ofRecords(String label, Slice json, Slice text, Spans records, LineErrors lineErrors) {
        Slice nothing = text.sub(0, 0);
        return new ConvertedText(label, json, new Source(text, records, nothing, nothing), lineErrors);
    }

    /**
     * Returns whether JSON is so much longer than its text that the text must not be converted. Formats check
     * this while they write, so that a small hostile text cannot fill the memory.
     */
    public static boolean isTooLong(long jsonBytes, Slice text) {
        return jsonBytes > MAX_GROWTH_FACTOR * text.length() + ALLOWED_GROWTH_BYTES;
    }

    @Override
    public int size() {
        return json.length();
    }

    @Override
    public void writeTo(ByteSink out) {
        out.raw(json);
    }

    @Override
    public @Nullable Slice text(int from, int to) {
        if (source == null) {
            return null;
        }
        Slice text = source.text();
        Slice records = from < to
                ? new Slice(
                        text.bytes(),
                        source.records().from(from),
                        source.records().to(to - 1))
                : text.sub(0, 0);
        Slice before = source.before();
        Slice after = source.after();
        return before.isEmpty() && after.isEmpty()
                ? records
                : new ByteSink(before.length() + records.length() + after.length())
                        .raw(before)
                        .raw(records)
                        .raw(after)
                        .slice();
    }
}
