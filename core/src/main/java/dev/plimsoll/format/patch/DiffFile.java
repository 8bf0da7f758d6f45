package dev.plimsoll.format.patch;

import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One file of a diff: its names, its status, and its hunks. */
final class DiffFile {

    /** Maximum length of a name, or of a line about the file; the rest of a longer line is not read. */
    private static final int MAX_LINE_LENGTH = 4096;

    private static final String GIT_PREFIX = "diff --git a/";
    private static final Pattern GIT_NAMES = Pattern.compile("diff --git \"?a/(.*?)\"? \"?b/(.*?)\"?");
    private static final Pattern HUNK =
            Pattern.compile("@@ -(\\d{1,9})(?:,(\\d{1,9}))? \\+(\\d{1,9})(?:,(\\d{1,9}))? @@(?: (.*))?");
    private static final Pattern BINARY = Pattern.compile("Binary files (.*) and (.*) differ");

    private final byte[] bytes;
    private final List<Hunk> hunks = new ArrayList<>();
    private @Nullable String oldName;
    private @Nullable String newName;
    private String status = "modified";
    private boolean isBinary;
    private int addedLines;
    private int removedLines;

    /** Lines of the old and of the new file that the open hunk still lacks. */
    private long missingOldLines;

    private long missingNewLines;

    /** Changed lines of a file, with the unchanged lines around them. */
    private static final class Hunk {
        private final long oldStart;
        private final long newStart;
        private final Slice section;
        private int from;
        private int to;

        Hunk(long oldStart, long newStart, Slice section) {
            this.oldStart = oldStart;
            this.newStart = newStart;
            this.section = section;
        }
    }

    /** Creates a file from the first line about it. */
    DiffFile(Slice line) {
        bytes = line.bytes();
        if (!addHeaderLine(line)) {
            if (addPlainNames(line)) {
                return;
            }
            String first = decodeStart(line);
            Matcher names = GIT_NAMES.matcher(first);
            if (names.matches()) {
                oldName = names.group(1);
                newName = names.group(2);
            } else if (first.startsWith("Index: ")) {
                newName = first.substring(7).strip();
                oldName = newName;
            }
        }
    }

    /** Adds the names in the first line of git if neither is quoted or has a blank; returns false for all other lines. */
    private boolean addPlainNames(Slice line) {
        int oldNameEnd = DiffScan.startsWith(line, GIT_PREFIX)
                ? PlainLine.indexOf(line, ' ', GIT_PREFIX.length())
                : line.length();
        boolean isPlain = line.length() <= MAX_LINE_LENGTH
                && PlainLine.hasTextAt(line, oldNameEnd, " b/")
                && PlainLine.indexOf(line, ' ', oldNameEnd + 1) == line.length()
                && PlainLine.indexOf(line, '"', 0) == line.length()
                && PlainLine.isPlain(line);
        if (isPlain) {
            oldName = line.sub(GIT_PREFIX.length(), oldNameEnd).utf8();
            newName = line.sub(oldNameEnd + 3, line.length()).utf8();
        }
        return isPlain;
    }

    private static String decodeStart(Slice line) {
        return line.sub(0, Math.min(line.length(), MAX_LINE_LENGTH)).utf8();
    }

    boolean isNamed() {
        return oldName != null || newName != null;
    }

    boolean hasHunks() {
        return !hunks.isEmpty();
    }

    /** Adds a line to the open hunk; returns false if the hunk is complete. */
    boolean addToHunk(Slice line, int lineEnd) {
        if (hunks.isEmpty() || (missingOldLines <= 0 && missingNewLines <= 0)) {
            return false;
        }
        // editors remove the blank that stands before an empty line
        byte marker = line.isEmpty() ? (byte) ' ' : line.at(0);
        if (marker == '+') {
            addedLines++;
            missingNewLines--;
        } else if (marker == '-') {
            removedLines++;
            missingOldLines--;
        } else if (marker == ' ') {
            missingOldLines--;
            missingNewLines--;
        } else if (marker != '\\') {
            missingOldLines = 0;
            missingNewLines = 0;
            return false;
        }
        Hunk hunk = hunks.get(hunks.size() - 1);
        hunk.from = hunk.to == 0 ? line.from() : hunk.from;
        hunk.to = lineEnd;
        return true;
    }

    /** Adds a line about the file, or the beginning of a hunk; returns false if it is neither. */
    boolean addHeaderLine(Slice line) {
        // all lines that are recognized below begin with one of these characters
        if (line.isEmpty() || "@-+nrdcB".indexOf(line.at(0)) < 0 || DiffScan.startsWith(line, "diff ")) {
            return false;
        }
        if (addPlainHunk(line)) {
            return true;
        }
        String header = decodeStart(line);
        if (header.startsWith("@@ ")) {
            return addHunk(HUNK.matcher(header));
        }
        if (header.startsWith("--- ")) {
            return addOldName(parsePath(header.substring(4)));
        }
        if (header.startsWith("+++ ")) {
            return addNewName(parsePath(header.substring(4)));
        }
        if (header.startsWith("rename from ") || header.startsWith("copy from ")) {
            oldName = header.substring(header.indexOf("from ") + 5);
            status = header.startsWith("rename") ? "renamed" : "copied";
            return true;
        }
        if (header.startsWith("rename to ") || header.startsWith("copy to ")) {
            newName = header.substring(header.indexOf("to ") + 3);
            return true;
        }
        return addMode(header) || addBinary(BINARY.matcher(header));
    }

    private boolean addHunk(Matcher matcher) {
        if (!matcher.matches()) {
            return false;
        }
        missingOldLines = matcher.group(2) == null ? 1 : Long.parseLong(matcher.group(2));
        missingNewLines = matcher.group(4) == null ? 1 : Long.parseLong(matcher.group(4));
        Slice section = Slice.of(matcher.group(5) == null ? "" : matcher.group(5));
        hunks.add(new Hunk(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(3)), section));
        return true;
    }

    /**
     * Begins a hunk of the form {@code @@ -1,2 +3,4 @@}, without a regular expression; returns false for all
     * other lines.
     */
    private boolean addPlainHunk(Slice line) {
        if (!DiffScan.startsWith(line, "@@ -") || line.length() > MAX_LINE_LENGTH || !PlainLine.isPlain(line)) {
            return false;
        }
        int oldStartIndex = 4;
        int oldCountIndex = PlainLine.endOfDigits(line, oldStartIndex) + 1;
        int newStartIndex = PlainLine.endOfDigits(line, oldCountIndex) + 2;
        int newCountIndex = PlainLine.endOfDigits(line, newStartIndex) + 1;
        int end = PlainLine.endOfDigits(line, newCountIndex);
        boolean isPlain = oldCountIndex > oldStartIndex + 1
                && PlainLine.hasTextAt(line, oldCountIndex - 1, ",")
                && newStartIndex > oldCountIndex + 2
                && PlainLine.hasTextAt(line, newStartIndex - 2, " +")
                && newCountIndex > newStartIndex + 1
                && PlainLine.hasTextAt(line, newCountIndex - 1, ",")
                && end > newCountIndex
                && PlainLine.hasTextAt(line, end, " @@")
                && (end + 3 == line.length() || line.at(end + 3) == ' ');
        if (isPlain) {
            missingOldLines = PlainLine.parseNumber(line, oldCountIndex, newStartIndex - 2);
            missingNewLines = PlainLine.parseNumber(line, newCountIndex, end);
            hunks.add(new Hunk(
                    PlainLine.parseNumber(line, oldStartIndex, oldCountIndex - 1),
                    PlainLine.parseNumber(line, newStartIndex, newCountIndex - 1),
                    line.sub(Math.min(end + 4, line.length()), line.length())));
        }
        return isPlain;
    }

    private boolean addOldName(String name) {
        status = name.equals("/dev/null") ? "added" : status;
        oldName = name.equals("/dev/null") ? oldName : name;
        return true;
    }

    private boolean addNewName(String name) {
        status = name.equals("/dev/null") ? "deleted" : status;
        newName = name.equals("/dev/null") ? newName : name;
        return true;
    }

    private boolean addMode(String header) {
        boolean isNew = header.startsWith("new file mode ");
        boolean isDeleted = header.startsWith("deleted file mode ");
        status = isNew ? "added" : isDeleted ? "deleted" : status;
        return isNew || isDeleted;
    }

    private boolean addBinary(Matcher matcher) {
        boolean isBinaryLine = matcher.matches();
        isBinary |= isBinaryLine;
        return isBinaryLine;
    }

    /** Parses the path after {@code ---} or {@code +++}, without the prefix of git and the time that diff appends. */
    private static String parsePath(String field) {
        int tab = field.indexOf('\t');
        String name = (tab < 0 ? field : field.substring(0, tab)).strip();
        boolean isQuoted = name.length() > 1 && name.startsWith("\"") && name.endsWith("\"");
        String unquoted = isQuoted ? name.substring(1, name.length() - 1) : name;
        return unquoted.startsWith("a/") || unquoted.startsWith("b/") ? unquoted.substring(2) : unquoted;
    }

    void write(JsonWriter json) {
        String name = newName == null ? oldName : newName;
        boolean isMoved = oldName != null && !oldName.equals(name) && !status.equals("added");
        json.beginObject().string("file", name == null ? "" : name);
        if (isMoved && (status.equals("renamed") || status.equals("copied"))) {
            json.string("from", oldName == null ? "" : oldName);
        }
        json.string("status", status).number("added", addedLines).number("removed", removedLines);
        if (isBinary) {
            json.bool("binary", true);
        }
        json.beginArray("hunks");
        for (Hunk hunk : hunks) {
            json.beginObject().number("oldStart", hunk.oldStart).number("newStart", hunk.newStart);
            if (!hunk.section.isEmpty()) {
                json.string("section", hunk.section);
            }
            if (hunk.to > 0) {
                json.string("lines", new Slice(bytes, hunk.from, hunk.to));
            }
            json.endObject();
        }
        json.endArray().endObject();
    }
}
