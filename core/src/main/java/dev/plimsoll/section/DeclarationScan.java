package dev.plimsoll.section;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.json.frame.LineIndex;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Scan for the classes and functions in source code of any common language. It recognizes them by the syntax of their
 * first lines. A declaration contains the following lines that are indented deeper, and its closing line. It begins with the
 * annotations or decorators in the lines directly before.
 */
final class DeclarationScan {

    private static final int MAX_LINE_BYTES = 400;
    private static final int TAB_WIDTH = 4;
    private static final int MAX_DEPTH = 64;

    private final Slice text;
    private final LineIndex lines;
    private final Headings headings;
    private final List<String> names = new ArrayList<>();
    private final Deque<OpenDeclaration> openDeclarations = new ArrayDeque<>();

    /** Line of the first of the annotations that the last line ends; -1 if the last line is none. */
    private int firstAnnotationLine = -1;

    /** Ends of the declarations: for each, the index of its heading and the line after its last line. */
    private final List<int[]> ends = new ArrayList<>();

    /** Declaration whose end is not known yet. */
    private record OpenDeclaration(int index, int indent) {}

    private DeclarationScan(Slice text, LineIndex lines) {
        this.text = text;
        this.lines = lines;
        this.headings = new Headings(line -> title(text, lines, line));
    }

    static PartContents read(Slice text, LineIndex lines) {
        DeclarationScan scan = new DeclarationScan(text, lines);
        scan.scan();
        return new PartContents(PartContents.Kind.DECLARATIONS, text, lines, scan.headings, scan.names);
    }

    private void scan() {
        int lastContentLine = 0;
        for (int i = 0; i < lines.count(); i++) {
            int start = contentStart(i);
            if (start < 0) {
                continue;
            }
            int indent = indent(i, start);
            endDeclarations(i, indent, text.at(start), lastContentLine);
            lastContentLine = i;
            String name = findName(text, lines, i, indent);
            if (name != null && openDeclarations.size() < MAX_DEPTH) {
                openDeclarations.push(new OpenDeclaration(names.size(), indent));
                names.add(name);
                headings.add(findFirstLine(i, indent), openDeclarations.size());
            }
            boolean isAnnotation = name == null && text.at(start) == '@' && !isEnd(i);
            firstAnnotationLine = isAnnotation ? findFirstLine(i, indent) : -1;
        }
        headings.finish(lines.count());
        for (OpenDeclaration declaration : openDeclarations) {
            headings.endBefore(declaration.index, lastContentLine + 1);
        }
        ends.forEach(end -> headings.endBefore(end[0], end[1]));
    }

    /** Ends each open declaration that does not contain a line, because the line is not indented deeper. */
    private void endDeclarations(int line, int indent, byte firstByte, int lastContentLine) {
        // comments and directives can have any indent; a line that begins with { or ) continues the declaration
        boolean isContinuation = firstByte == '#' || firstByte == '{' || firstByte == ')';
        while (!openDeclarations.isEmpty() && indent <= openDeclarations.element().indent) {
            OpenDeclaration innermost = openDeclarations.element();
            boolean hasSameIndent = indent == innermost.indent;
            if (hasSameIndent && isContinuation) {
                return;
            }
            boolean isClosingLine = hasSameIndent && (firstByte == '}' || firstByte == ']' || isEnd(line));
            openDeclarations.pop();
            ends.add(new int[] {innermost.index, isClosingLine ? line + 1 : lastContentLine + 1});
            if (isClosingLine) {
                return;
            }
        }
    }

    /** Returns the first line of the annotations directly before a line; the line itself if there are none. */
    private int findFirstLine(int line, int indent) {
        int first = firstAnnotationLine;
        boolean isAnnotated = first >= 0 && contentStart(line - 1) >= 0 && indent(first, contentStart(first)) == indent;
        return isAnnotated ? first : line;
    }

    /** Returns whether a line is the keyword that ends a declaration in Ruby, Lua, or Objective-C. */
    private boolean isEnd(int line) {
        String content = content(text, lines, line);
        return content.equals("end") || content.equals("@end");
    }

    private static @Nullable String findName(Slice text, LineIndex lines, int line, int indent) {
        String nextContent = line + 1 < lines.count() ? content(text, lines, line + 1) : "";
        return DeclarationLine.findName(content(text, lines, line), nextContent, indent);
    }

    /** Returns the offset of the first byte that is not white space; -1 if the line is blank. */
    private int contentStart(int line) {
        int offset = lines.start(line);
        while (offset < lines.end(line) && text.at(offset) >= 0 && text.at(offset) <= ' ') {
            offset++;
        }
        return offset < lines.end(line) ? offset : -1;
    }

    private int indent(int line, int start) {
        int indent = 0;
        for (int offset = lines.start(line); offset < start; offset++) {
            indent += text.at(offset) == '\t' ? TAB_WIDTH : 1;
        }
        return indent;
    }

    /** Returns the title of the declaration that begins in a line: its first line after the annotations. */
    private static String title(Slice text, LineIndex lines, int line) {
        int titleLine = line;
        String content = content(text, lines, titleLine);
        while (content.startsWith("@")
                && titleLine + 1 < lines.count()
                && findName(text, lines, titleLine, 0) == null) {
            content = content(text, lines, ++titleLine);
        }
        int end = content.length();
        while (end > 0 && "{:; ".indexOf(content.charAt(end - 1)) >= 0) {
            end--;
        }
        return content.substring(0, end);
    }

    private static String content(Slice text, LineIndex lines, int line) {
        Slice fullLine = text.sub(lines.start(line), lines.end(line));
        Slice shortLine =
                fullLine.length() <= MAX_LINE_BYTES ? fullLine : fullLine.sub(0, Utf8.floor(fullLine, MAX_LINE_BYTES));
        return Utf8.decode(shortLine).strip();
    }
}
