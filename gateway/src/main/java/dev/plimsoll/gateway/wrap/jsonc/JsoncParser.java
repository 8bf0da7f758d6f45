package dev.plimsoll.gateway.wrap.jsonc;

import dev.plimsoll.gateway.wrap.jsonc.JsoncNode.Kind;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses JSON with {@code //} and {@code /*} comments and trailing commas, as editors and MCP clients accept it, with
 * an optional byte order mark. Uses links between containers, not recursion, so that any depth works.
 */
public final class JsoncParser {

    private static final Pattern NUMBER = Pattern.compile("-?(?:0|[1-9][0-9]*+)(?:\\.[0-9]++)?(?:[eE][+-]?[0-9]++)?");
    private static final String[] LITERALS = {"true", "false", "null"};

    private final String text;
    private final Matcher number;
    private int position;

    private JsoncParser(String text) {
        this.text = text;
        this.number = NUMBER.matcher(text);
        this.position = text.startsWith("\uFEFF") ? 1 : 0;
    }

    /** Parses a document; throws if it is not valid or more text follows. */
    public static JsoncNode parse(String text) throws JsoncException {
        return new JsoncParser(text).parseDocument();
    }

    /** Returns the first position from {@code at} on that is neither white space nor in a comment. */
    public static int skipSpaceAndComments(String text, int at) {
        JsoncParser parser = new JsoncParser(text);
        parser.position = at;
        try {
            parser.skipSpaceAndComments();
        } catch (JsoncException e) {
            throw new IllegalArgumentException("the text was not parsed before", e);
        }
        return parser.position;
    }

    public static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }

    private JsoncNode parseDocument() throws JsoncException {
        skipSpaceAndComments();
        if (position == text.length()) {
            throw error("only white space and comments");
        }
        JsoncNode root = parseValue(null);
        JsoncNode container = root.isContainer() ? root : null;
        while (container != null) {
            container = parseNext(container);
        }
        skipSpaceAndComments();
        if (position < text.length()) {
            throw error("more text after the end of the document");
        }
        return root;
    }

    /** Reads a comma, a value, or the end of a container, and returns the container to continue with. */
    private @Nullable JsoncNode parseNext(JsoncNode container) throws JsoncException {
        skipSpaceAndComments();
        boolean isObject = container.is(Kind.OBJECT);
        char c = position < text.length() ? text.charAt(position) : 0;
        if (c == (isObject ? '}' : ']')) {
            container.closeAt(++position);
            return container.parent;
        }
        if (container.needsComma) {
            require(',', isObject ? "expected , or }" : "expected , or ]");
            container.needsComma = false;
            return container;
        }
        JsoncNode value = isObject ? parseMember(container) : parseItem(container);
        return value.isContainer() ? value : container;
    }

    private JsoncNode parseItem(JsoncNode array) throws JsoncException {
        JsoncNode value = parseValue(array);
        array.add(value);
        return value;
    }

    private JsoncNode parseMember(JsoncNode object) throws JsoncException {
        int from = position;
        if (position == text.length() || text.charAt(position) != '"') {
            throw error(
                    position == text.length() ? "the text ends too early" : "expected a name in double quotes or }");
        }
        parseString();
        int to = position;
        skipSpaceAndComments();
        require(':', "expected : after a name");
        skipSpaceAndComments();
        JsoncNode value = parseValue(object);
        object.add(new JsoncMember(JsoncStrings.decode(text, from, to), from, to, value));
        return value;
    }

    private JsoncNode parseValue(@Nullable JsoncNode parent) throws JsoncException {
        int from = position;
        char c = position < text.length() ? text.charAt(position) : 0;
        Kind kind = switch (c) {
            case '{' -> Kind.OBJECT;
            case '[' -> Kind.ARRAY;
            case '"' -> Kind.STRING;
            default -> Kind.OTHER;
        };
        if (kind == Kind.STRING) {
            parseString();
        } else if (kind == Kind.OTHER) {
            parseLiteral();
        } else {
            position++;
        }
        return new JsoncNode(text, kind, from, position, parent);
    }

    private void parseLiteral() throws JsoncException {
        for (String literal : LITERALS) {
            if (text.startsWith(literal, position)) {
                position += literal.length();
                return;
            }
        }
        if (!number.region(position, text.length()).lookingAt()) {
            throw error(position == text.length() ? "the text ends too early" : "expected a value");
        }
        position = number.end();
    }

    private void parseString() throws JsoncException {
        int from = position++;
        while (position < text.length()) {
            char c = text.charAt(position++);
            if (c == '"') {
                return;
            }
            if (c == '\\') {
                parseEscape();
            } else if (c < ' ') {
                position--;
                throw error(c == '\n' || c == '\r' ? "the string does not end" : "a control character in a string");
            }
        }
        position = from;
        throw error("the string does not end");
    }

    private void parseEscape() throws JsoncException {
        char c = position < text.length() ? text.charAt(position) : 0;
        int digits = c == 'u' ? 4 : 0;
        boolean isValid = c != 0 && "\"\\/bfnrtu".indexOf(c) >= 0 && position + digits < text.length();
        for (int i = 1; isValid && i <= digits; i++) {
            char digit = text.charAt(position + i);
            isValid = digit < 128 && Character.digit(digit, 16) >= 0;
        }
        if (!isValid) {
            position--;
            throw error("invalid escape in a string");
        }
        position += 1 + digits;
    }

    private void require(char expected, String message) throws JsoncException {
        if (position == text.length() || text.charAt(position) != expected) {
            throw error(position == text.length() ? "the text ends too early" : message);
        }
        position++;
    }

    private void skipSpaceAndComments() throws JsoncException {
        while (position < text.length()) {
            char c = text.charAt(position);
            if (isSpace(c)) {
                position++;
            } else if (text.startsWith("//", position)) {
                while (position < text.length() && text.charAt(position) != '\n' && text.charAt(position) != '\r') {
                    position++;
                }
            } else if (text.startsWith("/*", position)) {
                int end = text.indexOf("*/", position + 2);
                if (end < 0) {
                    throw error("the comment does not end");
                }
                position = end + 2;
            } else {
                return;
            }
        }
    }

    private JsoncException error(String message) {
        return JsoncException.create(text, position, message);
    }
}
