package dev.plimsoll.format.toon;

import dev.plimsoll.format.data.ConvertedText;
import dev.plimsoll.format.data.LineScanner;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.format.data.TextFormat;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** TOON format. A text is certainly TOON if a table or list in it has as many items as its header says. */
public final class ToonFormat implements TextFormat {

    private static final String LABEL = "TOON";

    @Override
    public String name() {
        return "toon";
    }

    @Override
    public boolean canRead(Slice text) {
        LineScanner lines = new LineScanner(text);
        while (lines.next()) {
            if (!lines.isBlank()) {
                return ToonKey.isField(text.bytes(), lines.start(), lines.end());
            }
        }
        return false;
    }

    @Override
    public @Nullable TextData read(Slice text) {
        // without a header, nothing shows that the text is TOON
        return ToonHeader.canOccur(text) ? read(text, true) : null;
    }

    @Override
    public @Nullable TextData readDeclared(Slice text) {
        return read(text, false);
    }

    private static @Nullable TextData read(Slice text, boolean mustBeCertain) {
        ByteSink out = new ByteSink(text.length() + text.length() / 2 + 16);
        ToonParser parser = new ToonParser(text, out);
        if (!parser.parseDocument() || (mustBeCertain && !parser.isCertain())) {
            return null;
        }
        ToonHeader root = parser.rootHeader();
        return root == null
                ? ConvertedText.ofValue(LABEL, out.slice())
                : new ToonRecords(LABEL, text, out.slice(), root, parser.rootItems());
    }
}
