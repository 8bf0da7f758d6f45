package dev.plimsoll.query.parse;

import dev.plimsoll.model.RefusedException;
import dev.plimsoll.query.parse.Token.Word;
import java.util.List;

/** Reads the tokens of an expression, with one token of lookahead. */
final class TokenReader {

    private static final List<String> SYMBOLS = List.of(
            "?//=", "?//", "//=", "|=", "+=", "-=", "*=", "/=", "%=", "==", "!=", "<=", ">=", "//", "..", "::", ".",
            "[", "]", "(", ")", "{", "}", "|", ",", ":", ";", "=", "<", ">", "+", "-", "*", "/", "%", "?", "$");

    private static final int UNICODE_DIGITS = 4;

    private final String text;
    private final SyntaxErrors syntaxErrors;
    private int at;
    private Token current;

    TokenReader(String text) {
        this.text = text;
        this.syntaxErrors = new SyntaxErrors(text);
        this.current = read();
    }

    Token current() {
        return current;
    }

    boolean at(String symbolOrName) {
        return current.is(symbolOrName);
    }

    boolean at(Word word) {
        return current.word() == word;
    }

    /** Returns the current token and advances. */
    Token take() {
        Token taken = current;
        current = read();
        return taken;
    }

    /** Advances if the current token is this one, and returns whether it was. */
    boolean skip(String symbolOrName) {
        if (!at(symbolOrName)) {
            return false;
        }
        current = read();
        return true;
    }

    void expect(String symbolOrName, String context) {
        if (!skip(symbolOrName)) {
            throw unexpected("'" + symbolOrName + "' " + context);
        }
    }

    RefusedException unexpected(String expected) {
        return fault(
                current.at(),
                "unexpected " + current.shown() + ", expected " + expected,
                "check brackets and quotes; a query is a jq expression such as .items[] | select(.id == 1)");
    }

    RefusedException fault(int offset, String problem, String suggestion) {
        return syntaxErrors.at(offset, problem, suggestion);
    }

    private Token read() {
        skipSpace();
        int from = at;
        if (at >= text.length()) {
            return new Token(Word.END, "", at);
        }
        char c = text.charAt(at);
        if (c == '"') {
            at++;
            return new Token(Word.QUOTE, "\"", from);
        }
        if (isDigit(c) || (c == '.' && at + 1 < text.length() && isDigit(text.charAt(at + 1)))) {
            return number(from);
        }
        if (isLetter(c)) {
            return new Token(Word.NAME, name(at), from);
        }
        if (c == '.' && at + 1 < text.length() && isLetter(text.charAt(at + 1))) {
            return new Token(Word.FIELD, word(at + 1), from);
        }
        if ((c == '$' || c == '@') && at + 1 < text.length() && isLetter(text.charAt(at + 1))) {
            return new Token(c == '$' ? Word.VARIABLE : Word.FORMAT, name(at + 1), from);
        }
        for (String symbol : SYMBOLS) {
            if (text.startsWith(symbol, at) && !symbol.equals("?//=")) {
                at += symbol.length();
                return new Token(Word.SYMBOL, symbol, from);
            }
        }
        throw fault(from, "unexpected character", "quote names with other characters: .[\"a b\"]");
    }

    private void skipSpace() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '#') {
                while (at < text.length() && text.charAt(at) != '\n') {
                    at++;
                }
            } else if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
                at++;
            } else {
                return;
            }
        }
    }

    private Token number(int from) {
        digits();
        if (at < text.length() && text.charAt(at) == '.') {
            at++;
            digits();
        }
        if (at < text.length() && (text.charAt(at) | 0x20) == 'e') {
            int sign = at + 1;
            boolean signed = sign < text.length() && (text.charAt(sign) == '-' || text.charAt(sign) == '+');
            int digit = signed ? sign + 1 : sign;
            if (digit < text.length() && isDigit(text.charAt(digit))) {
                at = digit;
                digits();
            }
        }
        return new Token(Word.NUMBER, text.substring(from, at), from);
    }

    private void digits() {
        while (at < text.length() && isDigit(text.charAt(at))) {
            at++;
        }
    }

    private String word(int from) {
        at = from;
        while (at < text.length() && (isLetter(text.charAt(at)) || isDigit(text.charAt(at)))) {
            at++;
        }
        return text.substring(from, at);
    }

    /** Reads a name: a word, or words joined by double colons. */
    private String name(int from) {
        word(from);
        while (text.startsWith("::", at) && at + 2 < text.length() && isLetter(text.charAt(at + 2))) {
            word(at + 2);
        }
        return text.substring(from, at);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    /**
     * Reads the text of a string up to its end or to an expression inside it, unescaped. The current token must be the opening
     * quote, or the bracket that ends an expression. {@link #endsString} returns whether the string ended.
     */
    String stringPart(int opening) {
        StringBuilder part = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '"') {
                return part.toString();
            }
            if (c != '\\') {
                part.append(c);
            } else if (at < text.length() && text.charAt(at) == '(') {
                at++;
                return part.toString();
            } else {
                escape(part);
            }
        }
        throw fault(opening, "the string that begins here is not closed", "close it with \"");
    }

    /** Returns whether the last part ended with the string. */
    boolean endsString() {
        return text.charAt(at - 1) == '"';
    }

    private void escape(StringBuilder part) {
        int start = at - 1;
        char letter = at < text.length() ? text.charAt(at++) : ' ';
        int known = "\"\\/bfnrt".indexOf(letter);
        if (known >= 0) {
            part.append("\"\\/\b\f\n\r\t".charAt(known));
            return;
        }
        if (letter == 'u' && at + UNICODE_DIGITS <= text.length()) {
            String digits = text.substring(at, at + UNICODE_DIGITS);
            if (digits.chars().allMatch(c -> Character.digit(c, 16) >= 0 && c < 0x80)) {
                part.append((char) Integer.parseInt(digits, 16));
                at += UNICODE_DIGITS;
                return;
            }
        }
        throw fault(start, "unknown escape in a string", "a backslash is written \\\\");
    }
}
