package dev.plimsoll.kind;

import dev.plimsoll.json.Slice;
import java.util.List;

/** Decides what kind a text is by a look at its head and its middle: cheap whatever the size, and always the same answer for the same bytes. */
public final class Kinds {

    private Kinds() {}

    /** {@code JSON} and {@code JSON_LINES} are likely, not checked: only the head is read. */
    public static Kind of(Slice text) {
        TextSample sample = TextSample.of(text);
        if (sample.isBlank()) {
            return Kind.EMPTY;
        }
        if (sample.isBinary()) {
            return Kind.BINARY;
        }
        Slice trimmed = sample.trimmed();
        if (looksLikeJson(trimmed)) {
            return Kind.JSON;
        }
        if (JsonLook.isLines(trimmed)) {
            return Kind.JSON_LINES;
        }
        return sample.isBase64() ? Kind.BASE64 : ofLines(sample.lines());
    }

    /** Whether the text is one JSON object or array as far as its first 8 KB and its last byte tell. */
    public static boolean looksLikeJson(Slice text) {
        return JsonLook.isDocument(text);
    }

    private static Kind ofLines(List<String> lines) {
        if (lines.isEmpty()) {
            // control characters alone, which are neither blanks nor lines
            return Kind.PROSE;
        }
        boolean rows = SeparatedRows.fit(lines);
        if (LogLines.fit(lines) && !(rows && LogLines.areRows(lines))) {
            return Kind.LOG;
        }
        if (MarkdownSigns.fit(lines)) {
            return Kind.MARKDOWN;
        }
        if (rows) {
            return Kind.CSV;
        }
        return CodeSigns.fit(lines) ? Kind.CODE : Kind.PROSE;
    }
}
