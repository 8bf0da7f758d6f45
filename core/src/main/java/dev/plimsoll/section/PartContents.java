package dev.plimsoll.section;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parts of a text: its files, or the classes and functions of source code. A path selects a part by number ({@code
 * #3}) or by name.
 */
public final class PartContents implements TableOfContents {

    /** Kinds of parts. */
    public enum Kind {
        /** Files, one after another. */
        FILES,
        /** Declarations of source code. */
        DECLARATIONS
    }

    private static final int MAX_ANCESTORS = 5;
    private static final int MAX_ANCESTOR_NAME = 60;

    private final Kind kind;
    private final Slice text;
    private final LineIndex lines;
    private final Headings headings;
    private final List<String> names;

    /**
     * Creates the contents.
     *
     * @param headings the lines, levels, and titles of the parts
     * @param names the names of the parts for paths, in the same order
     */
    PartContents(Kind kind, Slice text, LineIndex lines, Headings headings, List<String> names) {
        this.kind = kind;
        this.text = text;
        this.lines = lines;
        this.headings = headings;
        this.names = names;
    }

    /**
     * Returns the files in a text, or the files that a diff changes; null if the text is neither several files nor a
     * diff.
     */
    static @Nullable PartContents ofFiles(Slice text, LineIndex lines) {
        PartContents files = FileScan.read(text, lines);
        return files == null ? DiffFiles.read(text, lines) : files;
    }

    /** Returns whether a text consists of several files. */
    public static boolean isSeveralFiles(Slice text) {
        return FileScan.isSeveralFiles(text);
    }

    /** Returns the number of files in a text; 0 if it does not consist of several files. */
    public static int countFiles(Slice text) {
        PartContents files = isSeveralFiles(text) ? FileScan.read(text, LineIndex.of(text)) : null;
        return files == null ? 0 : files.headings.count();
    }

    public Kind kind() {
        return kind;
    }

    @Override
    public Slice text() {
        return text;
    }

    @Override
    public LineIndex lines() {
        return lines;
    }

    @Override
    public Headings headings() {
        return headings;
    }

    @Override
    public List<String> ancestors(int line) {
        List<String> ancestors = new ArrayList<>();
        int index = headings.innermostContaining(line);
        while (index >= 0 && ancestors.size() < MAX_ANCESTORS) {
            String name = names.get(index);
            boolean isLong = name.length() > MAX_ANCESTOR_NAME;
            String shortName = isLong ? "…" + name.substring(name.length() - MAX_ANCESTOR_NAME) : name;
            ancestors.add(0, "#" + (index + 1) + " " + shortName);
            index = headings.parent(index);
        }
        return ancestors;
    }

    /** Returns the parts with this name. If there are none, returns the files whose path ends with the name. */
    @Override
    public List<LineSpan> findParts(String reference) {
        List<LineSpan> exactMatches = new ArrayList<>();
        List<LineSpan> suffixMatches = new ArrayList<>();
        for (int i = 0; i < names.size() && exactMatches.size() < SectionFinder.MAX_FOUND; i++) {
            String name = names.get(i);
            if (name.equals(reference)) {
                exactMatches.add(headings.span(i));
            } else if (kind == Kind.FILES
                    && suffixMatches.size() < SectionFinder.MAX_FOUND
                    && endsWith(name, reference)) {
                suffixMatches.add(headings.span(i));
            }
        }
        return exactMatches.isEmpty() ? suffixMatches : exactMatches;
    }

    private static boolean endsWith(String path, String suffix) {
        int suffixStart = path.length() - suffix.length();
        return suffixStart > 0
                && path.endsWith(suffix)
                && (path.charAt(suffixStart - 1) == '/' || path.charAt(suffixStart - 1) == '\\');
    }
}
