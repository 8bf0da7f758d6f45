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
    private static final String[] WORDS = {"true", "false", "null"};

    private final String text;
    private final Matcher number;
    private int at;

    private JsoncParser(String text) {
        this.text = text;
        this.number = NUMBER.matcher(text);
        this.at = text.startsWith("\uFEFF") ? 1 : 0;
    }

    /** Parses a document; throws if it is not valid or more text follows. */
    public static JsoncNode parse(String text) throws JsoncException {
        return new JsoncParser(text).document();
    }

    /** Returns the first position from {@code at} on that is neither white space nor in a comment. */
    public static int skip(String text, int at) {
        JsoncParser parser = new JsoncParser(text);
        parser.at = at;
        try {
            parser.skip();
        } catch (JsoncException e) {
            throw new IllegalArgumentException("the text was not parsed before", e);
        }
        return parser.at;
    }

    public static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }

    private JsoncNode document() throws JsoncException {
        skip();
        if (at == text.length()) {
            throw fault("only white space and comments");
        }
        JsoncNode root = value(null);
        JsoncNode container = root.isContainer() ? root : null;
        while (container != null) {
            container = step(container);
        }
        skip();
        if (at < text.length()) {
            throw fault("more text after the end of the document");
        }
        return root;
    }

    /** Reads a comma, a value, or the end of a container, and returns the container to continue with. */
    private @Nullable JsoncNode step(JsoncNode container) throws JsoncException {
        skip();
        boolean isObject = container.is(Kind.OBJECT);
        char c = at < text.length() ? text.charAt(at) : 0;
        if (c == (isObject ? '}' : ']')) {
            container.closeAt(++at);
            return container.parent;
        }
        if (container.wantsComma) {
            require(',', isObject ? "expected , or }" : "expected , or ]");
            container.wantsComma = false;
            return container;
        }
        JsoncNode value = isObject ? member(container) : item(container);
        return value.isContainer() ? value : container;
    }

    private JsoncNode item(JsoncNode array) throws JsoncException {
        JsoncNode value = value(array);
        array.add(value);
        return value;
    }

    private JsoncNode member(JsoncNode object) throws JsoncException {
        int from = at;
        if (at == text.length() || text.charAt(at) != '"') {
            throw fault(at == text.length() ? "the text ends too early" : "expected a name in double quotes or }");
        }
        string();
        int to = at;
        skip();
        require(':', "expected : after a name");
        skip();
        JsoncNode value = value(object);
        object.add(new JsoncMember(JsoncStrings.decode(text, from, to), from, to, value));
        return value;
    }

    private JsoncNode value(@Nullable JsoncNode parent) throws JsoncException {
        int from = at;
        char c = at < text.length() ? text.charAt(at) : 0;
        Kind kind = switch (c) {
            case '{' -> Kind.OBJECT;
            case '[' -> Kind.ARRAY;
            case '"' -> Kind.STRING;
            default -> Kind.OTHER;
        };
        if (kind == Kind.STRING) {
            string();
        } else if (kind == Kind.OTHER) {
            word();
        } else {
            at++;
        }
        return new JsoncNode(text, kind, from, at, parent);
    }

    private void word() throws JsoncException {
        for (String literal : WORDS) {
            if (text.startsWith(literal, at)) {
                at += literal.length();
                return;
            }
        }
        if (!number.region(at, text.length()).lookingAt()) {
            throw fault(at == text.length() ? "the text ends too early" : "expected a value");
        }
        at = number.end();
    }

    private void string() throws JsoncException {
        int from = at++;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '"') {
                return;
            }
            if (c == '\\') {
                escape();
            } else if (c < ' ') {
                at--;
                throw fault(c == '\n' || c == '\r' ? "the string does not end" : "a control character in a string");
            }
        }
        at = from;
        throw fault("the string does not end");
    }

    private void escape() throws JsoncException {
        char c = at < text.length() ? text.charAt(at) : 0;
        int digits = c == 'u' ? 4 : 0;
        boolean isValid = c != 0 && "\"\\/bfnrtu".indexOf(c) >= 0 && at + digits < text.length();
        for (int i = 1; isValid && i <= digits; i++) {
            char digit = text.charAt(at + i);
            isValid = digit < 128 && Character.digit(digit, 16) >= 0;
        }
        if (!isValid) {
            at--;
            throw fault("invalid escape in a string");
        }
        at += 1 + digits;
    }

    private void require(char wanted, String message) throws JsoncException {
        if (at == text.length() || text.charAt(at) != wanted) {
            throw fault(at == text.length() ? "the text ends too early" : message);
        }
        at++;
    }

    private void skip() throws JsoncException {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (isSpace(c)) {
                at++;
            } else if (text.startsWith("//", at)) {
                while (at < text.length() && text.charAt(at) != '\n' && text.charAt(at) != '\r') {
                    at++;
                }
            } else if (text.startsWith("/*", at)) {
                int end = text.indexOf("*/", at + 2);
                if (end < 0) {
                    throw fault("the comment does not end");
                }
                at = end + 2;
            } else {
                return;
            }
        }
    }

    private JsoncException fault(String message) {
        return JsoncException.at(text, at, message);
    }
}
