package dev.plimsoll.format.patch;

import dev.plimsoll.format.data.LineErrors;
import dev.plimsoll.format.data.LineScanner;
import dev.plimsoll.format.data.Spans;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the files of a diff, and writes each as an object. */
final class DiffScan {

    private static final List<String> FILE_STARTS = List.of("diff ", "Index: ");
    private static final List<String> HEADER_LINES = List.of(
            "index ",
            "old mode ",
            "new mode ",
            "similarity index ",
            "dissimilarity index ",
            "======",
            "\\ No newline",
            "GIT binary patch",
            "Only in ");

    private final Slice text;
    private final Spans fileSpans = new Spans();
    private final ByteSink out;
    private final JsonWriter json;
    private LineErrors lineErrors = LineErrors.NONE;
    private @Nullable DiffFile file;
    private int fileStart;
    private int fileLine;

    DiffScan(Slice text) {
        this.text = text;
        this.out = new ByteSink(text.length() + text.length() / 8 + 64);
        this.json = new JsonWriter(out).beginArray();
    }

    /** Reads the text; returns false if it is not a diff. */
    boolean scan() {
        LineScanner lines = new LineScanner(text);
        int previousLineEnd = text.from();
        while (lines.next()) {
            Slice line = lines.content();
            DiffFile openFile = file;
            boolean isInHunk = openFile != null && openFile.addToHunk(line, lines.end());
            if (!isInHunk && !readLine(lines, line, previousLineEnd)) {
                lineErrors = lineErrors.withUnreadableLine(lines.lineNumber());
                if (lineErrors.isIrrecoverable(lines.lineNumber())) {
                    return false;
                }
            }
            previousLineEnd = lines.end();
        }
        endFile(previousLineEnd);
        json.endArray();
        return fileSpans.count() > 0 && lineErrors.isTolerable(lines.lineNumber());
    }

    /** Reads a line outside hunks; returns false if it belongs to no file. */
    private boolean readLine(LineScanner lines, Slice line, int previousLineEnd) {
        DiffFile openFile = file;
        boolean startsNewFile = startsFile(line) || (isOldName(line) && (openFile == null || openFile.hasHunks()));
        if (startsNewFile) {
            endFile(previousLineEnd);
            file = new DiffFile(line);
            fileStart = lines.start();
            fileLine = lines.lineNumber();
            return true;
        }
        return openFile != null
                && (lines.isBlank() || openFile.addHeaderLine(line) || startsWithAny(line, HEADER_LINES));
    }

    private void endFile(int previousLineEnd) {
        DiffFile openFile = file;
        if (openFile != null && !openFile.isNamed()) {
            lineErrors = lineErrors.withUnreadableLine(fileLine);
        } else if (openFile != null) {
            openFile.write(json);
            fileSpans.add(fileStart, previousLineEnd);
        }
    }

    static boolean startsFile(Slice line) {
        return startsWithAny(line, FILE_STARTS);
    }

    static boolean isOldName(Slice line) {
        return startsWith(line, "--- ");
    }

    static boolean isNewName(Slice line) {
        return startsWith(line, "+++ ");
    }

    private static boolean startsWithAny(Slice line, List<String> prefixes) {
        for (String prefix : prefixes) {
            if (startsWith(line, prefix)) {
                return true;
            }
        }
        return false;
    }

    static boolean startsWith(Slice line, String prefix) {
        return PlainLine.hasTextAt(line, 0, prefix);
    }

    Slice json() {
        return out.slice();
    }

    Spans fileSpans() {
        return fileSpans;
    }

    LineErrors lineErrors() {
        return lineErrors;
    }
}
