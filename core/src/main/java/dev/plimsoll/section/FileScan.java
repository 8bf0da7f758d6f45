package dev.plimsoll.section;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.json.frame.LineIndex;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the files in a text that consists of several files. It knows the forms of {@code head} and {@code
 * tail}, of servers for files ({@code path:} before each file, and {@code ---} between them), and of tools
 * that pack a repository (for each file a tag, a title between rules, or a heading with a fenced block).
 */
final class FileScan {

    /** Form in which the files are joined. */
    private enum Form {
        /** {@code ==> path <==} before each file. */
        HEAD,
        /** {@code path:} before each file, and {@code ---} between files. */
        LISTED,
        /** {@code File: path} between two lines of {@code =} before each file. */
        RULED,
        /** {@code <file path="path">} before and {@code </file>} after each file. */
        TAGGED,
        /** {@code ## File: path} before a fenced block with the file. */
        FENCED
    }

    /** Maximum bytes before the first file. */
    private static final int MAX_INTRODUCTION = 128 << 10;

    private static final int MAX_NAME_BYTES = 1_000;
        private static final int MIN_RULE_LENGTH = 8;
    private static final String TAG = "<file path=\"";
    private static final String END_TAG = "</file>";
    private static final String HEADING = "## File: ";

    private final Slice text;
    private final LineIndex lines;
    private final List<String> names = new ArrayList<>();
    private final List<LineSpan> spans = new ArrayList<>();
    private @Nullable Form form;

    /** Name of the file that is being read; null between files. */
    private @Nullable String openName;

    /** Line that begins the file. */
    private int openLine;

    /** First line of the file's content. */
    private int firstLine;

    private byte[] fence = {};

    FileScan(Slice text, LineIndex lines) {
        this.text = text;
        this.lines = lines;
    }

    /**
     * Returns whether a text consists of several files. Reads the whole text only if a file begins near its
     * beginning.
     */
    static boolean isSeveralFiles(Slice text) {
        Slice start = text.sub(0, Math.min(text.length(), MAX_INTRODUCTION));
        return new FileScan(start, LineIndex.of(start)).beginsFile() && new FileScan(text, LineIndex.of(text)).scan();
    }

    /** Returns the files in a text; null if it does not consist of several files. */
    static @Nullable PartContents read(Slice text, LineIndex lines) {
        FileScan fileScan = new FileScan(text, lines);
        return fileScan.beginsFile() && fileScan.scan() ? fileScan.contents() : null;
    }

    /** Returns whether a file begins soon after the beginning. */
    private boolean beginsFile() {
        for (int line = 0; line < lines.count() && lines.start(line) < MAX_INTRODUCTION; line++) {
                        if (findFileName(line) != null) {
                // the scan decides about the form again
                form = null;
                return true;
            }
        }
        return false;
    }

    private PartContents contents() {
        Map<Integer, String> titles = new HashMap<>();
        Headings headings = new Headings(line -> titles.getOrDefault(line, ""));
        for (int i = 0; i < spans.size(); i++) {
            titles.put(spans.get(i).first(), names.get(i));
            headings.add(spans.get(i).first(), 1);
        }
        headings.finish(lines.count());
        for (int i = 0; i < spans.size(); i++) {
            headings.endBefore(i, spans.get(i).end());
        }
        return new PartContents(PartContents.Kind.FILES, text, lines, headings, names);
    }

    private boolean scan() {
        for (int line = 0; line < lines.count(); line++) {
            String name = openName != null && (form == Form.TAGGED || form == Form.FENCED) ? null : findFileName(line);
            if (name != null) {
                addFile(lastLine(line));
                openName = name;
                openLine = line;
                firstLine = line + (form == Form.RULED ? 3 : form == Form.FENCED ? 2 : 1);
            } else if (openName != null && endsFile(line)) {
                addFile(line);
            }
        }
        addFile(form == Form.LISTED ? lastLine(lines.count()) : lines.count());
        return names.size() > 1;
    }

    /** Returns the name of the file that begins in a line; null if none does. The first file decides about the form. */
    private @Nullable String findFileName(int line) {
        Slice all = line(line);
        int first = all.isEmpty() ? 0 : all.at(0);
        boolean isRule = first == '=' || first == '-';
        boolean canBegin = isRule || first == '<' || first == '#' || (line == 0 && form == null);
        if (!canBegin || all.length() > MAX_NAME_BYTES) {
            return null;
        }
        for (Form candidate : Form.values()) {
            String name = form == null || form == candidate ? name(candidate, line, all) : null;
            if (name != null && !name.isBlank()) {
                form = candidate;
                return name;
            }
        }
        return null;
    }

    private @Nullable String name(Form candidate, int line, Slice all) {
        return switch (candidate) {
            case HEAD -> between(all, "==> ", " <==");
            case TAGGED -> between(all, TAG, "\">");
            case RULED -> isRule(all) && isRule(line(line + 2)) ? ruledName(line(line + 1)) : null;
            case FENCED -> isFence(line(line + 1)) ? between(all, HEADING, "") : null;
            case LISTED ->
                line == 0
                        ? listedName(all)
                        : isText(all, "---") && line(line - 1).isEmpty() ? listedName(line(line + 1)) : null;
        };
    }

    /**
     * Returns the line after the last line of a file that ends before {@code line}. Blank lines that the form
     * adds between two files do not belong to the file.
     */
    private int lastLine(int line) {
        int blanks = form == Form.HEAD ? 1 : form == Form.LISTED ? line == lines.count() ? 1 : 2 : 0;
        int end = line;
        while (blanks > 0 && end > firstLine && line(end - 1).isEmpty()) {
            end--;
            blanks--;
        }
        return end;
    }

    /** Returns whether a line is the mark after the open file. Only two forms have such a mark. */
    private boolean endsFile(int line) {
        if (form == Form.TAGGED) {
            return isText(line(line), END_TAG);
        }
        if (form != Form.FENCED) {
            return false;
        }
        if (line == openLine + 1) {
            fence = fenceOf(line(line));
            return false;
        }
        return line > openLine + 1 && line(line).contentEquals(Slice.of(fence));
    }

    private void addFile(int line) {
        String name = openName;
        if (name != null) {
            // the section of an empty file is the line that names it
            int first = form == Form.LISTED && openLine > 0 ? firstLine + 1 : firstLine;
            names.add(name);
            spans.add(first < line ? new LineSpan(first, line) : new LineSpan(openLine, Math.max(openLine + 1, line)));
        }
        openName = null;
    }

    private static @Nullable String ruledName(Slice line) {
        String name = between(line, "File: ", "");
        return name == null ? between(line, "FILE: ", "") : name;
    }

    /** Returns the path in {@code path:}; null if it cannot be one. */
    private static @Nullable String listedName(Slice line) {
        String name = between(line, "", ":");
        if (name == null) {
            return null;
        }
        boolean isPath = name.indexOf('/') >= 0 || name.indexOf('\\') >= 0 || name.indexOf('.') > 0;
        boolean isAbsolute = name.startsWith("/") || name.startsWith(":\\", 1);
        return isPath && (isAbsolute || name.indexOf(' ') < 0) ? name : null;
    }

    private static @Nullable String between(Slice line, String before, String after) {
        boolean fits = line.length() > before.length() + after.length()
                && startsWith(line, before)
                && isText(line.sub(line.length() - after.length(), line.length()), after);
        return fits ? Utf8.decode(line.sub(before.length(), line.length() - after.length())) : null;
    }

    private static boolean isRule(Slice line) {
        for (int i = 0; i < line.length(); i++) {
            if (line.at(i) != '=') {
                return false;
            }
        }
                return line.length() >= MIN_RULE_LENGTH;
    }

    private static boolean isFence(Slice line) {
        return startsWith(line, "```") || startsWith(line, "~~~");
    }

    private static byte[] fenceOf(Slice line) {
        int length = 0;
        while (length < line.length() && line.at(length) == line.at(0)) {
            length++;
        }
        return line.sub(0, length).toByteArray();
    }

    private static boolean isText(Slice line, String text) {
        return line.length() == text.length() && startsWith(line, text);
    }

    private static boolean startsWith(Slice line, String start) {
        if (line.length() < start.length()) {
            return false;
        }
        for (int i = 0; i < start.length(); i++) {
            if (line.at(i) != start.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Returns a line without its line break; an empty one after the last. */
    private Slice line(int line) {
        if (line >= lines.count()) {
            return text.sub(0, 0);
        }
        int end = lines.end(line);
        while (end > lines.start(line) && (text.at(end - 1) == '\n' || text.at(end - 1) == '\r')) {
            end--;
        }
        return text.sub(lines.start(line), end);
    }
}
