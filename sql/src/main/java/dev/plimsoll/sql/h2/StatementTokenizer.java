package dev.plimsoll.sql.h2;

import java.util.ArrayList;
import java.util.List;

/** Splits a statement into tokens, without comments. Refuses all syntax that H2 could split differently. */
final class StatementTokenizer {

    private final String text;
    private final List<StatementToken> tokens = new ArrayList<>();
    private int at;

    private StatementTokenizer(String text) {
        this.text = text;
    }

    static List<StatementToken> tokenize(String text) {
        StatementTokenizer statementTokenizer = new StatementTokenizer(text);
        while (statementTokenizer.at < text.length()) {
            statementTokenizer.readNext();
        }
        return statementTokenizer.tokens;
    }

    private void readNext() {
        char c = text.charAt(at);
        if (Character.isWhitespace(c) || Character.isSpaceChar(c)) {
            at++;
        } else if (text.startsWith("--", at)) {
            int end = text.indexOf('\n', at);
            at = end < 0 ? text.length() : end;
        } else if (text.startsWith("//", at) || text.startsWith("/*", at)) {
            throw StatementErrors.invalid("a comment must begin with --, at character " + (at + 1), "-- a comment");
        } else if (c == '\'') {
            readQuoted(c, StatementToken.Type.TEXT);
        } else if (c == '"') {
            readQuoted(c, StatementToken.Type.QUOTED_NAME);
        } else if (Character.isJavaIdentifierStart(c) && c != '$') {
            readName();
        } else if (isDigit(at) || (c == '.' && isDigit(at + 1))) {
            readNumber();
        } else {
            tokens.add(new StatementToken(StatementToken.Type.SYMBOL, String.valueOf(c), at++));
        }
    }

    private void readQuoted(char quote, StatementToken.Type type) {
        int start = at++;
        StringBuilder content = new StringBuilder();
        while (true) {
            int end = text.indexOf(quote, at);
            if (end < 0) {
                throw StatementErrors.invalid(
                        "a quote is not closed, at character " + (start + 1), "write texts in '…', and names in \"…\"");
            }
            content.append(text, at, end);
            at = end + 1;
            if (at == text.length() || text.charAt(at) != quote) {
                break;
            }
            content.append(quote);
            at++;
        }
        tokens.add(new StatementToken(type, content.toString(), start));
    }

    private void readName() {
        int start = at;
        while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at)) && text.charAt(at) != '$') {
            at++;
        }
        // U&'…', E'…', and X'…' have other escapes
        if (at < text.length() && (text.charAt(at) == '\'' || text.charAt(at) == '$')) {
            requireDateLiteral(text.substring(start, at), start);
        }
        if (text.startsWith("U&", start) || text.startsWith("u&", start)) {
            throw StatementErrors.invalid("U& is not allowed, at character " + (start + 1), "a text in '…'");
        }
        tokens.add(new StatementToken(StatementToken.Type.NAME, text.substring(start, at), start));
    }

    private void requireDateLiteral(String word, int start) {
        if (text.charAt(at) == '$' || word.length() == 1) {
            throw StatementErrors.invalid(
                    word + text.charAt(at) + " is not allowed, at character " + (start + 1), "a text in '…'");
        }
    }

    private void readNumber() {
        int start = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || isPartOfNumber())) {
            at++;
        }
        tokens.add(new StatementToken(StatementToken.Type.NUMBER, text.substring(start, at), start));
    }

    private boolean isPartOfNumber() {
        char c = text.charAt(at);
        char before = text.charAt(at - 1);
        return c == '.' || c == '_' || ((c == '+' || c == '-') && (before == 'e' || before == 'E'));
    }

    private boolean isDigit(int index) {
        return index < text.length() && text.charAt(index) >= '0' && text.charAt(index) <= '9';
    }
}
