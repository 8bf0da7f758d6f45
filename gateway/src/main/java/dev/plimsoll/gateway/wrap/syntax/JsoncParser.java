package dev.plimsoll.gateway.wrap.syntax;

import dev.plimsoll.gateway.wrap.syntax.SyntaxNode.Kind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses JSON as editors and MCP clients accept it: with {@code //} and {@code /*} comments, trailing commas, and a
 * byte order mark. Uses a stack of containers instead of recursion, so that any depth is possible.
 */
public final class JsoncParser {

    private static final Pattern NUMBER = Pattern.compile("-?(?:0|[1-9][0-9]*+)(?:\\.[0-9]++)?(?:[eE][+-]?[0-9]++)?");
    private static final String[] LITERALS = {"true", "false", "null"};

    private final String text;
    private final Matcher number;
    private final Deque<Container> containers = new ArrayDeque<>();
    private int position;

    private static final class Container {

        private final SyntaxNode node;

        /** True if a comma must precede the next value. */
        private boolean isCommaRequired;

        Container(SyntaxNode node) {
            this.node = node;
        }
    }

    private JsoncParser(String text) {
        this.text = text;
        this.number = NUMBER.matcher(text);
        this.position = text.startsWith("\uFEFF") ? 1 : 0;
    }

    /** Parses a document. Throws if it is not valid, or if more text follows. */
    public static SyntaxNode parse(String text) throws SyntaxException {
        return new JsoncParser(text).parseDocument();
    }

    /**
     * Returns the first position from {@code at} on that is neither white space nor in a comment. The text must be one
     * that {@link #parse} has accepted.
     */
    public static int skipSpaceAndComments(String text, int at) {
        JsoncParser parser = new JsoncParser(text);
        parser.position = at;
        try {
            parser.skipSpaceAndComments();
        } catch (SyntaxException e) {
            throw new IllegalArgumentException("the text is not valid JSONC", e);
        }
        return parser.position;
    }

    public static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }

    private SyntaxNode parseDocument() throws SyntaxException {
        skipSpaceAndComments();
        if (position == text.length()) {
            throw exception("only white space and comments");
        }
        SyntaxNode root = parseValue();
        open(root);
        while (!containers.isEmpty()) {
            parseNext(containers.element());
        }
        skipSpaceAndComments();
        if (position < text.length()) {
            throw exception("more text after the end of the document");
        }
        return root;
    }

    private void open(SyntaxNode value) {
        if (value.isContainer()) {
            containers.push(new Container(value.markBracketed()));
        }
    }

    /** Reads a comma, a value, or the end of a container. */
    private void parseNext(Container container) throws SyntaxException {
        skipSpaceAndComments();
        boolean isObject = container.node.is(Kind.OBJECT);
        char c = position < text.length() ? text.charAt(position) : 0;
        if (c == (isObject ? '}' : ']')) {
            container.node.closeAt(++position);
            containers.pop();
        } else if (container.isCommaRequired) {
            require(',', isObject ? "expected , or }" : "expected , or ]");
            container.isCommaRequired = false;
        } else {
            container.isCommaRequired = true;
            open(isObject ? parseMember(container.node) : parseItem(container.node));
        }
    }

    private SyntaxNode parseItem(SyntaxNode array) throws SyntaxException {
        SyntaxNode value = parseValue();
        array.add(value);
        return value;
    }

    private SyntaxNode parseMember(SyntaxNode object) throws SyntaxException {
        int from = position;
        if (position == text.length() || text.charAt(position) != '"') {
            throw exception(
                    position == text.length() ? "the text ends too early" : "expected a name in double quotes or }");
        }
        parseString();
        int to = position;
        skipSpaceAndComments();
        require(':', "expected : after a name");
        skipSpaceAndComments();
        SyntaxNode value = parseValue();
        object.add(new SyntaxMember(JsoncStrings.decode(text, from, to), from, from, to, value));
        return value;
    }

    private SyntaxNode parseValue() throws SyntaxException {
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
        return new SyntaxNode(text, kind, from, position, JsoncStrings::decode);
    }

    private void parseLiteral() throws SyntaxException {
        for (String literal : LITERALS) {
            if (text.startsWith(literal, position)) {
                position += literal.length();
                return;
            }
        }
        if (!number.region(position, text.length()).lookingAt()) {
            throw exception(position == text.length() ? "the text ends too early" : "expected a value");
        }
        position = number.end();
    }

    private void parseString() throws SyntaxException {
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
                throw exception(c == '\n' || c == '\r' ? "the string does not end" : "a control character in a string");
            }
        }
        position = from;
        throw exception("the string does not end");
    }

    private void parseEscape() throws SyntaxException {
        char c = position < text.length() ? text.charAt(position) : 0;
        int digits = c == 'u' ? 4 : 0;
        boolean isValid = c != 0 && "\"\\/bfnrtu".indexOf(c) >= 0 && position + digits < text.length();
        for (int i = 1; isValid && i <= digits; i++) {
            char digit = text.charAt(position + i);
            isValid = digit < 128 && Character.digit(digit, 16) >= 0;
        }
        if (!isValid) {
            position--;
            throw exception("invalid escape in a string");
        }
        position += 1 + digits;
    }

    private void require(char expected, String message) throws SyntaxException {
        if (position == text.length() || text.charAt(position) != expected) {
            throw exception(position == text.length() ? "the text ends too early" : message);
        }
        position++;
    }

    private void skipSpaceAndComments() throws SyntaxException {
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
                    throw exception("the comment does not end");
                }
                position = end + 2;
            } else {
                return;
            }
        }
    }

    private SyntaxException exception(String message) {
        return SyntaxException.create(text, position, message);
    }
}
