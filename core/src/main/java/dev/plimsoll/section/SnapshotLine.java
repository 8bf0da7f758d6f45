package dev.plimsoll.section;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Line of a page snapshot that describes a node: {@code - button "Save" [disabled] [ref=e5]: text} of Playwright, or
 * {@code uid=1_5 button "Save" disabled} of Chrome DevTools. Reads the parts of a line on demand.
 */
public final class SnapshotLine {

    private static final int MAX_ROLE_LENGTH = 40;
    private static final int MAX_NAME_BYTES = 400;
    private static final String UID = "uid=";

    private final Slice line;
    private final int indent;
    private final boolean isDevTools;
    private final String role;
    private final String reference;

    /** Range of the name, without quotes; empty if there is none. */
    private final int nameFrom;

    private final int nameEnd;

    /** Offset of the attributes. */
    private final int attributesFrom;

    private SnapshotLine(Slice line, int indent, boolean isDevTools, int roleFrom, int roleEnd, String reference) {
        this.line = line;
        this.indent = indent;
        this.isDevTools = isDevTools;
        this.reference = reference;
        this.role = ascii(line, roleFrom, roleEnd);
        boolean isNamed = roleEnd + 1 < line.length() && line.at(roleEnd) == ' ' && line.at(roleEnd + 1) == '"';
        this.nameFrom = isNamed ? roleEnd + 2 : roleEnd;
        this.nameEnd = isNamed ? endOfName(nameFrom) : roleEnd;
        this.attributesFrom = isNamed ? Math.min(line.length(), nameEnd + 1) : roleEnd;
    }

    /** Parses a line; returns null if it is not a node, but a property, a text, or a line outside the tree. */
    public static @Nullable SnapshotLine parse(Slice fullLine) {
        Slice line = withoutEnd(fullLine);
        int indent = indent(line);
        if (startsWith(line, indent, UID)) {
            int end = endOfWord(line, indent + UID.length());
            int roleFrom = Math.min(line.length(), end + 1);
            return new SnapshotLine(
                    line, indent, true, roleFrom, endOfWord(line, roleFrom), ascii(line, indent + UID.length(), end));
        }
        if (!startsWith(line, indent, "- ")) {
            return null;
        }
        int from = indent + 2;
        from += from < line.length() && line.at(from) == '\'' ? 1 : 0;
        int end = from;
        while (end < line.length() && end - from <= MAX_ROLE_LENGTH && isLetter(line.at(end))) {
            end++;
        }
        if (end == from || end - from > MAX_ROLE_LENGTH || !endsRole(line, end)) {
            return null;
        }
        return new SnapshotLine(line, indent, false, from, end, "");
    }

    /** Returns the number of spaces at the start of a line. */
    static int indent(Slice line) {
        int indent = 0;
        while (indent < line.length() && line.at(indent) == ' ') {
            indent++;
        }
        return indent;
    }

    private static Slice withoutEnd(Slice line) {
        int end = line.length();
        while (end > 0 && line.at(end - 1) >= 0 && line.at(end - 1) <= ' ') {
            end--;
        }
        return line.sub(0, end);
    }

    private static boolean startsWith(Slice line, int at, String prefix) {
        if (line.length() - at < prefix.length()) {
            return false;
        }
        for (int i = 0; i < prefix.length(); i++) {
            if (line.at(at + i) != prefix.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isLetter(byte b) {
        return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || b == '-';
    }

    /** Returns whether a role can end here: before a name, an attribute, a text, or the end of the line. */
    private static boolean endsRole(Slice line, int at) {
        return at == line.length()
                || line.at(at) == ':'
                || line.at(at) == '\''
                || (line.at(at) == ' '
                        && at + 1 < line.length()
                        && (line.at(at + 1) == '"' || line.at(at + 1) == '[' || line.at(at + 1) == '/'));
    }

    private static int endOfWord(Slice line, int from) {
        int end = Math.min(from, line.length());
        while (end < line.length() && line.at(end) != ' ') {
            end++;
        }
        return end;
    }

    /**
     * Returns the offset of the quote that ends the name. Playwright writes a quote in a name with a
     * backslash. Chrome DevTools does not: there, a quote ends the name only at the end of the line or before
     * an attribute.
     */
    private int endOfName(int from) {
        for (int at = from; at < line.length(); at++) {
            byte b = line.at(at);
            if (b == '\\' && !isDevTools) {
                at++;
            } else if (b == '"' && (!isDevTools || isBeforeAttribute(at + 1))) {
                return at;
            }
        }
        return line.length();
    }

    /** Returns whether the line ends here, or goes on with a space and a word that is not quoted. */
    private boolean isBeforeAttribute(int at) {
        if (at == line.length()) {
            return true;
        }
        int end = at + 1;
        while (end < line.length() && isLetter(line.at(end))) {
            end++;
        }
        boolean isWord = end == line.length() || line.at(end) == ' ' || line.at(end) == '=';
        return line.at(at) == ' ' && end > at + 1 && isWord;
    }

    private static String ascii(Slice line, int from, int end) {
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
        return text(nameFrom, nameEnd);
    }

    /**
     * Returns the text after the colon, without quotes, or the attribute {@code value} of Chrome DevTools; empty if
     * there is none.
     */
    public String inlineText() {
        if (isDevTools) {
            return attribute("value");
        }
        int at = attributesFrom;
        while (at + 1 < line.length() && line.at(at) == ' ' && line.at(at + 1) == '[') {
            at = indexOf(']', at) + 1;
        }
        at += at < line.length() && line.at(at) == '\'' ? 1 : 0;
        if (at + 2 > line.length() || line.at(at) != ':') {
            return "";
        }
        boolean isQuoted = at + 2 < line.length() && line.at(at + 2) == '"' && line.at(line.length() - 1) == '"';
        return isQuoted && line.length() - at > 4 ? text(at + 3, line.length() - 1) : text(at + 2, line.length());
    }

    /**
     * Returns the value of an attribute; {@code true} if the attribute has no value; empty if the node does not have
     * the attribute.
     */
    public String attribute(String name) {
        int at = attributesFrom;
        while (at < line.length()) {
            at += line.at(at) == ' ' ? 1 : 0;
            if (!isDevTools && (at >= line.length() || line.at(at) != '[')) {
                return "";
            }
            int from = isDevTools ? at : at + 1;
            int end = isDevTools ? endOfAttribute(from) : indexOf(']', from);
            if (startsWith(line, from, name) && from + name.length() <= end) {
                int after = from + name.length();
                if (after == end) {
                    return "true";
                }
                if (line.at(after) == '=') {
                    boolean isQuoted = isDevTools && end - after > 2 && line.at(after + 1) == '"';
                    return isQuoted ? text(after + 2, end - 1) : text(after + 1, end);
                }
            }
            at = Math.max(at + 1, isDevTools ? end : end + 1);
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

    private int indexOf(char sign, int from) {
        int at = from;
        while (at < line.length() && line.at(at) != sign) {
            at++;
        }
        return at;
    }

    /** Returns a range of the line as text, cut to 400 bytes. The escapes of Playwright are decoded. */
    private String text(int from, int end) {
        Slice part = line.sub(from, Math.max(from, end));
        Slice shown = part.length() <= MAX_NAME_BYTES ? part : part.sub(0, Utf8.floor(part, MAX_NAME_BYTES));
        String text = new String(shown.toByteArray(), StandardCharsets.UTF_8);
        return isDevTools || text.indexOf('\\') < 0
                ? text
                : text.replace("\\\"", "\"").replace("\\\\", "\\");
    }
}
