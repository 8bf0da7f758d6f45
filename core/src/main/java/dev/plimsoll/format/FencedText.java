package dev.plimsoll.format;

import dev.plimsoll.format.data.LineScanner;
import dev.plimsoll.format.data.OtherText;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads data in fenced blocks ({@code ```json}) with a few lines of other text around them. */
final class FencedText {

    /** Minimum number of {@code `} or {@code ~} in a fence. */
    private static final int MIN_FENCE = 3;

    private final Slice text;
    private final Function<Slice, @Nullable TextData> reader;
    /** Data of each fenced block. */
    private final List<TextData> parts = new ArrayList<>();
    /** Text of each fenced block, with its fences. */
    private final List<Slice> places = new ArrayList<>();

    private final ByteSink before = new ByteSink(64);
    private final ByteSink after = new ByteSink(64);
    private int otherLines;
    private int dataBytes;
    /** Number of lines that were scanned. */
    private int line;
    /** Number of lines before the data of the first block. */
    private int firstLine;

    private FencedText(Slice text, Function<Slice, @Nullable TextData> reader) {
        this.text = text;
        this.reader = reader;
    }

    /**
     * Reads the data in the fenced blocks of a text; null if there is none, or too much other text.
     *
     * @param reader reads the text in a block
     */
    static @Nullable TextData read(Slice text, Function<Slice, @Nullable TextData> reader) {
        FencedText fenced = new FencedText(text, reader);
        boolean isData = fenced.scan() && !fenced.parts.isEmpty() && 2L * fenced.dataBytes > text.length();
        return isData ? fenced.data() : null;
    }

    private TextData data() {
        OtherText other = new OtherText(before.slice(), after.slice());
        TextData only = parts.get(0);
        return new SurroundedData(parts.size() == 1 ? only : new SeveralParts(text, parts, places), other, firstLine);
    }

    private boolean scan() {
        for (int at = 0; at < text.length(); ) {
            int end = endOfLine(at);
            line++;
            int fence = fenceLength(at, end);
            if (fence == 0) {
                if (!addOther(at, end)) {
                    return false;
                }
                at = end;
                continue;
            }
            int close = findClose(end, text.at(at), fence);
            TextData data = reader.apply(text.sub(end, close));
            int blockEnd = endOfLine(close);
            if (data == null) {
                return false;
            }
            add(data, text.sub(at, blockEnd), close - end);
            countLines(end, blockEnd);
            at = blockEnd;
        }
        return true;
    }

    private void add(TextData data, Slice place, int bytes) {
        firstLine = parts.isEmpty() ? line : firstLine;
        parts.add(data);
        places.add(place);
        dataBytes += bytes;
    }

    /** Adds a line of other text; returns false if there are too many. */
    private boolean addOther(int from, int end) {
        Slice other = Json.trim(text.sub(from, end));
        if (other.isEmpty()) {
            return true;
        }
        ByteSink sink = parts.isEmpty() ? before : after;
        sink.ascii(sink.size() == 0 ? "" : "\n").raw(other);
        otherLines++;
        return otherLines <= OtherText.MAX_LINES;
    }

    /**
     * Returns the number of {@code `} or {@code ~} with which the line begins; 0 if there are too few for a
     * fence.
     */
    private int fenceLength(int from, int end) {
        byte sign = text.at(from);
        int length = 0;
        while ((sign == '`' || sign == '~') && from + length < end && text.at(from + length) == sign) {
            length++;
        }
        return length < MIN_FENCE ? 0 : length;
    }

    /** Returns where the line starts that closes a fence; the end of the text if none does. */
    private int findClose(int from, byte sign, int length) {
        for (int at = from; at < text.length(); at = endOfLine(at)) {
            int end = endOfLine(at);
            boolean isClose = text.at(at) == sign
                    && fenceLength(at, end) >= length
                    && Json.trim(text.sub(at + fenceLength(at, end), end)).isEmpty();
            if (isClose) {
                return at;
            }
        }
        return text.length();
    }

    private int endOfLine(int from) {
        int feed = LineScanner.endOfLine(text.bytes(), text.from() + from, text.to()) - text.from();
        return Math.min(feed + 1, text.length());
    }

    private void countLines(int from, int to) {
        for (int i = from; i < to; i++) {
            line += text.at(i) == '\n' ? 1 : 0;
        }
    }

    /** Data of several fenced blocks: an array with the data of each. */
    private record SeveralParts(Slice whole, List<TextData> parts, List<Slice> places) implements TextData {

        @Override
        public String label() {
            return "fenced " + parts.get(0).label();
        }

        @Override
        public int size() {
            return (int) Math.min(
                    parts.stream().mapToLong(part -> part.size() + 1L).sum() + 1, Integer.MAX_VALUE - 8);
        }

        @Override
        public void writeTo(ByteSink out) {
            JsonWriter json = new JsonWriter(out).beginArray();
            for (TextData part : parts) {
                ByteSink value = new ByteSink(part.size());
                part.writeTo(value);
                json.raw(value.slice());
            }
            json.endArray();
        }

        @Override
        public Slice text(int from, int to) {
            return from == to
                    ? whole.sub(0, 0)
                    : new Slice(
                            whole.bytes(),
                            places.get(from).from(),
                            places.get(to - 1).to());
        }
    }
}
