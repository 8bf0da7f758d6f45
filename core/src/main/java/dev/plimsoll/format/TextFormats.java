package dev.plimsoll.format;

import dev.plimsoll.json.Slice;
import dev.plimsoll.texttype.TextTypes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Table of all formats. They are tried in this order; the first that fits is used. */
public final class TextFormats {

    private static final List<TextFormat> ALL = List.of(
            new JsonFormat(),
            new JsonLinesFormat(),
            new SeparatedFormat("CSV", ",;|"),
            new SeparatedFormat("TSV", "\t"));

    private TextFormats() {}

    /** Reads the data in a decoded text in the first format that fits; null if none fits, or it is the snapshot of a page. */
    public static @Nullable TextData read(Slice text) {
        Slice unmarked = withoutByteOrderMark(text);
        if (TextTypes.isSnapshot(unmarked)) {
            return null;
        }
        for (TextFormat format : ALL) {
            TextData data = format.mayRead(unmarked) ? format.read(unmarked) : null;
            if (data != null) {
                return data;
            }
        }
        return null;
    }

    /** Removes a byte order mark, which editors on Windows add; it is not part of the text. */
    static Slice withoutByteOrderMark(Slice text) {
        boolean marked = text.length() >= 3
                && text.at(0) == (byte) 0xEF
                && text.at(1) == (byte) 0xBB
                && text.at(2) == (byte) 0xBF;
        return marked ? text.sub(3, text.length()) : text;
    }
}
