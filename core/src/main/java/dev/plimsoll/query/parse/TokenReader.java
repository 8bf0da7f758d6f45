package dev.plimsoll.query.parse;

import dev.plimsoll.model.RefusedException;
import java.util.List;

/** Reads the tokens of an expression, with one token of lookahead. */
final class TokenReader {

    private static final List<String> SYMBOLS = List.of(
            "?//", "//=", "|=", "+=", "-=", "*=", "/=", "%=", "==", "!=", "<=", ">=", "//", "..", "::", ".", "[", "]",
            "(", ")", "{", "}", "|", ",", ":", ";", "=", "<", ">", "+", "-", "*", "/", "%", "?", "$");

    private static final int UNICODE_DIGITS = 4;

    private final String text;
    private final SyntaxErrors syntaxErrors;
    private int offset;
    private int endOfPrevious;
    private Token current;

    TokenReader(String text) {
        this.text = text;
        this.syntaxErrors = new SyntaxErrors(text);
        this.current = readToken();
    }

    Token current() {
        return current;
    }

    boolean isAt(String symbolOrName) {
        return current.isSymbolOrName(symbolOrName);
    }

    boolean isAt(Token.Type type) {
        return current.type() == type;
    }

    /** Returns the current token and advances. */
    Token next() {
        Token token = current;
        endOfPrevious = offset;
        current = readToken();
        return token;
    }

    /** Skips the current token if it is this symbol or name; returns whether it is. */
    boolean skip(String symbolOrName) {
        if (!isAt(symbolOrName)) {
            return false;
        }
        endOfPrevious = offset;
        current = readToken();
        return true;
    }

    /** Returns the offset after the previous token. */
    int endOfPrevious() {
        return endOfPrevious;
    }

    void expect(String symbolOrName, String context) {
        if (!skip(symbolOrName)) {
            throw unexpected("'" + symbolOrName + "' " + context);
        }
    }

    RefusedException unexpected(String expected) {
        return error(
                current.offset(),
                "unexpected " + current.describe() + ", expected " + expected,
                "check brackets and quotes; a query is a jq expression such as .items[] | select(.id == 1)");
    }

    RefusedException error(int offset, String problem, String suggestion) {
        return syntaxErrors.create(offset, problem, suggestion);
    }

    private Token readToken() {
        skipBlanksAndComments();
        int from = offset;
        if (offset >= text.length()) {
            return new Token(Token.Type.END, "", offset);
        }
        char c = text.charAt(offset);
        if (c == '"') {
            offset++;
            return new Token(Token.Type.QUOTE, "\"", from);
        }
        if (isDigit(c) || (c == '.' && offset + 1 < text.length() && isDigit(text.charAt(offset + 1)))) {
            return readNumber(from);
        }
        if (isLetter(c)) {
            return new Token(Token.Type.NAME, readName(offset), from);
        }
        if (c == '.' && offset + 1 < text.length() && isLetter(text.charAt(offset + 1))) {
            return new Token(Token.Type.FIELD, readWord(offset + 1), from);
        }
        if ((c == '$' || c == '@') && offset + 1 < text.length() && isLetter(text.charAt(offset + 1))) {
            return new Token(c == '$' ? Token.Type.VARIABLE : Token.Type.FORMAT, readName(offset + 1), from);
        }
        for (String symbol : SYMBOLS) {
            if (text.startsWith(symbol, offset)) {
                offset += symbol.length();
                return new Token(Token.Type.SYMBOL, symbol, from);
            }
        }
        throw error(from, "unexpected character", "quote names with other characters: .[\"a b\"]");
    }

    private void skipBlanksAndComments() {
        while (offset < text.length()) {
            char c = text.charAt(offset);
            if (c == '#') {
                while (offset < text.length() && text.charAt(offset) != '\n') {
                    offset++;
                }
            } else if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
                offset++;
            } else {
                return;
            }
        }
    }

    private Token readNumber(int from) {
        skipDigits();
        if (offset < text.length() && text.charAt(offset) == '.') {
            offset++;
            skipDigits();
        }
        if (offset < text.length() && (text.charAt(offset) | 0x20) == 'e') {
            int sign = offset + 1;
            boolean hasSign = sign < text.length() && (text.charAt(sign) == '-' || text.charAt(sign) == '+');
            int digit = hasSign ? sign + 1 : sign;
            if (digit < text.length() && isDigit(text.charAt(digit))) {
                offset = digit;
                skipDigits();
            }
        }
        return new Token(Token.Type.NUMBER, text.substring(from, offset), from);
    }

    private void skipDigits() {
        while (offset < text.length() && isDigit(text.charAt(offset))) {
            offset++;
        }
    }

    private String readWord(int from) {
        offset = from;
        while (offset < text.length() && (isLetter(text.charAt(offset)) || isDigit(text.charAt(offset)))) {
            offset++;
        }
        return text.substring(from, offset);
    }

    /** Reads a name: a word, or words joined by double colons. */
    private String readName(int from) {
        readWord(from);
        while (text.startsWith("::", offset) && offset + 2 < text.length() && isLetter(text.charAt(offset + 2))) {
            readWord(offset + 2);
        }
        return text.substring(from, offset);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    /**
     * Reads the text of a string up to its end or to an expression inside it, unescaped. The current token must be the opening
     * quote, or the bracket that ends an expression. {@link #isAtStringEnd} returns whether the string ended.
     */
    String readStringPart(int opening) {
        StringBuilder part = new StringBuilder();
        while (offset < text.length()) {
            char c = text.charAt(offset++);
            if (c == '"') {
                return part.toString();
            }
            if (c != '\\') {
                part.append(c);
            } else if (offset < text.length() && text.charAt(offset) == '(') {
                offset++;
                return part.toString();
            } else {
                readEscape(part);
            }
        }
        throw error(opening, "the string that begins here is not closed", "close it with \"");
    }

    /** Returns whether the last part ended with the string. */
    boolean isAtStringEnd() {
        return text.charAt(offset - 1) == '"';
    }

    private void readEscape(StringBuilder part) {
        int start = offset - 1;
        char letter = offset < text.length() ? text.charAt(offset++) : ' ';
        int escapeIndex = "\"\\/bfnrt".indexOf(letter);
        if (escapeIndex >= 0) {
            part.append("\"\\/\b\f\n\r\t".charAt(escapeIndex));
            return;
        }
        if (letter == 'u' && offset + UNICODE_DIGITS <= text.length()) {
            String digits = text.substring(offset, offset + UNICODE_DIGITS);
            if (digits.chars().allMatch(c -> Character.digit(c, 16) >= 0 && c < 0x80)) {
                part.append((char) Integer.parseInt(digits, 16));
                offset += UNICODE_DIGITS;
                return;
            }
        }
        throw error(start, "unknown escape in a string", "a backslash is written \\\\");
    }
}
