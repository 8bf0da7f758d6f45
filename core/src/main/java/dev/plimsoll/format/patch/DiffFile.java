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
    private static final int MAX_NAME = 4096;

    private static final String GIT = "diff --git a/";
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
    private int added;
    private int removed;

    /** Numbers of lines of the old and the new file that the open hunk still needs to be complete. */
    private long oldLeft;

    private long newLeft;

    /** Lines of a file that changed, with those around them. */
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
        if (!addDetail(line)) {
            if (addUsualNames(line)) {
                return;
            }
            String first = shortText(line);
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

    /** Adds the names in the first line of git if neither is quoted, or has a blank; returns false for all others. */
    private boolean addUsualNames(Slice line) {
        int to = DiffScan.startsWith(line, GIT) ? PlainLine.indexOf(line, ' ', GIT.length()) : line.length();
        boolean isUsual = line.length() <= MAX_NAME
                && PlainLine.hasWord(line, to, " b/")
                && PlainLine.indexOf(line, ' ', to + 1) == line.length()
                && PlainLine.indexOf(line, '"', 0) == line.length()
                && PlainLine.isPlain(line);
        if (isUsual) {
            oldName = line.sub(GIT.length(), to).utf8();
            newName = line.sub(to + 3, line.length()).utf8();
        }
        return isUsual;
    }

    private static String shortText(Slice line) {
        return line.sub(0, Math.min(line.length(), MAX_NAME)).utf8();
    }

    boolean isNamed() {
        return oldName != null || newName != null;
    }

    boolean hasHunks() {
        return !hunks.isEmpty();
    }

    /** Adds a line to the open hunk; returns false if the hunk is complete. */
    boolean addToHunk(Slice line, int stop) {
        if (hunks.isEmpty() || (oldLeft <= 0 && newLeft <= 0)) {
            return false;
        }
        // editors remove the blank that stands before an empty line
        byte sign = line.isEmpty() ? (byte) ' ' : line.at(0);
        if (sign == '+') {
            added++;
            newLeft--;
        } else if (sign == '-') {
            removed++;
            oldLeft--;
        } else if (sign == ' ') {
            oldLeft--;
            newLeft--;
        } else if (sign != '\\') {
            oldLeft = 0;
            newLeft = 0;
            return false;
        }
        Hunk hunk = hunks.get(hunks.size() - 1);
        hunk.from = hunk.to == 0 ? line.from() : hunk.from;
        hunk.to = stop;
        return true;
    }

    /** Adds a line about the file, or the beginning of a hunk; returns false if it is neither. */
    boolean addDetail(Slice line) {
        // the first characters of all lines that are recognized below
        if (line.isEmpty() || "@-+nrdcB".indexOf(line.at(0)) < 0 || DiffScan.startsWith(line, "diff ")) {
            return false;
        }
        if (addUsualHunk(line)) {
            return true;
        }
        String detail = shortText(line);
        if (detail.startsWith("@@ ")) {
            return addHunk(HUNK.matcher(detail));
        }
        if (detail.startsWith("--- ")) {
            return addOldName(path(detail.substring(4)));
        }
        if (detail.startsWith("+++ ")) {
            return addNewName(path(detail.substring(4)));
        }
        if (detail.startsWith("rename from ") || detail.startsWith("copy from ")) {
            oldName = detail.substring(detail.indexOf("from ") + 5);
            status = detail.startsWith("rename") ? "renamed" : "copied";
            return true;
        }
        if (detail.startsWith("rename to ") || detail.startsWith("copy to ")) {
            newName = detail.substring(detail.indexOf("to ") + 3);
            return true;
        }
        return addMode(detail) || addBinary(BINARY.matcher(detail));
    }

    private boolean addHunk(Matcher m) {
        if (!m.matches()) {
            return false;
        }
        oldLeft = m.group(2) == null ? 1 : Long.parseLong(m.group(2));
        newLeft = m.group(4) == null ? 1 : Long.parseLong(m.group(4));
        Slice section = Slice.of(m.group(5) == null ? "" : m.group(5));
        hunks.add(new Hunk(Long.parseLong(m.group(1)), Long.parseLong(m.group(3)), section));
        return true;
    }

    /**
     * Begins a hunk of the form {@code @@ -1,2 +3,4 @@}, without a regular expression; returns false for all
     * other lines.
     */
    private boolean addUsualHunk(Slice line) {
        if (!DiffScan.startsWith(line, "@@ -") || line.length() > MAX_NAME || !PlainLine.isPlain(line)) {
            return false;
        }
        int oldStart = 4;
        int oldCount = PlainLine.endOfDigits(line, oldStart) + 1;
        int newStart = PlainLine.endOfDigits(line, oldCount) + 2;
        int newCount = PlainLine.endOfDigits(line, newStart) + 1;
        int end = PlainLine.endOfDigits(line, newCount);
        boolean isUsual = oldCount > oldStart + 1
                && PlainLine.hasWord(line, oldCount - 1, ",")
                && newStart > oldCount + 2
                && PlainLine.hasWord(line, newStart - 2, " +")
                && newCount > newStart + 1
                && PlainLine.hasWord(line, newCount - 1, ",")
                && end > newCount
                && PlainLine.hasWord(line, end, " @@")
                && (end + 3 == line.length() || line.at(end + 3) == ' ');
        if (isUsual) {
            oldLeft = PlainLine.number(line, oldCount, newStart - 2);
            newLeft = PlainLine.number(line, newCount, end);
            hunks.add(new Hunk(
                    PlainLine.number(line, oldStart, oldCount - 1),
                    PlainLine.number(line, newStart, newCount - 1),
                    line.sub(Math.min(end + 4, line.length()), line.length())));
        }
        return isUsual;
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

    private boolean addMode(String detail) {
        boolean isNew = detail.startsWith("new file mode ");
        boolean isDeleted = detail.startsWith("deleted file mode ");
        status = isNew ? "added" : isDeleted ? "deleted" : status;
        return isNew || isDeleted;
    }

    private boolean addBinary(Matcher m) {
        boolean matches = m.matches();
        isBinary |= matches;
        return matches;
    }

    /** Returns a path without the prefix of git, and without the time that diff writes after it. */
    private static String path(String written) {
        int tab = written.indexOf('\t');
        String name = (tab < 0 ? written : written.substring(0, tab)).strip();
        boolean isQuoted = name.length() > 1 && name.startsWith("\"") && name.endsWith("\"");
        String plain = isQuoted ? name.substring(1, name.length() - 1) : name;
        return plain.startsWith("a/") || plain.startsWith("b/") ? plain.substring(2) : plain;
    }

    void write(JsonWriter json) {
        String name = newName == null ? oldName : newName;
        boolean wasNamed = oldName != null && !oldName.equals(name) && !status.equals("added");
        json.beginObject().string("file", name == null ? "" : name);
        if (wasNamed && (status.equals("renamed") || status.equals("copied"))) {
            json.string("from", oldName == null ? "" : oldName);
        }
        json.string("status", status).number("added", added).number("removed", removed);
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
