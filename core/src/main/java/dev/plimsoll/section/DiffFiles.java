package dev.plimsoll.section;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.json.frame.LineIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Finds the files that a diff changes, each with its lines in the diff. */
final class DiffFiles {

    /** Maximum number of lines before the first file. */
    private static final int MAX_INTRODUCTION_LINES = 50;

    private static final String GIT_PREFIX = "diff --git ";
    private static final String OLD_PREFIX = "--- ";
    private static final String NEW_PREFIX = "+++ ";
    private static final String NO_FILE = "/dev/null";

    private DiffFiles() {}

    /** Returns the files of a diff; null if the text does not begin with a diff. */
    static @Nullable PartContents read(Slice text, LineIndex lines) {
        TreeMap<Integer, String> files = new TreeMap<>();
        int gitLine = -1;
        for (int i = 0; i < lines.count(); i++) {
            if (files.isEmpty() && i > MAX_INTRODUCTION_LINES) {
                return null;
            }
            byte first = text.at(lines.start(i));
            String line = first == 'd' || first == '-' ? decodeLine(text, lines, i) : "";
            if (line.startsWith(GIT_PREFIX)) {
                gitLine = i;
                int newPath = line.lastIndexOf(" b/");
                files.put(
                        i,
                        newPath < 0 ? line.substring(GIT_PREFIX.length()) : line.substring(newPath + " b/".length()));
            } else if (line.startsWith(OLD_PREFIX) && isNewNameLine(text, lines, i + 1)) {
                String file = fileName(line, decodeLine(text, lines, i + 1));
                boolean hasGitLine = gitLine >= 0 && isSameFile(text, lines, gitLine, i);
                files.put(hasGitLine ? gitLine : i, file);
                gitLine = -1;
            }
        }
        return files.isEmpty() ? null : contents(text, lines, files);
    }

    private static PartContents contents(Slice text, LineIndex lines, SortedMap<Integer, String> files) {
        Headings headings = new Headings(line -> files.getOrDefault(line, ""));
        files.keySet().forEach(line -> headings.add(line, 1));
        headings.finish(lines.count());
        List<String> names = new ArrayList<>(files.values());
        return new PartContents(PartContents.Kind.FILES, text, lines, headings, names);
    }

    /** Returns whether a line has the new name of a file, and a hunk follows. */
    private static boolean isNewNameLine(Slice text, LineIndex lines, int line) {
        return line + 1 < lines.count()
                && decodeLine(text, lines, line).startsWith(NEW_PREFIX)
                && decodeLine(text, lines, line + 1).startsWith("@@ ");
    }

    /** Returns whether no hunk begins between two lines: both then describe one file. */
    private static boolean isSameFile(Slice text, LineIndex lines, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            if (text.at(lines.start(i)) == '@') {
                return false;
            }
        }
        return true;
    }

    /** Returns the new name of a file, or the old name if the file was deleted. */
    private static String fileName(String oldLine, String newLine) {
        String name = parsePath(newLine.substring(NEW_PREFIX.length()));
        return name.equals(NO_FILE) ? parsePath(oldLine.substring(OLD_PREFIX.length())) : name;
    }

    /** Parses a path: removes the time after a tab, and the prefix {@code a/} or {@code b/}. */
    private static String parsePath(String name) {
        int tab = name.indexOf('\t');
        String path = tab < 0 ? name : name.substring(0, tab);
        return path.startsWith("a/") || path.startsWith("b/") ? path.substring(2) : path;
    }

    private static String decodeLine(Slice text, LineIndex lines, int line) {
        return Utf8.decode(text.sub(lines.start(line), lines.end(line))).stripTrailing();
    }
}
