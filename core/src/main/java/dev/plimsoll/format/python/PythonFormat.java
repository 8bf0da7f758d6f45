package dev.plimsoll.format.python;

import dev.plimsoll.format.data.ConvertedText;
import dev.plimsoll.format.data.LineErrors;
import dev.plimsoll.format.data.Spans;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.format.data.TextFormat;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** Python format: one list, tuple, set, or dict, or several, one for each line. */
public final class PythonFormat implements TextFormat {

    private static final String LABEL = "Python";
    private static final int HEAD_BYTES = 4096;
    private static final Slice OPEN = Slice.of("[");
    private static final Slice CLOSE = Slice.of("]");

    @Override
    public String name() {
        return "python";
    }

    @Override
    public boolean canRead(Slice text) {
        Slice head = text.sub(0, Math.min(HEAD_BYTES, text.length()));
        PythonParser parser = new PythonParser(head, new ByteSink(HEAD_BYTES));
        parser.skipSpace();
        return parser.isAtContainer() && (parser.parseContainer(new Spans()) || parser.isAtEnd());
    }

    @Override
    public @Nullable TextData read(Slice text) {
        ByteSink out = new ByteSink(text.length() + text.length() / 8 + 16);
        PythonParser parser = new PythonParser(text, out);
        parser.skipSpace();
        Spans items = new Spans();
        int start = parser.offset();
        if (!parser.isAtContainer() || !parser.parseContainer(items)) {
            return null;
        }
        int end = parser.offset();
        boolean hasLineEnd = parser.skipLineEnd();
        if (parser.isAtEnd()) {
            boolean isArray = out.slice().at(0) == '[';
            ConvertedText.Source source = new ConvertedText.Source(text, items, OPEN, CLOSE);
            return isArray
                    ? new ConvertedText(LABEL, out.slice(), source, LineErrors.NONE)
                    : ConvertedText.ofValue(LABEL, out.slice());
        }
        return hasLineEnd ? readLines(text, parser, out, start, end) : null;
    }

    @Override
    public int errorOffset(Slice text) {
        PythonParser parser = new PythonParser(text, new ByteSink(text.length()));
        parser.skipSpace();
        boolean isRead = parser.isAtContainer() && parser.parseContainer(new Spans());
        if (isRead) {
            parser.skipSpace();
        }
        return Math.min(parser.offset(), text.to()) - text.from();
    }

    /** Reads the values of the lines after the first value; all values together become an array. */
    private static @Nullable TextData readLines(
            Slice text, PythonParser parser, ByteSink out, int firstStart, int firstEnd) {
        Spans values = new Spans();
        values.add(firstStart, firstEnd);
        out.insert(0, OPEN);
        while (!parser.isAtEnd()) {
            int valueStart = parser.offset();
            out.ascii(",");
            if (!parser.isAtContainer() || !parser.parseContainer(new Spans())) {
                return null;
            }
            values.add(valueStart, parser.offset());
            if (!parser.skipLineEnd() && !parser.isAtEnd()) {
                return null;
            }
        }
        return ConvertedText.ofRecords(LABEL, out.ascii("]").slice(), text, values, LineErrors.NONE);
    }
}
