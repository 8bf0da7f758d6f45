package dev.plimsoll.texttype;

import dev.plimsoll.json.Slice;
import java.util.List;

/**
 * Detects the type of a text from its head and its middle. The cost does not depend on the size, and equal bytes have
 * equal types.
 */
public final class TextTypes {

    private TextTypes() {}

    /** Returns the type. {@code JSON} and {@code JSON_LINES} are likely, not validated: only the head is read. */
    public static TextType of(Slice text) {
        TextSample sample = TextSample.of(text);
        if (sample.isBlank()) {
            return TextType.EMPTY;
        }
        if (sample.isBinary()) {
            return TextType.BINARY;
        }
        Slice trimmed = sample.trimmed();
        if (looksLikeJson(trimmed)) {
            return TextType.JSON;
        }
        if (JsonDetector.isLines(trimmed)) {
            return TextType.JSON_LINES;
        }
        return sample.isBase64() ? TextType.BASE64 : ofLines(sample.lines());
    }

    /** Returns whether the text is one JSON object or array, based on its first 8 KB and its last bytes. */
    public static boolean looksLikeJson(Slice text) {
        return JsonDetector.isDocument(text);
    }

    /** Returns whether the text is the page snapshot of a browser server. */
    public static boolean isSnapshot(Slice text) {
        TextSample sample = TextSample.of(text);
        return !sample.isBlank() && SnapshotDetector.matches(sample.lines());
    }

    private static TextType ofLines(List<String> lines) {
        if (lines.isEmpty()) {
            // only control characters, which are neither blanks nor lines
            return TextType.PROSE;
        }
        if (SnapshotDetector.matches(lines)) {
            return TextType.SNAPSHOT;
        }
        boolean rows = TableDetector.matches(lines);
        if (LogDetector.matches(lines) && !(rows && LogDetector.areTableRows(lines))) {
            return TextType.LOG;
        }
        if (MarkdownDetector.matches(lines)) {
            return TextType.MARKDOWN;
        }
        if (rows) {
            return TextType.CSV;
        }
        return CodeDetector.matches(lines) ? TextType.CODE : TextType.PROSE;
    }
}
