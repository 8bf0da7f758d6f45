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
 * Finds the files in a text that holds several: as {@code head} and {@code tail} write them, as servers for files join
 * them ({@code path:}, with {@code ---} between), and as tools pack a repository (a tag, a ruled title, or a heading
 * with a fenced block for each).
 */
final class FileScan {

    /** The form in which the files are joined: how a line begins a file, and how it ends. */
    private enum Form {
        HEAD,
        LISTED,
        RULED,
        TAGGED,
        FENCED
    }

    /** Maximum bytes before the first file. */
    private static final int MAX_INTRODUCTION = 128 << 10;

    private static final int MAX_NAME_BYTES = 1_000;
    private static final int MIN_RULE = 8;
    private static final String TAG = "<file path=\"";
    private static final String END_TAG = "</file>";
    private static final String HEADING = "## File: ";

    private final Slice text;
    private final LineIndex lines;
    private final List<String> names = new ArrayList<>();
    private final List<LineSpan> spans = new ArrayList<>();
    private @Nullable Form form;
    private @Nullable String open;
    private int openLine;
    private int firstLine;
    private byte[] fence = {};

    FileScan(Slice text, LineIndex lines) {
        this.text = text;
        this.lines = lines;
    }

    /** Returns whether a text holds several files; the cost depends on its beginning, unless a file begins there. */
    static boolean isSeveralFiles(Slice text) {
        Slice start = text.sub(0, Math.min(text.length(), MAX_INTRODUCTION));
        return new FileScan(start, LineIndex.of(start)).beginsFile() && new FileScan(text, LineIndex.of(text)).scan();
    }

    /** Returns the files in a text; null if it does not hold several. */
    static @Nullable PartContents read(Slice text, LineIndex lines) {
        FileScan fileScan = new FileScan(text, lines);
        return fileScan.beginsFile() && fileScan.scan() ? fileScan.contents() : null;
    }

    /** Returns whether a file begins soon after the beginning. */
    private boolean beginsFile() {
        for (int line = 0; line < lines.count() && lines.start(line) < MAX_INTRODUCTION; line++) {
            if (begins(line) != null) {
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
            String name = open != null && (form == Form.TAGGED || form == Form.FENCED) ? null : begins(line);
            if (name != null) {
                end(lastLine(line));
                open = name;
                openLine = line;
                firstLine = line + (form == Form.RULED ? 3 : form == Form.FENCED ? 2 : 1);
            } else if (open != null && ends(line)) {
                end(line);
            }
        }
        end(form == Form.LISTED ? lastLine(lines.count()) : lines.count());
        return names.size() > 1;
    }

    /** Returns the name of the file that begins in a line; null if none does. */
    private @Nullable String begins(int line) {
        Slice all = line(line);
        int first = all.isEmpty() ? 0 : all.at(0);
        boolean isRule = first == '=' || first == '-';
        boolean canBegin = isRule || first == '<' || first == '#' || (line == 0 && form == null);
        if (!canBegin || all.length() > MAX_NAME_BYTES) {
            return null;
        }
        for (Form one : Form.values()) {
            String name = form == null || form == one ? name(one, line, all) : null;
            if (name != null && !name.isBlank()) {
                form = one;
                return name;
            }
        }
        return null;
    }

    private @Nullable String name(Form one, int line, Slice all) {
        return switch (one) {
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

    /** Returns the line after the last of a file, without the blank lines that join it to the next. */
    private int lastLine(int line) {
        int blanks = form == Form.HEAD ? 1 : form == Form.LISTED ? line == lines.count() ? 1 : 2 : 0;
        int end = line;
        while (blanks > 0 && end > firstLine && line(end - 1).isEmpty()) {
            end--;
            blanks--;
        }
        return end;
    }

    private boolean ends(int line) {
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

    private void end(int line) {
        String name = open;
        if (name != null) {
            // an empty file is shown with the line that names it
            int first = form == Form.LISTED && openLine > 0 ? firstLine + 1 : firstLine;
            names.add(name);
            spans.add(first < line ? new LineSpan(first, line) : new LineSpan(openLine, Math.max(openLine + 1, line)));
        }
        open = null;
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
        return line.length() >= MIN_RULE;
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
