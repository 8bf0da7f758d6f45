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
 * Scan for the files in a text that consists of several files. It recognizes the output of {@code head} and {@code
 * tail}, of file servers ({@code path:} before each file, and {@code ---} between them), and of tools
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
    private static final int MAX_INTRODUCTION_BYTES = 128 << 10;

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
    private @Nullable String fileName;

    /** Line that names the file. */
    private int nameLine;

    /** First line of the file's content. */
    private int contentLine;

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
        Slice start = text.sub(0, Math.min(text.length(), MAX_INTRODUCTION_BYTES));
        return new FileScan(start, LineIndex.of(start)).hasFileNearStart()
                && new FileScan(text, LineIndex.of(text)).scan();
    }

    /** Returns the files in a text; null if it does not consist of several files. */
    static @Nullable PartContents read(Slice text, LineIndex lines) {
        FileScan fileScan = new FileScan(text, lines);
        return fileScan.hasFileNearStart() && fileScan.scan() ? fileScan.toContents() : null;
    }

    /** Returns whether a file begins near the beginning of the text. */
    private boolean hasFileNearStart() {
        for (int line = 0; line < lines.count() && lines.start(line) < MAX_INTRODUCTION_BYTES; line++) {
            if (findFileName(line) != null) {
                // the scan determines the form again
                form = null;
                return true;
            }
        }
        return false;
    }

    private PartContents toContents() {
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
            String name = fileName != null && (form == Form.TAGGED || form == Form.FENCED) ? null : findFileName(line);
            if (name != null) {
                addFile(endOfFile(line));
                fileName = name;
                nameLine = line;
                contentLine = line + (form == Form.RULED ? 3 : form == Form.FENCED ? 2 : 1);
            } else if (fileName != null && isEndMark(line)) {
                addFile(line);
            }
        }
        addFile(form == Form.LISTED ? endOfFile(lines.count()) : lines.count());
        return names.size() > 1;
    }

    /** Returns the name of the file that begins in a line; null if none does. The first file determines the form. */
    private @Nullable String findFileName(int line) {
        Slice lineText = textOf(line);
        char firstCharacter = lineText.isEmpty() ? ' ' : (char) lineText.at(0);
        boolean canNameFile = "=-<#".indexOf(firstCharacter) >= 0 || (line == 0 && form == null);
        if (!canNameFile || lineText.length() > MAX_NAME_BYTES) {
            return null;
        }
        for (Form candidate : Form.values()) {
            String name = form == null || form == candidate ? findNameInForm(candidate, line, lineText) : null;
            if (name != null && !name.isBlank()) {
                form = candidate;
                return name;
            }
        }
        return null;
    }

    private @Nullable String findNameInForm(Form candidate, int line, Slice lineText) {
        return switch (candidate) {
            case HEAD -> textBetween(lineText, "==> ", " <==");
            case TAGGED -> textBetween(lineText, TAG, "\">");
            case RULED -> isRule(lineText) && isRule(textOf(line + 2)) ? ruledName(textOf(line + 1)) : null;
            case FENCED -> isFence(textOf(line + 1)) ? textBetween(lineText, HEADING, "") : null;
            case LISTED ->
                line == 0
                        ? listedName(lineText)
                        : isEqual(lineText, "---") && textOf(line - 1).isEmpty() ? listedName(textOf(line + 1)) : null;
        };
    }

    /**
     * Returns the line after the last line of the file before {@code line}. Blank lines that the form
     * adds between two files do not belong to the file.
     */
    private int endOfFile(int line) {
        boolean isLastListed = form == Form.LISTED && line == lines.count();
        int blankLines = form == Form.HEAD || isLastListed ? 1 : form == Form.LISTED ? 2 : 0;
        int end = line;
        while (blankLines > 0 && end > contentLine && textOf(end - 1).isEmpty()) {
            end--;
            blankLines--;
        }
        return end;
    }

    /** Returns whether a line is the mark that ends the current file. Only two forms have such a mark. */
    private boolean isEndMark(int line) {
        if (form == Form.TAGGED) {
            return isEqual(textOf(line), END_TAG);
        }
        if (form != Form.FENCED) {
            return false;
        }
        if (line == nameLine + 1) {
            fence = readFence(textOf(line));
            return false;
        }
        return line > nameLine + 1 && textOf(line).contentEquals(Slice.of(fence));
    }

    /** Adds the current file, if there is one. The file ends before {@code end}. */
    private void addFile(int end) {
        String name = fileName;
        if (name != null) {
            // in a listing, the mark of each file except the first has two lines: --- and the name
            int first = form == Form.LISTED && nameLine > 0 ? contentLine + 1 : contentLine;
            names.add(name);
            // the section of an empty file is the line that names the file
            spans.add(first < end ? new LineSpan(first, end) : new LineSpan(nameLine, Math.max(nameLine + 1, end)));
        }
        fileName = null;
    }

    private static @Nullable String ruledName(Slice line) {
        String name = textBetween(line, "File: ", "");
        return name == null ? textBetween(line, "FILE: ", "") : name;
    }

    /** Returns the path in {@code path:}; null if it cannot be one. */
    private static @Nullable String listedName(Slice line) {
        String name = textBetween(line, "", ":");
        if (name == null) {
            return null;
        }
        boolean isPath = name.indexOf('/') >= 0 || name.indexOf('\\') >= 0 || name.indexOf('.') > 0;
        boolean isAbsolute = name.startsWith("/") || name.startsWith(":\\", 1);
        return isPath && (isAbsolute || name.indexOf(' ') < 0) ? name : null;
    }

    private static @Nullable String textBetween(Slice line, String before, String after) {
        boolean isMatch = line.length() > before.length() + after.length()
                && startsWith(line, before)
                && isEqual(line.sub(line.length() - after.length(), line.length()), after);
        return isMatch ? Utf8.decode(line.sub(before.length(), line.length() - after.length())) : null;
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

    private static byte[] readFence(Slice line) {
        int length = 0;
        while (length < line.length() && line.at(length) == line.at(0)) {
            length++;
        }
        return line.sub(0, length).toByteArray();
    }

    private static boolean isEqual(Slice line, String text) {
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

    /** Returns the text of a line without its line break; empty if there is no such line. */
    private Slice textOf(int line) {
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
