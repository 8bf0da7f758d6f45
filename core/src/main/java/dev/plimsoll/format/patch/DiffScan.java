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
    private static final List<String> DETAILS = List.of(
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
    private final Spans places = new Spans();
    private final ByteSink out;
    private final JsonWriter json;
    private LineErrors errors = LineErrors.NONE;
    private @Nullable DiffFile file;
    private int fileFrom;
    private int fileLine;

    DiffScan(Slice text) {
        this.text = text;
        this.out = new ByteSink(text.length() + text.length() / 8 + 64);
        this.json = new JsonWriter(out).beginArray();
    }

    /** Reads the text; returns false if it is no diff. */
    boolean scan() {
        LineScanner lines = new LineScanner(text);
        int end = text.from();
        while (lines.next()) {
            Slice line = lines.content();
            DiffFile open = file;
            boolean isInHunk = open != null && open.addToHunk(line, lines.stop());
            if (!isInHunk && !readLine(lines, line, end)) {
                errors = errors.withUnread(lines.line());
                if (errors.isHopeless(lines.line())) {
                    return false;
                }
            }
            end = lines.stop();
        }
        endFile(end);
        json.endArray();
        return places.count() > 0 && errors.isTolerable(lines.line());
    }

    /** Reads a line outside hunks; returns false if it belongs to no file. */
    private boolean readLine(LineScanner lines, Slice line, int end) {
        DiffFile open = file;
        boolean isNext = startsFile(line) || (isOldName(line) && (open == null || open.hasHunks()));
        if (isNext) {
            endFile(end);
            file = new DiffFile(line);
            fileFrom = lines.start();
            fileLine = lines.line();
            return true;
        }
        return open != null && (lines.isBlank() || open.addDetail(line) || startsWithAny(line, DETAILS));
    }

    private void endFile(int end) {
        DiffFile open = file;
        if (open != null && !open.isNamed()) {
            errors = errors.withUnread(fileLine);
        } else if (open != null) {
            open.write(json);
            places.add(fileFrom, end);
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

    private static boolean startsWithAny(Slice line, List<String> words) {
        for (String word : words) {
            if (startsWith(line, word)) {
                return true;
            }
        }
        return false;
    }

    static boolean startsWith(Slice line, String word) {
        return PlainLine.hasWord(line, 0, word);
    }

    Slice json() {
        return out.slice();
    }

    Spans places() {
        return places;
    }

    LineErrors errors() {
        return errors;
    }
}
