package dev.plimsoll.sql.h2;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Rewrites the parts of a checked statement that H2 would reject or misread. {@code user} becomes a name, because H2 would
 * read the user of the database. {@code TRY_CAST(x AS type)} becomes a conversion that is NULL if the text cannot
 * be converted.
 */
final class StatementRewriter {

    private static final String TRY_CAST_FORM = "TRY_CAST(x AS numeric)";

    private final String text;
    private final List<StatementToken> tokens;
    private final List<Replacement> replacements = new ArrayList<>();

    private StatementRewriter(String text, List<StatementToken> tokens) {
        this.text = text;
        this.tokens = tokens;
    }

    /** Returns the statement that H2 runs. */
    static String rewrite(String text, List<StatementToken> tokens) {
        StatementRewriter rewriter = new StatementRewriter(text, tokens);
        for (int i = 0; i < tokens.size(); i++) {
            rewriter.rewriteToken(i);
        }
        return rewriter.result();
    }

    private void rewriteToken(int index) {
        StatementToken token = tokens.get(index);
        if (token.keyword().equals("USER")) {
            replace(token, '"' + token.text() + '"');
        } else if (token.keyword().equals("TRY_CAST")
                && index + 1 < tokens.size()
                && tokens.get(index + 1).is("(")) {
            rewriteTryCast(index);
        }
    }

    /** Rewrites {@code TRY_CAST(x AS type)} to {@code CAST(TRY_TEXT(x, 'TYPE', precision, scale) AS type)}. */
    private void rewriteTryCast(int index) {
        int as = -1;
        int depth = 1;
        int i = index + 2;
        for (; i < tokens.size() && depth > 0; i++) {
            StatementToken token = tokens.get(i);
            depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
            as = depth == 1 && token.keyword().equals("AS") ? i : as;
        }
        StatementToken name = tokens.get(index);
        if (as < 0 || depth > 0) {
            throw StatementErrors.invalid(
                    "TRY_CAST needs a value and a type, at character " + (name.position() + 1), TRY_CAST_FORM);
        }
        List<StatementToken> type = tokens.subList(as + 1, i - 1);
        String words = type.stream()
                .map(StatementToken::keyword)
                .filter(word -> !word.isEmpty())
                .collect(Collectors.joining(" "));
        List<String> numbers = type.stream()
                .filter(token -> token.type() == StatementToken.Type.NUMBER)
                .map(StatementToken::text)
                .toList();
        if (!ConversionTarget.isKnown(words)) {
            throw StatementErrors.invalid(
                    "TRY_CAST to " + words.toLowerCase(Locale.ROOT) + " is not supported, at character "
                            + (name.position() + 1),
                    "one of the types numeric, integer, bigint, double precision, boolean, date, time, and timestamp");
        }
        replace(name, "CAST(TRY_TEXT");
        replace(tokens.get(as), ", '" + words + "', " + number(numbers, 0) + ", " + number(numbers, 1) + ") AS");
    }

    private static String number(List<String> numbers, int index) {
        return index < numbers.size() && numbers.get(index).matches("\\d{1,6}") ? numbers.get(index) : "-1";
    }

    private void replace(StatementToken token, String replacement) {
        replacements.add(new Replacement(token.position(), token.text().length(), replacement));
    }

    private String result() {
        replacements.sort(Comparator.comparingInt(Replacement::position));
        StringBuilder out = new StringBuilder();
        int from = 0;
        for (Replacement replacement : replacements) {
            out.append(text, from, replacement.position()).append(replacement.text());
            from = replacement.position() + replacement.length();
        }
        return out.append(text, from, text.length()).toString();
    }

    /** Text that replaces a part of the statement. */
    private record Replacement(int position, int length, String text) {}
}
