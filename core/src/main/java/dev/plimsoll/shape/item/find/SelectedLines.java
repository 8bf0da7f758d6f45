package dev.plimsoll.shape.item.find;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.view.TextRange;
import dev.plimsoll.view.View;
import java.util.ArrayList;
import java.util.List;

/** Parts of a text that a view selects: one range of lines, or several ranges of lines or characters. */
public final class SelectedLines {

    private final Slice text;
    private final LineIndex lines;
    private final int linesBefore;
    private final List<TextRange> ranges;

    private SelectedLines(DocumentPart part, LineIndex lines, List<TextRange> ranges) {
        this.text = part.bytes();
        this.lines = lines;
        this.linesBefore = part.linesBefore();
        this.ranges = ranges;
    }

    /**
     * Finds the parts of a text that a view selects. If the text is a section, the line numbers are those of the
     * complete text.
     */
    public static SelectedLines of(DocumentPart part, LineIndex lines, View view) {
        List<TextRange> requestedRanges = view.options().ranges().all();
        if (view.firstLine() > 0) {
            int last = view.lastLine() == 0 ? Integer.MAX_VALUE : view.lastLine();
            requestedRanges = List.of(new TextRange(view.firstLine(), last, 0, 0));
        }
        int lastLine = part.linesBefore() + lines.count();
        List<TextRange> rangesInText = new ArrayList<>();
        for (TextRange range : requestedRanges) {
            int first = Math.max(range.firstLine(), part.linesBefore() + 1);
            int last = Math.min(range.lastLine(), lastLine);
            if (first <= last) {
                rangesInText.add(new TextRange(first, last, range.firstCharacter(), range.lastCharacter()));
            }
        }
        return new SelectedLines(part, lines, rangesInText);
    }

    /**
     * Throws {@link RefusedException} if one of the ranges is outside the text, or begins after the end of its line.
     */
    public void requireRangesInText(List<TextRange> requested) {
        int firstLine = linesBefore + 1;
        int lastLine = linesBefore + lines.count();
        for (TextRange range : requested) {
            if (range.lastLine() < firstLine || range.firstLine() > lastLine) {
                boolean isBefore = range.lastLine() < firstLine;
                throw refusal(
                        range,
                        isBefore ? "before the beginning" : "after the end",
                        "the text has lines " + firstLine + "-" + lastLine,
                        firstLine + "-" + lastLine);
            }
            if (range.isCharacterRange()) {
                int characters = Utf8.codePoints(line(range.firstLine()));
                if (range.firstCharacter() > characters) {
                    String allowed = range.firstLine() + ":1-" + characters;
                    throw refusal(
                            range,
                            "after the end",
                            "line " + range.firstLine() + " has " + characters + " characters",
                            allowed);
                }
            }
        }
    }

    private static RefusedException refusal(TextRange range, String location, String fact, String allowed) {
        return new RefusedException(
                        ErrorCode.INVALID_REQUEST,
                        "lines " + range + " is " + location + ": " + fact,
                        "lines: \"" + allowed + "\"")
                .detail("argument", "lines")
                .detail("value", range.toString())
                .detail("allowed", allowed);
    }

    private Slice line(int number) {
        int line = number - linesBefore - 1;
        int end = lines.end(line);
        boolean hasLineFeed = text.at(end - 1) == '\n';
        return text.sub(lines.start(line), hasLineFeed ? end - 1 : end);
    }

    /** Returns the number of lines of the text. */
    public int totalLines() {
        return lines.count();
    }

    /** Returns the selected parts of the text. */
    List<Slice> slices() {
        List<Slice> slices = new ArrayList<>();
        for (TextRange range : ranges) {
            slices.add(
                    range.isCharacterRange()
                            ? characters(line(range.firstLine()), range)
                            : text.sub(
                                    lines.start(range.firstLine() - linesBefore - 1),
                                    lines.end(range.lastLine() - linesBefore - 1)));
        }
        return slices;
    }

    private static Slice characters(Slice line, TextRange range) {
        int from = offsetAfter(line, 0, range.firstCharacter() - 1);
        return line.sub(from, offsetAfter(line, from, range.lastCharacter() - range.firstCharacter() + 1));
    }

    /** Returns the offset after a number of characters; the end of the line if there are fewer. */
    private static int offsetAfter(Slice line, int from, int characters) {
        int offset = from;
        for (int remaining = characters; remaining > 0 && offset < line.length(); remaining--) {
            offset += Utf8.lengthAt(line.bytes(), line.from() + offset, line.to());
        }
        return offset;
    }

    /** Returns all parts as one text; each part begins on a new line. */
    public Slice joined() {
        ByteSink out = new ByteSink(1024);
        List<Slice> slices = slices();
        for (int i = 0; i < slices.size(); i++) {
            Slice slice = slices.get(i);
            out.raw(slice);
            boolean hasLineFeed = slice.isEmpty() || slice.at(slice.length() - 1) == '\n';
            out.ascii(!hasLineFeed && i + 1 < slices.size() ? "\n" : "");
        }
        return out.slice();
    }

    /** Returns the number in the complete text of each line of {@link #joined}. */
    public int[] numbers() {
        int count = 0;
        for (TextRange range : ranges) {
            count += range.lastLine() - range.firstLine() + 1;
        }
        int[] numbers = new int[count];
        int index = 0;
        for (TextRange range : ranges) {
            for (int line = range.firstLine(); line <= range.lastLine(); line++) {
                numbers[index++] = line;
            }
        }
        return numbers;
    }

    /** Returns the ranges in the form of the argument {@code lines}: {@code 335-337,5485}. */
    public String description() {
        StringBuilder description = new StringBuilder();
        for (TextRange range : ranges) {
            description.append(description.isEmpty() ? "" : ",").append(range);
        }
        return description.toString();
    }
}
