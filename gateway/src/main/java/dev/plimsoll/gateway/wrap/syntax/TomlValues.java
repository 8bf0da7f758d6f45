package dev.plimsoll.gateway.wrap.syntax;

import dev.plimsoll.gateway.wrap.syntax.SyntaxNode.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses keys and values of TOML at the current position, and advances the position. */
final class TomlValues {

    private static final int MAX_DEPTH = 200;
    private static final Pattern LITERAL = Pattern.compile("true|false|[+-]?(?:inf|nan)"
            + "|0x[0-9A-Fa-f]+(?:_[0-9A-Fa-f]+)*|0o[0-7]+(?:_[0-7]+)*|0b[01]+(?:_[01]+)*"
            + "|[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[Tt ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\\.[0-9]+)?)?(?:[Zz]|[+-][0-9]{2}:[0-9]{2})?)?"
            + "|[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\\.[0-9]+)?)?"
            + "|[+-]?(?:0|[1-9][0-9]*(?:_[0-9]+)*)(?:\\.[0-9]+(?:_[0-9]+)*)?(?:[eE][+-]?[0-9]+(?:_[0-9]+)*)?");

    /** A part of a dotted key. */
    record KeyPart(String name, int from, int to) {}

    private final String text;
    private int position;

    TomlValues(String text) {
        this.text = text;
        this.position = text.startsWith("\uFEFF") ? 1 : 0;
    }

    int position() {
        return position;
    }

    boolean isAtEnd() {
        return position == text.length();
    }

    boolean isAt(String expected) {
        return text.startsWith(expected, position);
    }

    void advance(int count) {
        position += count;
    }

    void skipSpace() {
        while (position < text.length() && (text.charAt(position) == ' ' || text.charAt(position) == '\t')) {
            position++;
        }
    }

    /** Skips a comment, if there is one. */
    void skipComment() throws SyntaxException {
        if (!isAt("#")) {
            return;
        }
        while (position < text.length() && !isAtLineEnd()) {
            char c = text.charAt(position);
            if ((c < ' ' && c != '\t') || c == 0x7f) {
                throw exception("a control character in a comment");
            }
            position++;
        }
    }

    boolean isAtLineEnd() {
        return isAt("\n") || isAt("\r\n");
    }

    /** Skips white space, comments, and line ends. */
    void skipLines() throws SyntaxException {
        int before;
        do {
            before = position;
            skipSpace();
            skipComment();
            if (isAtLineEnd()) {
                position += isAt("\n") ? 1 : 2;
            }
        } while (position > before);
    }

    /** Parses a key and the white space after it. */
    List<KeyPart> parseKey() throws SyntaxException {
        List<KeyPart> keyParts = new ArrayList<>();
        while (true) {
            skipSpace();
            keyParts.add(parseKeyPart());
            skipSpace();
            if (!isAt(".")) {
                return keyParts;
            }
            position++;
        }
    }

    private KeyPart parseKeyPart() throws SyntaxException {
        int from = position;
        if (isAt("\"") || isAt("'")) {
            if (isAt("\"\"\"") || isAt("'''")) {
                throw exception("a key must be on one line");
            }
            position = TomlStrings.findEnd(text, from);
            return new KeyPart(TomlStrings.decode(text, from, position), from, position);
        }
        while (position < text.length() && isBareKeyCharacter(text.charAt(position))) {
            position++;
        }
        if (position == from) {
            throw isAtEnd() ? exception("the text ends too early") : exception("expected a key");
        }
        return new KeyPart(text.substring(from, position), from, position);
    }

    static boolean isBareKeyCharacter(char c) {
        return c < 128 && (Character.isLetterOrDigit(c) || c == '_' || c == '-');
    }

    SyntaxNode parseValue(int depth) throws SyntaxException {
        int from = position;
        if (depth > MAX_DEPTH) {
            throw exception("more than " + MAX_DEPTH + " values inside each other");
        } else if (isAt("[")) {
            return parseArray(depth);
        } else if (isAt("{")) {
            return parseInlineTable(depth);
        } else if (isAt("\"") || isAt("'")) {
            position = TomlStrings.findEnd(text, from);
            return new SyntaxNode(text, Kind.STRING, from, position, TomlStrings::decode);
        }
        Matcher literal = LITERAL.matcher(text).region(position, text.length());
        boolean isLiteral = literal.lookingAt() && !isLiteralContinued(literal.end());
        if (!isLiteral) {
            throw isAtEnd() ? exception("the text ends too early") : exception("expected a value; a text needs quotes");
        }
        position = literal.end();
        return new SyntaxNode(text, Kind.OTHER, from, position, TomlStrings::decode);
    }

    /** Returns whether the character at a position would belong to a longer literal. */
    private boolean isLiteralContinued(int end) {
        return end < text.length() && !Character.isWhitespace(text.charAt(end)) && ",]}#".indexOf(text.charAt(end)) < 0;
    }

    private SyntaxNode parseArray(int depth) throws SyntaxException {
        SyntaxNode array = new SyntaxNode(text, Kind.ARRAY, position, position, TomlStrings::decode).markBracketed();
        position++;
        boolean isCommaRequired = false;
        while (true) {
            skipLines();
            if (isAt("]")) {
                array.closeAt(++position);
                return array;
            } else if (isCommaRequired) {
                require(",", "expected , or ]");
            } else {
                array.add(parseValue(depth + 1));
            }
            isCommaRequired = !isCommaRequired;
        }
    }

    private SyntaxNode parseInlineTable(int depth) throws SyntaxException {
        SyntaxNode table = new SyntaxNode(text, Kind.OBJECT, position, position, TomlStrings::decode).markBracketed();
        position++;
        boolean isCommaRequired = false;
        TomlTables tables = new TomlTables(text, true);
        while (true) {
            skipLines();
            if (isAt("}")) {
                table.closeAt(++position);
                return table;
            } else if (isCommaRequired) {
                require(",", "expected , or }");
            } else {
                List<KeyPart> key = parseKey();
                require("=", "expected = after a key");
                skipSpace();
                tables.define(table, key, parseValue(depth + 1));
            }
            isCommaRequired = !isCommaRequired;
        }
    }

    void require(String expected, String message) throws SyntaxException {
        if (!isAt(expected)) {
            throw exception(isAtEnd() ? "the text ends too early" : message);
        }
        position += expected.length();
    }

    SyntaxException exception(String message) {
        return SyntaxException.create(text, position, message);
    }

    static SyntaxMember member(List<KeyPart> key, int index, SyntaxNode value) {
        KeyPart keyPart = key.get(index);
        return new SyntaxMember(keyPart.name(), key.get(0).from(), keyPart.from(), keyPart.to(), value);
    }
}
