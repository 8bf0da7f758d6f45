package dev.plimsoll.section;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Line of a page snapshot that describes a node: {@code - button "Save" [disabled] [ref=e5]: text} of Playwright, or
 * {@code uid=1_5 button "Save" disabled} of Chrome DevTools. Reads the parts of a line on demand.
 */
public final class PageSnapshotLine {

    private static final int MAX_ROLE_LENGTH = 40;
    private static final int MAX_NAME_BYTES = 400;
    private static final String UID = "uid=";

    private final Slice line;
    private final int indent;
    private final boolean isDevTools;
    private final String role;
    private final String reference;

    /** Range of the name, without quotes; empty if there is none. */
    private final int nameStart;

    private final int nameEnd;

    /** Offset of the attributes. */
    private final int attributesStart;

    private PageSnapshotLine(Slice line, int indent, boolean isDevTools, int roleStart, int roleEnd, String reference) {
        this.line = line;
        this.indent = indent;
        this.isDevTools = isDevTools;
        this.reference = reference;
        this.role = decodeAscii(line, roleStart, roleEnd);
        boolean isNamed = roleEnd + 1 < line.length() && line.at(roleEnd) == ' ' && line.at(roleEnd + 1) == '"';
        this.nameStart = isNamed ? roleEnd + 2 : roleEnd;
        this.nameEnd = isNamed ? endOfName(nameStart) : roleEnd;
        this.attributesStart = isNamed ? Math.min(line.length(), nameEnd + 1) : roleEnd;
    }

    /** Parses a line; returns null if it is not a node, but a property, a text, or a line outside the tree. */
    public static @Nullable PageSnapshotLine parse(Slice fullLine) {
        Slice line = trimEnd(fullLine);
        int indent = indent(line);
        if (startsWith(line, indent, UID)) {
            int uidEnd = endOfWord(line, indent + UID.length());
            int roleStart = Math.min(line.length(), uidEnd + 1);
            return new PageSnapshotLine(
                    line,
                    indent,
                    true,
                    roleStart,
                    endOfWord(line, roleStart),
                    decodeAscii(line, indent + UID.length(), uidEnd));
        }
        if (!startsWith(line, indent, "- ")) {
            return null;
        }
        int roleStart = indent + 2;
        roleStart += roleStart < line.length() && line.at(roleStart) == '\'' ? 1 : 0;
        int roleEnd = roleStart;
        while (roleEnd < line.length() && roleEnd - roleStart <= MAX_ROLE_LENGTH && isLetter(line.at(roleEnd))) {
            roleEnd++;
        }
        if (roleEnd == roleStart || roleEnd - roleStart > MAX_ROLE_LENGTH || !isRoleEnd(line, roleEnd)) {
            return null;
        }
        return new PageSnapshotLine(line, indent, false, roleStart, roleEnd, "");
    }

    /** Returns the number of spaces at the start of a line. */
    static int indent(Slice line) {
        int indent = 0;
        while (indent < line.length() && line.at(indent) == ' ') {
            indent++;
        }
        return indent;
    }

    private static Slice trimEnd(Slice line) {
        int end = line.length();
        while (end > 0 && line.at(end - 1) >= 0 && line.at(end - 1) <= ' ') {
            end--;
        }
        return line.sub(0, end);
    }

    private static boolean startsWith(Slice line, int offset, String prefix) {
        if (line.length() - offset < prefix.length()) {
            return false;
        }
        for (int i = 0; i < prefix.length(); i++) {
            if (line.at(offset + i) != prefix.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isLetter(byte b) {
        return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || b == '-';
    }

    /** Returns whether a role can end at an offset: before a name, an attribute, a text, or the end of the line. */
    private static boolean isRoleEnd(Slice line, int offset) {
        return offset == line.length()
                || line.at(offset) == ':'
                || line.at(offset) == '\''
                || (line.at(offset) == ' '
                        && offset + 1 < line.length()
                        && (line.at(offset + 1) == '"' || line.at(offset + 1) == '[' || line.at(offset + 1) == '/'));
    }

    private static int endOfWord(Slice line, int from) {
        int end = Math.min(from, line.length());
        while (end < line.length() && line.at(end) != ' ') {
            end++;
        }
        return end;
    }

    /**
     * Returns the offset of the quote that ends the name. Playwright escapes a quote in a name with
     * a backslash. Chrome DevTools does not: there, a quote ends the name only at the end of the line or before
     * an attribute.
     */
    private int endOfName(int from) {
        for (int offset = from; offset < line.length(); offset++) {
            byte b = line.at(offset);
            if (b == '\\' && !isDevTools) {
                offset++;
            } else if (b == '"' && (!isDevTools || isBeforeAttribute(offset + 1))) {
                return offset;
            }
        }
        return line.length();
    }

    /** Returns whether the line ends at an offset, or continues with a space and a word that is not quoted. */
    private boolean isBeforeAttribute(int offset) {
        if (offset == line.length()) {
            return true;
        }
        int end = offset + 1;
        while (end < line.length() && isLetter(line.at(end))) {
            end++;
        }
        boolean isWord = end == line.length() || line.at(end) == ' ' || line.at(end) == '=';
        return line.at(offset) == ' ' && end > offset + 1 && isWord;
    }

    private static String decodeAscii(Slice line, int from, int end) {
        Slice part = line.sub(from, Math.max(from, Math.min(end, from + MAX_NAME_BYTES)));
        return new String(part.bytes(), part.from(), part.length(), StandardCharsets.ISO_8859_1);
    }

    public int indent() {
        return indent;
    }

    public String role() {
        return role;
    }

    /** Returns the reference; empty if the node has none. */
    public String reference() {
        return isDevTools ? reference : attribute("ref");
    }

    public String name() {
        return decodeText(nameStart, nameEnd);
    }

    /**
     * Returns the text after the colon, without quotes, or the attribute {@code value} of Chrome DevTools; empty if
     * there is none.
     */
    public String inlineText() {
        if (isDevTools) {
            return attribute("value");
        }
        int offset = attributesStart;
        while (offset + 1 < line.length() && line.at(offset) == ' ' && line.at(offset + 1) == '[') {
            offset = indexOf(']', offset) + 1;
        }
        offset += offset < line.length() && line.at(offset) == '\'' ? 1 : 0;
        if (offset + 2 > line.length() || line.at(offset) != ':') {
            return "";
        }
        boolean isQuoted =
                offset + 2 < line.length() && line.at(offset + 2) == '"' && line.at(line.length() - 1) == '"';
        return isQuoted && line.length() - offset > 4
                ? decodeText(offset + 3, line.length() - 1)
                : decodeText(offset + 2, line.length());
    }

    /**
     * Returns the value of an attribute; {@code true} if the attribute has no value; empty if the node does not have
     * the attribute.
     */
    public String attribute(String name) {
        int offset = attributesStart;
        while (offset < line.length()) {
            offset += line.at(offset) == ' ' ? 1 : 0;
            if (!isDevTools && (offset >= line.length() || line.at(offset) != '[')) {
                return "";
            }
            int start = isDevTools ? offset : offset + 1;
            int end = isDevTools ? endOfAttribute(start) : indexOf(']', start);
            if (startsWith(line, start, name) && start + name.length() <= end) {
                int keyEnd = start + name.length();
                if (keyEnd == end) {
                    return "true";
                }
                if (line.at(keyEnd) == '=') {
                    boolean isQuoted = isDevTools && end - keyEnd > 2 && line.at(keyEnd + 1) == '"';
                    return isQuoted ? decodeText(keyEnd + 2, end - 1) : decodeText(keyEnd + 1, end);
                }
            }
            offset = Math.max(offset + 1, isDevTools ? end : end + 1);
        }
        return "";
    }

    /** Returns the offset after a word, or after {@code key="value with spaces"}. */
    private int endOfAttribute(int from) {
        int end = from;
        while (end < line.length() && line.at(end) != ' ') {
            if (line.at(end) == '=' && end + 1 < line.length() && line.at(end + 1) == '"') {
                return Math.min(line.length(), endOfName(end + 2) + 1);
            }
            end++;
        }
        return end;
    }

    private int indexOf(char character, int from) {
        int offset = from;
        while (offset < line.length() && line.at(offset) != character) {
            offset++;
        }
        return offset;
    }

    /** Returns a range of the line as text, cut to 400 bytes. The escapes of Playwright are decoded. */
    private String decodeText(int from, int end) {
        Slice part = line.sub(from, Math.max(from, end));
        Slice shortPart = part.length() <= MAX_NAME_BYTES ? part : part.sub(0, Utf8.floor(part, MAX_NAME_BYTES));
        String text = new String(shortPart.toByteArray(), StandardCharsets.UTF_8);
        return isDevTools || text.indexOf('\\') < 0
                ? text
                : text.replace("\\\"", "\"").replace("\\\\", "\\");
    }
}
