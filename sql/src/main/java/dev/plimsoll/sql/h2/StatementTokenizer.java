package dev.plimsoll.sql.h2;

import java.util.ArrayList;
import java.util.List;

/** Splits a statement into tokens, without comments. Rejects all syntax that H2 could split differently. */
final class StatementTokenizer {

    private final String text;
    private final List<StatementToken> tokens = new ArrayList<>();
    private int offset;

    private StatementTokenizer(String text) {
        this.text = text;
    }

    static List<StatementToken> tokenize(String text) {
        StatementTokenizer statementTokenizer = new StatementTokenizer(text);
        while (statementTokenizer.offset < text.length()) {
            statementTokenizer.readNext();
        }
        return statementTokenizer.tokens;
    }

    private void readNext() {
        char c = text.charAt(offset);
        if (Character.isWhitespace(c) || Character.isSpaceChar(c)) {
            offset++;
        } else if (text.startsWith("--", offset)) {
            int end = text.indexOf('\n', offset);
            offset = end < 0 ? text.length() : end;
        } else if (text.startsWith("//", offset) || text.startsWith("/*", offset)) {
            throw StatementErrors.invalid("a comment must begin with --, at character " + (offset + 1), "-- a comment");
        } else if (c == '\'') {
            readQuoted(c, StatementToken.Type.TEXT);
        } else if (c == '"') {
            readQuoted(c, StatementToken.Type.QUOTED_NAME);
        } else if (Character.isJavaIdentifierStart(c) && c != '$') {
            readName();
        } else if (isDigit(offset) || (c == '.' && isDigit(offset + 1))) {
            readNumber();
        } else {
            tokens.add(new StatementToken(StatementToken.Type.SYMBOL, String.valueOf(c), offset++));
        }
    }

    private void readQuoted(char quote, StatementToken.Type type) {
        int start = offset++;
        StringBuilder content = new StringBuilder();
        while (true) {
            int end = text.indexOf(quote, offset);
            if (end < 0) {
                throw StatementErrors.invalid(
                        "a quote is not closed, at character " + (start + 1), "write texts in '…', and names in \"…\"");
            }
            content.append(text, offset, end);
            offset = end + 1;
            if (offset == text.length() || text.charAt(offset) != quote) {
                break;
            }
            content.append(quote);
            offset++;
        }
        tokens.add(new StatementToken(type, content.toString(), start));
    }

    private void readName() {
        int start = offset;
        while (offset < text.length()
                && Character.isJavaIdentifierPart(text.charAt(offset))
                && text.charAt(offset) != '$') {
            offset++;
        }
        // a word before a quote may begin a literal such as DATE '…', but U&'…', E'…', and X'…' have other escapes
        if (offset < text.length() && (text.charAt(offset) == '\'' || text.charAt(offset) == '$')) {
            rejectEscapePrefix(text.substring(start, offset), start);
        }
        if (text.startsWith("U&", start) || text.startsWith("u&", start)) {
            throw StatementErrors.invalid("U& is not allowed, at character " + (start + 1), "a text in '…'");
        }
        tokens.add(new StatementToken(StatementToken.Type.NAME, text.substring(start, offset), start));
    }

    private void rejectEscapePrefix(String word, int start) {
        if (text.charAt(offset) == '$' || word.length() == 1) {
            throw StatementErrors.invalid(
                    word + text.charAt(offset) + " is not allowed, at character " + (start + 1), "a text in '…'");
        }
    }

    private void readNumber() {
        int start = offset;
        while (offset < text.length() && (Character.isLetterOrDigit(text.charAt(offset)) || isPartOfNumber())) {
            offset++;
        }
        tokens.add(new StatementToken(StatementToken.Type.NUMBER, text.substring(start, offset), start));
    }

    private boolean isPartOfNumber() {
        char c = text.charAt(offset);
        char previous = text.charAt(offset - 1);
        return c == '.' || c == '_' || ((c == '+' || c == '-') && (previous == 'e' || previous == 'E'));
    }

    private boolean isDigit(int index) {
        return index < text.length() && text.charAt(index) >= '0' && text.charAt(index) <= '9';
    }
}
