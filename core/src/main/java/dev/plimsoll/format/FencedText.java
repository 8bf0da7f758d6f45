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
    private static final int MIN_FENCE_LENGTH = 3;

    private final Slice text;
    private final Function<Slice, @Nullable TextData> reader;
    /** Data of each fenced block. */
    private final List<TextData> blocks = new ArrayList<>();
    /** Text of each fenced block, with its fences. */
    private final List<Slice> blockTexts = new ArrayList<>();

    private final ByteSink textBefore = new ByteSink(64);
    private final ByteSink textAfter = new ByteSink(64);
    private int otherLineCount;
    private int dataBytes;
    /** Number of lines that were scanned. */
    private int scannedLines;
    /** Number of lines before the data of the first block. */
    private int linesBeforeData;

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
        boolean isData = fenced.scan() && !fenced.blocks.isEmpty() && 2L * fenced.dataBytes > text.length();
        return isData ? fenced.toTextData() : null;
    }

    private TextData toTextData() {
        OtherText otherText = new OtherText(textBefore.slice(), textAfter.slice());
        TextData firstBlock = blocks.get(0);
        return new SurroundedData(
                blocks.size() == 1 ? firstBlock : new FencedBlocks(text, blocks, blockTexts),
                otherText,
                linesBeforeData);
    }

    private boolean scan() {
        for (int lineStart = 0; lineStart < text.length(); ) {
            int lineEnd = endOfLine(lineStart);
            scannedLines++;
            int fenceLength = fenceLength(lineStart, lineEnd);
            if (fenceLength == 0) {
                if (!addOtherLine(lineStart, lineEnd)) {
                    return false;
                }
                lineStart = lineEnd;
                continue;
            }
            int closingLine = findClosingLine(lineEnd, text.at(lineStart), fenceLength);
            TextData data = reader.apply(text.sub(lineEnd, closingLine));
            int blockEnd = endOfLine(closingLine);
            if (data == null) {
                return false;
            }
            addBlock(data, text.sub(lineStart, blockEnd), closingLine - lineEnd);
            countLines(lineEnd, blockEnd);
            lineStart = blockEnd;
        }
        return true;
    }

    private void addBlock(TextData data, Slice blockText, int byteCount) {
        linesBeforeData = blocks.isEmpty() ? scannedLines : linesBeforeData;
        blocks.add(data);
        blockTexts.add(blockText);
        dataBytes += byteCount;
    }

    /** Adds a line that is not in a block; returns false if there are too many such lines. */
    private boolean addOtherLine(int start, int end) {
        Slice line = Json.trim(text.sub(start, end));
        if (line.isEmpty()) {
            return true;
        }
        ByteSink sink = blocks.isEmpty() ? textBefore : textAfter;
        sink.ascii(sink.size() == 0 ? "" : "\n").raw(line);
        otherLineCount++;
        return otherLineCount <= OtherText.MAX_LINES;
    }

    /**
     * Returns the number of {@code `} or {@code ~} with which the line begins; 0 if there are too few for a
     * fence.
     */
    private int fenceLength(int from, int end) {
        byte fenceByte = text.at(from);
        int length = 0;
        while ((fenceByte == '`' || fenceByte == '~') && from + length < end && text.at(from + length) == fenceByte) {
            length++;
        }
        return length < MIN_FENCE_LENGTH ? 0 : length;
    }

    /** Returns the offset of the line that closes a fence; the end of the text if the fence is not closed. */
    private int findClosingLine(int start, byte fenceByte, int minLength) {
        for (int lineStart = start; lineStart < text.length(); lineStart = endOfLine(lineStart)) {
            int lineEnd = endOfLine(lineStart);
            boolean isClosingFence = text.at(lineStart) == fenceByte
                    && fenceLength(lineStart, lineEnd) >= minLength
                    && Json.trim(text.sub(lineStart + fenceLength(lineStart, lineEnd), lineEnd))
                            .isEmpty();
            if (isClosingFence) {
                return lineStart;
            }
        }
        return text.length();
    }

    private int endOfLine(int from) {
        int lineFeed = LineScanner.findLineFeed(text.bytes(), text.from() + from, text.to()) - text.from();
        return Math.min(lineFeed + 1, text.length());
    }

    private void countLines(int from, int to) {
        for (int i = from; i < to; i++) {
            scannedLines += text.at(i) == '\n' ? 1 : 0;
        }
    }

    /** Data of several fenced blocks: an array with the data of each. */
    private record FencedBlocks(Slice whole, List<TextData> blocks, List<Slice> blockTexts) implements TextData {

        @Override
        public String label() {
            return "fenced " + blocks.get(0).label();
        }

        @Override
        public int size() {
            return (int) Math.min(
                    blocks.stream().mapToLong(block -> block.size() + 1L).sum() + 1, Integer.MAX_VALUE - 8);
        }

        @Override
        public void writeTo(ByteSink out) {
            JsonWriter json = new JsonWriter(out).beginArray();
            for (TextData block : blocks) {
                ByteSink value = new ByteSink(block.size());
                block.writeTo(value);
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
                            blockTexts.get(from).from(),
                            blockTexts.get(to - 1).to());
        }
    }
}
