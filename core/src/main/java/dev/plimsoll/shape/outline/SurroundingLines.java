package dev.plimsoll.shape.outline;

import dev.plimsoll.format.TextRecords;
import dev.plimsoll.format.data.OtherText;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.shape.DocumentPart;

/** The lines of other text around data in a text, as members of an outline: {@code before} and {@code after}. */
final class SurroundingLines {

    private static final int MAX_LENGTH = 200;

    private static final Slice NONE = Slice.of("");

    private SurroundingLines() {}

    /** Returns the members, separated by a comma; empty if there is no other text. */
    static Slice of(DocumentPart documentPart) {
        TextRecords data = documentPart.records();
        OtherText otherText = data == null ? OtherText.NONE : data.data().otherText();
        if (otherText.isNone() || !documentPart.pointer().tokens().isEmpty()) {
            return NONE;
        }
        ByteSink out = new ByteSink(64);
        add(out, "before", otherText.before());
        add(out, "after", otherText.after());
        return out.slice();
    }

    private static void add(ByteSink out, String name, Slice text) {
        if (text.isEmpty()) {
            return;
        }
        String beginning = Utf8.decode(text.sub(0, Math.min(text.length(), 4 * MAX_LENGTH + 4)));
        boolean isCut = beginning.codePointCount(0, beginning.length()) > MAX_LENGTH;
        String shortened =
                isCut ? beginning.substring(0, beginning.offsetByCodePoints(0, MAX_LENGTH)) + "…" : beginning;
        out.ascii(out.size() == 0 ? "" : ",").string(name).ascii(":").string(shortened);
    }
}
