package dev.plimsoll.section;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Headings and nodes of a page snapshot. A section also ends where the part of the page that contains its heading
 * ends: the main part, a navigation, a dialog, or the footer.
 */
public final class PageSnapshotContents implements TableOfContents {

    private static final int MAX_TITLE_LINES = 12;
    private static final int MAX_TITLE_LENGTH = 120;
    private static final int MAX_OPEN_PARTS = 64;
    private static final int MAX_PARTS = 10_000;

    /** Maximum sum of lines and leading spaces that are read to find the ancestors of one line. */
    private static final int MAX_STEPS = 1_000_000;

    private static final int MAX_ANCESTORS = 5;
    private static final int MAX_ANCESTOR_NAME = 60;

    private final Slice text;
    private final LineIndex lines;
    private final Headings headings;

    private PageSnapshotContents(Slice text, LineIndex lines) {
        this.text = text;
        this.lines = lines;
        this.headings = new Headings(line -> title(line, MAX_TITLE_LENGTH));
    }

    static PageSnapshotContents of(Slice text, LineIndex lines) {
        PageSnapshotContents contents = new PageSnapshotContents(text, lines);
        contents.findHeadings();
        return contents;
    }

    private void findHeadings() {
        List<PagePart> parts = new ArrayList<>();
        Deque<PagePart> openParts = new ArrayDeque<>();
        int treeStart = -1;
        for (int i = 0; i < lines.count(); i++) {
            int line = i;
            PageSnapshotLine node = node(i);
            if (node == null) {
                if (isTreeEnd(i)) {
                    openParts.forEach(part -> part.end = line);
                    openParts.clear();
                    // the end of the tree ends its sections too
                    if (headings.lastLine() > treeStart && parts.size() < MAX_PARTS) {
                        parts.add(new PagePart(-1, treeStart, i));
                    }
                    treeStart = i;
                }
                continue;
            }
            while (!openParts.isEmpty() && node.indent() <= openParts.getLast().indent) {
                openParts.removeLast().end = i;
            }
            if (node.role().equals(PageRoles.HEADING)) {
                headings.add(i, headingLevel(node));
            } else if (PageRoles.isPagePart(node.role())
                    && openParts.size() < MAX_OPEN_PARTS
                    && parts.size() < MAX_PARTS) {
                PagePart part = new PagePart(node.indent(), i, lines.count());
                openParts.add(part);
                parts.add(part);
            }
        }
        headings.finish(lines.count());
        for (PagePart part : parts) {
            endSections(part.first, part.end);
        }
    }

    /** Part of the page. A section whose heading is in it ends where the part ends, or earlier. */
    private static final class PagePart {

        private final int indent;
        private final int first;

        /** The line after the last line. */
        private int end;

        PagePart(int indent, int first, int end) {
            this.indent = indent;
            this.first = first;
            this.end = end;
        }
    }

    /** Ends the sections in a part of the page at the end of that part. */
    private void endSections(int from, int end) {
        // only the last heading of each level in the part can have a section that ends after the part
        int level = Headings.MAX_LEVEL + 1;
        for (int i = headings.lastAtOrBefore(end - 1);
                i >= 0 && headings.span(i).first() > from && level > 1;
                i--) {
            if (headings.level(i) < level) {
                headings.endBefore(i, end);
                level = headings.level(i);
            }
        }
    }

    private static int headingLevel(PageSnapshotLine heading) {
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
    public @Nullable PageSnapshotLine node(int index) {
        return PageSnapshotLine.parse(line(index));
    }

    @Override
    public List<LineSpan> findParts(String reference) {
        List<LineSpan> subtrees = new ArrayList<>();
        byte[] referenceBytes = reference.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < lines.count() && subtrees.size() < SectionFinder.MAX_FOUND; i++) {
            PageSnapshotLine node = containsBytes(i, referenceBytes) ? node(i) : null;
            if (node != null && node.reference().equals(reference)) {
                subtrees.add(new LineSpan(i, endOfSubtree(i, node.indent())));
            }
        }
        return subtrees;
    }

    private boolean containsBytes(int line, byte[] soughtBytes) {
        int last = lines.end(line) - soughtBytes.length;
        for (int offset = lines.start(line); offset <= last; offset++) {
            int i = 0;
            while (i < soughtBytes.length && text.at(offset + i) == soughtBytes[i]) {
                i++;
            }
            if (i == soughtBytes.length) {
                return true;
            }
        }
        return false;
    }

    /** Returns the line after the last descendant of a node. */
    public int endOfSubtree(int line, int indent) {
        int next = line + 1;
        while (next < lines.count() && isInSubtree(next, indent)) {
            next++;
        }
        return next;
    }

    /**
     * Returns whether a line is indented more than {@code indent}, or continues the name of the node in the line
     * before.
     */
    private boolean isInSubtree(int line, int indent) {
        int spaces = countSpaces(line, indent + 1);
        if (spaces > indent) {
            return true;
        }
        return !isTreeEnd(line) && node(line) == null;
    }

    /** Returns whether a line ends the tree above it: it is a fence, or a heading of the surrounding text. */
    public boolean isTreeEnd(int line) {
        byte firstByte = lines.start(line) < lines.end(line) ? text.at(lines.start(line)) : (byte) '\n';
        return firstByte == '`' || firstByte == '#';
    }

    /**
     * Returns the name of a node, or else its text, or else the names and texts of its first descendants, joined with
     * spaces.
     */
    public String title(int line, int maxLength) {
        PageSnapshotLine node = node(line);
        if (node == null) {
            return "";
        }
        String ownText = node.name().isEmpty() ? node.inlineText() : node.name();
        if (!ownText.isEmpty()) {
            return shorten(ownText, maxLength);
        }
        StringBuilder joined = new StringBuilder();
        int end = Math.min(lines.count(), line + MAX_TITLE_LINES);
        for (int i = line + 1; i < end && joined.length() < maxLength && isInSubtree(i, node.indent()); i++) {
            PageSnapshotLine descendant = node(i);
            String descendantText =
                    descendant == null ? "" : descendant.name().isEmpty() ? descendant.inlineText() : descendant.name();
            joined.append(joined.isEmpty() || descendantText.isEmpty() ? "" : " ")
                    .append(descendantText);
        }
        return shorten(joined.toString(), maxLength);
    }

    private static String shorten(String title, int maxLength) {
        if (title.length() <= maxLength) {
            return title;
        }
        int end = Character.isHighSurrogate(title.charAt(maxLength - 1)) ? maxLength - 1 : maxLength;
        return title.substring(0, end) + "…";
    }

    /**
     * Returns the heading of the section that contains a line, and the parts of the page, lists, rows, and tables that
     * contain it, the outermost first. If the line is only a text or property of a node, this node is included.
     */
    @Override
    public List<String> ancestors(int line) {
        TreeSet<Integer> ancestorLines = new TreeSet<>();
        PageSnapshotLine lineNode = node(line);
        boolean isNodeFound = lineNode != null && !lineNode.reference().isEmpty();
        int indent = PageSnapshotLine.indent(line(line));
        int steps = 0;
        for (int i = line - 1; i >= 0 && indent > 0 && steps < MAX_STEPS && ancestorLines.size() < MAX_ANCESTORS; i--) {
            int spaces = countSpaces(i, indent);
            steps += spaces + 1;
            PageSnapshotLine node = spaces < indent ? node(i) : null;
            if (node == null) {
                continue;
            }
            indent = spaces;
            if (!node.reference().isEmpty() && (PageRoles.isContainer(node.role()) || !isNodeFound)) {
                ancestorLines.add(i);
                isNodeFound = true;
            }
        }
        int heading = headings.innermostContaining(line);
        if (heading >= 0 && headings.span(heading).first() < line) {
            ancestorLines.add(headings.span(heading).first());
        }
        return ancestorLines.stream().map(this::describe).toList();
    }

    /** Returns the number of spaces at the start of a line, or the maximum if there are more. */
    private int countSpaces(int line, int max) {
        int lineStart = lines.start(line);
        int offset = lineStart;
        while (offset < lines.end(line) && text.at(offset) == ' ' && offset - lineStart < max) {
            offset++;
        }
        return offset - lineStart;
    }

    /** Returns the caption in a line; empty if it has none. */
    private String captionOf(int line) {
        PageSnapshotLine node = line < lines.count() ? node(line) : null;
        return node != null && node.role().equals(PageRoles.CAPTION) ? title(line, MAX_ANCESTOR_NAME) : "";
    }

    /** Returns role, name, and reference of the node in a line: {@code table "Prices" e5}. */
    private String describe(int line) {
        PageSnapshotLine node = node(line);
        if (node == null) {
            return "";
        }
        String name = PageRoles.isNamedByContent(node.role())
                ? title(line, MAX_ANCESTOR_NAME)
                : PageRoles.isTable(node.role()) && node.name().isEmpty() ? captionOf(line + 1) : node.name();
        return node.role()
                + (name.isEmpty() ? "" : " \"" + shorten(name, MAX_ANCESTOR_NAME) + "\"")
                + (node.reference().isEmpty() ? "" : " " + node.reference());
    }
}
