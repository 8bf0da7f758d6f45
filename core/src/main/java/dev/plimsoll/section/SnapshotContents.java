package dev.plimsoll.section;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The headings and nodes of a page snapshot. A section ends where the part of the page around its heading
 * ends: the main part, a navigation, a dialog, or the footer.
 */
public final class SnapshotContents implements TextContents {

    private static final int MAX_TITLE_LINES = 12;
    private static final int MAX_TITLE_LENGTH = 120;
    private static final int MAX_OPEN = 64;
    private static final int MAX_PARTS = 10_000;

    /** Maximum sum of lines and leading spaces that are read to find the ancestors of one line. */
    private static final int MAX_STEPS = 1_000_000;

    private static final int MAX_ANCESTORS = 5;
    private static final int MAX_ANCESTOR_NAME = 60;

    private final Slice text;
    private final LineIndex lines;
    private final Headings headings;

    private SnapshotContents(Slice text, LineIndex lines) {
        this.text = text;
        this.lines = lines;
        this.headings = new Headings(line -> title(line, MAX_TITLE_LENGTH));
    }

    static SnapshotContents of(Slice text, LineIndex lines) {
        SnapshotContents contents = new SnapshotContents(text, lines);
        contents.findHeadings();
        return contents;
    }

    private void findHeadings() {
        // of each part of the page: its indent, its first line, and the line after its last line
        List<int[]> parts = new ArrayList<>();
        List<int[]> open = new ArrayList<>();
        int treeStart = -1;
        for (int i = 0; i < lines.count(); i++) {
            int line = i;
            SnapshotLine node = node(i);
            if (node == null) {
                if (endsTree(i)) {
                    open.forEach(part -> part[2] = line);
                    open.clear();
                    // a whole tree ends the sections in it too
                    if (headings.lastLine() > treeStart && parts.size() < MAX_PARTS) {
                        parts.add(new int[] {-1, treeStart, i});
                    }
                    treeStart = i;
                }
                continue;
            }
            while (!open.isEmpty() && node.indent() <= open.get(open.size() - 1)[0]) {
                open.remove(open.size() - 1)[2] = i;
            }
            if (node.role().equals(PageRoles.HEADING)) {
                headings.add(i, level(node));
            } else if (PageRoles.isPagePart(node.role()) && open.size() < MAX_OPEN && parts.size() < MAX_PARTS) {
                int[] part = {node.indent(), i, lines.count()};
                open.add(part);
                parts.add(part);
            }
        }
        headings.finish(lines.count());
        for (int[] part : parts) {
            endSections(part[1], part[2]);
        }
    }

    /** Ends the sections of headings in a part of the page where the part ends. */
    private void endSections(int from, int end) {
        // only the last heading of each level in the part can have a section that leaves it
        int level = Headings.MAX_LEVEL + 1;
        for (int i = headings.lastUntil(end - 1); i >= 0 && headings.span(i).first() > from && level > 1; i--) {
            if (headings.level(i) < level) {
                headings.endBefore(i, end);
                level = headings.level(i);
            }
        }
    }

    private static int level(SnapshotLine heading) {
        String level = heading.attribute("level");
        return level.length() == 1 && Character.isDigit(level.charAt(0)) ? level.charAt(0) - '0' : 2;
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

    /** Returns a line, with its line break. */
    public Slice line(int index) {
        return text.sub(lines.start(index), lines.end(index));
    }

    /** Returns whether the text has a node of a page snapshot. */
    public boolean hasNodes() {
        for (int i = 0; i < lines.count(); i++) {
            if (node(i) != null) {
                return true;
            }
        }
        return false;
    }

    /** Returns the node that begins in a line; null if none does. */
    public @Nullable SnapshotLine node(int index) {
        return SnapshotLine.parse(line(index));
    }

    @Override
    public List<LineSpan> partsOfReference(String reference) {
        List<LineSpan> found = new ArrayList<>();
        byte[] wanted = reference.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < lines.count() && found.size() < SectionFinder.MAX_FOUND; i++) {
            SnapshotLine node = contains(i, wanted) ? node(i) : null;
            if (node != null && node.reference().equals(reference)) {
                found.add(new LineSpan(i, endOfSubtree(i, node.indent())));
            }
        }
        return found;
    }

    private boolean contains(int line, byte[] wanted) {
        int last = lines.end(line) - wanted.length;
        for (int at = lines.start(line); at <= last; at++) {
            int i = 0;
            while (i < wanted.length && text.at(at + i) == wanted[i]) {
                i++;
            }
            if (i == wanted.length) {
                return true;
            }
        }
        return false;
    }

    /** Returns the line after the last descendant of a node. */
    public int endOfSubtree(int line, int indent) {
        int next = line + 1;
        while (next < lines.count() && isBelow(next, indent)) {
            next++;
        }
        return next;
    }

    /** Returns whether a line is indented more than {@code indent}, or continues the name of the node before it. */
    private boolean isBelow(int line, int indent) {
        int spaces = spaces(line, indent + 1);
        if (spaces > indent) {
            return true;
        }
        return !endsTree(line) && node(line) == null;
    }

    /** Returns whether a line ends the tree before it: a fence, or a heading of the text around it. */
    public boolean endsTree(int line) {
        byte sign = lines.start(line) < lines.end(line) ? text.at(lines.start(line)) : (byte) '\n';
        return sign == '`' || sign == '#';
    }

    /** Returns the name of a node, or else the names and texts of its first descendants, joined with spaces. */
    public String title(int line, int maxLength) {
        SnapshotLine node = node(line);
        if (node == null) {
            return "";
        }
        String ownNode = node.name().isEmpty() ? node.inlineText() : node.name();
        if (!ownNode.isEmpty()) {
            return cut(ownNode, maxLength);
        }
        StringBuilder joined = new StringBuilder();
        int end = Math.min(lines.count(), line + MAX_TITLE_LINES);
        for (int i = line + 1; i < end && joined.length() < maxLength && isBelow(i, node.indent()); i++) {
            SnapshotLine inside = node(i);
            String part = inside == null ? "" : inside.name().isEmpty() ? inside.inlineText() : inside.name();
            joined.append(joined.isEmpty() || part.isEmpty() ? "" : " ").append(part);
        }
        return cut(joined.toString(), maxLength);
    }

    private static String cut(String title, int maxLength) {
        if (title.length() <= maxLength) {
            return title;
        }
        int end = Character.isHighSurrogate(title.charAt(maxLength - 1)) ? maxLength - 1 : maxLength;
        return title.substring(0, end) + "…";
    }

    /**
     * Returns the heading of the section of a line, and the parts of the page, lists, rows, and tables
     * that contain the line, the outermost first. If the line is only the text or a property of a node, the
     * list includes this node.
     */
    @Override
    public List<String> ancestors(int line) {
        TreeSet<Integer> found = new TreeSet<>();
        SnapshotLine ownNode = node(line);
        boolean isNode = ownNode != null && !ownNode.reference().isEmpty();
        int indent = SnapshotLine.indent(line(line));
        int steps = 0;
        for (int i = line - 1; i >= 0 && indent > 0 && steps < MAX_STEPS && found.size() < MAX_ANCESTORS; i--) {
            int spaces = spaces(i, indent);
            steps += spaces + 1;
            SnapshotLine node = spaces < indent ? node(i) : null;
            if (node == null) {
                continue;
            }
            indent = spaces;
            if (!node.reference().isEmpty() && (PageRoles.isPlace(node.role()) || !isNode)) {
                found.add(i);
                isNode = true;
            }
        }
        int heading = headings.innermostAt(line);
        if (heading >= 0 && headings.span(heading).first() < line) {
            found.add(headings.span(heading).first());
        }
        return found.stream().map(this::describe).toList();
    }

    /** Returns the number of spaces at the start of a line, or the maximum if there are more. */
    private int spaces(int line, int max) {
        int from = lines.start(line);
        int at = from;
        while (at < lines.end(line) && text.at(at) == ' ' && at - from < max) {
            at++;
        }
        return at - from;
    }

    /** Returns the caption in a line; empty if it has none. */
    private String caption(int line) {
        SnapshotLine node = line < lines.count() ? node(line) : null;
        return node != null && node.role().equals(PageRoles.CAPTION) ? title(line, MAX_ANCESTOR_NAME) : "";
    }

    /** Returns role, name, and reference of the node in a line: {@code table "Prices" e5}. */
    private String describe(int line) {
        SnapshotLine node = node(line);
        if (node == null) {
            return "";
        }
        String name = PageRoles.isNamedByContent(node.role())
                ? title(line, MAX_ANCESTOR_NAME)
                : PageRoles.isTable(node.role()) && node.name().isEmpty() ? caption(line + 1) : node.name();
        return node.role()
                + (name.isEmpty() ? "" : " \"" + cut(name, MAX_ANCESTOR_NAME) + "\"")
                + (node.reference().isEmpty() ? "" : " " + node.reference());
    }
}
