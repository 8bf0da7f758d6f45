package dev.plimsoll.texttype;

import dev.plimsoll.json.Slice;
import java.util.List;

/**
 * Detects the type of a text from its head, its middle, and for JSON its end. The cost does not depend on the size,
 * and equal bytes have equal types.
 */
public final class TextTypes {

    private TextTypes() {}

    /**
     * Returns the type. {@code JSON} and {@code JSON_LINES} are likely, not validated: only parts of the text are
     * read.
     */
    public static TextType detect(Slice text) {
        TextSample sample = TextSample.of(text);
        if (sample.isBlank()) {
            return TextType.EMPTY;
        }
        if (sample.isBinary()) {
            return TextType.BINARY;
        }
        Slice trimmed = sample.trimmed();
        if (isProbablyJson(trimmed)) {
            return TextType.JSON;
        }
        if (JsonDetector.isLines(trimmed)) {
            return TextType.JSON_LINES;
        }
        return sample.isBase64() ? TextType.BASE64 : detectFromLines(sample.lines());
    }

    /** Returns whether the text is one JSON object or array, based on its first 8 KB and its last bytes. */
    public static boolean isProbablyJson(Slice text) {
        return JsonDetector.isDocument(text);
    }

    /** Returns whether the text is the page snapshot of a browser server. */
    public static boolean isSnapshot(Slice text) {
        TextSample sample = TextSample.of(text);
        return !sample.isBlank() && SnapshotDetector.isSnapshot(sample.lines());
    }

    private static TextType detectFromLines(List<String> lines) {
        if (lines.isEmpty()) {
            // only control characters, which are neither blanks nor lines
            return TextType.PROSE;
        }
        if (SnapshotDetector.isSnapshot(lines)) {
            return TextType.SNAPSHOT;
        }
        boolean isTable = TableDetector.isTable(lines);
        if (LogDetector.isLog(lines) && !(isTable && LogDetector.areTableRows(lines))) {
            return TextType.LOG;
        }
        if (MarkdownDetector.isMarkdown(lines)) {
            return TextType.MARKDOWN;
        }
        if (isTable) {
            return TextType.CSV;
        }
        return CodeDetector.isCode(lines) ? TextType.CODE : TextType.PROSE;
    }
}
