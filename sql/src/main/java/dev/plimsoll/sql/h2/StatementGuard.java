package dev.plimsoll.sql.h2;

import dev.plimsoll.model.RefusedException;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Checks a statement before H2 parses it. A statement must be one SELECT, WITH, or VALUES, of limited length and depth. It can call
 * only functions whose time is limited by the size of their arguments, and which always return the same value for the same arguments.
 */
final class StatementGuard {

    static final int MAX_LENGTH = 20_000;
    static final int MAX_DEPTH = 50;

    private static final int MAX_PATTERN_LENGTH = 200;
    private static final int MAX_NUMBER_LENGTH = 1_000;

    private static final Set<String> STARTS = Set.of("SELECT", "WITH", "VALUES");

    /** Names that read the clock or data outside the tables, or that can take unlimited time. */
    private static final Set<String> FORBIDDEN_NAMES = Set.of(
            "INFORMATION_SCHEMA",
            "PG_CATALOG",
            "CURRENT_DATE",
            "CURRENT_TIME",
            "CURRENT_TIMESTAMP",
            "LOCALTIME",
            "LOCALTIMESTAMP",
            "CURRENT_CATALOG",
            "CURRENT_PATH",
            "CURRENT_ROLE",
            "CURRENT_SCHEMA",
            "CURRENT_USER",
            "SESSION_USER",
            "SYSTEM_USER",
            "REGEXP",
            "FINAL",
            "INTO",
            "DECFLOAT",
            "GEOMETRY",
            "JAVA_OBJECT");

    /** Keywords and types that can precede a parenthesis. */
    private static final Set<String> KEYWORDS = Set.of(
            "SELECT",
            "FROM",
            "WHERE",
            "AND",
            "OR",
            "NOT",
            "ON",
            "IN",
            "EXISTS",
            "ANY",
            "SOME",
            "ALL",
            "AS",
            "BY",
            "HAVING",
            "JOIN",
            "USING",
            "UNION",
            "EXCEPT",
            "INTERSECT",
            "VALUES",
            "WHEN",
            "THEN",
            "ELSE",
            "CASE",
            "BETWEEN",
            "IS",
            "OVER",
            "FILTER",
            "GROUP",
            "LIMIT",
            "OFFSET",
            "FETCH",
            "DISTINCT",
            "PARTITION",
            "ROW",
            "WINDOW",
            "WITH",
            "FIRST",
            "NEXT",
            "SETS",
            "DECIMAL",
            "DEC",
            "NUMERIC",
            "VARCHAR",
            "CHAR",
            "CHARACTER",
            "VARYING",
            "TEXT",
            "TIMESTAMP",
            "TIME",
            "ARRAY",
            "UNNEST",
            "LIKE",
            "ILIKE",
            "ESCAPE",
            "RECURSIVE",
            "ORDER",
            "END",
            "INTERVAL");

    /** Functions and aggregates whose time and memory are limited by the size of their arguments. */
    private static final Set<String> FUNCTIONS = Set.of(
            // aggregates and windows
            "COUNT",
            "SUM",
            "AVG",
            "MIN",
            "MAX",
            "EVERY",
            "BOOL_AND",
            "BOOL_OR",
            "STDDEV",
            "STDDEV_POP",
            "STDDEV_SAMP",
            "VARIANCE",
            "VAR_POP",
            "VAR_SAMP",
            "MEDIAN",
            "MODE",
            "PERCENTILE_CONT",
            "PERCENTILE_DISC",
            "ARRAY_AGG",
            "STRING_AGG",
            "LISTAGG",
            "GROUP_CONCAT",
            "CORR",
            "ANY_VALUE",
            "ROW_NUMBER",
            "RANK",
            "DENSE_RANK",
            "PERCENT_RANK",
            "CUME_DIST",
            "NTILE",
            "LAG",
            "LEAD",
            "FIRST_VALUE",
            "LAST_VALUE",
            "NTH_VALUE",
            // values
            "COALESCE",
            "NULLIF",
            "IFNULL",
            "NVL",
            "NVL2",
            "DECODE",
            "GREATEST",
            "LEAST",
            "CAST",
            "TRY_CAST",
            "CASEWHEN",
            // numbers
            "ABS",
            "MOD",
            "CEIL",
            "CEILING",
            "FLOOR",
            "ROUND",
            "SIGN",
            "SQRT",
            "EXP",
            "LN",
            "LOG",
            "LOG10",
            "POWER",
            "PI",
            // texts
            "LENGTH",
            "CHAR_LENGTH",
            "CHARACTER_LENGTH",
            "UPPER",
            "LOWER",
            "UCASE",
            "LCASE",
            "TRIM",
            "LTRIM",
            "RTRIM",
            "BTRIM",
            "SUBSTRING",
            "SUBSTR",
            "LEFT",
            "RIGHT",
            "POSITION",
            "LOCATE",
            "INSTR",
            "CONCAT",
            "CONCAT_WS",
            "REPLACE",
            "REGEXP_LIKE",
            "REGEXP_REPLACE",
            "REGEXP_SUBSTR",
            // dates
            "EXTRACT",
            "YEAR",
            "QUARTER",
            "MONTH",
            "WEEK",
            "DAY",
            "HOUR",
            "MINUTE",
            "SECOND",
            "DAY_OF_WEEK",
            "DAY_OF_MONTH",
            "DAY_OF_YEAR",
            "DAYOFWEEK",
            "DAYOFMONTH",
            "DAYOFYEAR",
            "ISO_WEEK",
            "ISO_YEAR",
            "ISO_DAY_OF_WEEK",
            "DATE_TRUNC",
            "DATEDIFF",
            "TIMESTAMPDIFF",
            "DATEADD",
            "TIMESTAMPADD",
            "LAST_DAY",
            "DAYNAME",
            "MONTHNAME",
            // arrays, JSON, and tables of numbers
            "CARDINALITY",
            "ARRAY_LENGTH",
            "JSON_VALUE",
            "JSON_EXTRACT",
            "JSON_ARRAY_LENGTH",
            "SYSTEM_RANGE",
            "GENERATE_SERIES");

    private final List<StatementToken> tokens;

    private StatementGuard(List<StatementToken> tokens) {
        this.tokens = tokens;
    }

    /** Checks a statement, and returns the statement that H2 runs, without semicolons at its end. */
    static String check(String statement) {
        if (statement.length() > MAX_LENGTH) {
            throw StatementErrors.invalid(
                    "the statement has more than " + MAX_LENGTH + " characters", "a shorter statement");
        }
        String text = statement.strip();
        while (text.endsWith(";")) {
            text = text.substring(0, text.length() - 1).strip();
        }
        List<StatementToken> tokens = StatementTokenizer.tokenize(text);
        new StatementGuard(tokens).check();
        return StatementRewriter.rewrite(text, tokens);
    }

    private void check() {
        int firstToken = 0;
        while (firstToken < tokens.size() && tokens.get(firstToken).is("(")) {
            firstToken++;
        }
        if (firstToken == tokens.size()
                || !STARTS.contains(tokens.get(firstToken).keyword())) {
            throw StatementErrors.invalid("only SELECT statements can run", "one statement: SELECT, WITH, or VALUES");
        }
        int depth = 0;
        for (int i = 0; i < tokens.size(); i++) {
            StatementToken token = tokens.get(i);
            depth += token.is("(") || token.keyword().equals("CASE") ? 1 : 0;
            depth -= token.is(")") || token.keyword().equals("END") ? 1 : 0;
            if (depth > MAX_DEPTH) {
                throw StatementErrors.invalid(
                        "the statement is nested more than " + MAX_DEPTH + " levels deep",
                        "use WITH in place of nesting");
            }
            check(i, token);
        }
    }

    private void check(int index, StatementToken token) {
        switch (token.type()) {
            case NAME, QUOTED_NAME -> checkName(index, token);
            case NUMBER -> checkNumber(token);
            case SYMBOL -> checkSymbol(token);
            default -> {
                // a text can contain anything
            }
        }
    }

    private static void checkNumber(StatementToken token) {
        String text = token.text().toLowerCase(Locale.ROOT);
        int exponent = text.indexOf('e');
        boolean isLong = exponent < 0 ? text.length() > MAX_NUMBER_LENGTH : text.length() - exponent > 5;
        if (isLong) {
            throw invalid(token, "a number has more than " + MAX_NUMBER_LENGTH + " digits", "a shorter number");
        }
    }

    private static void checkSymbol(StatementToken token) {
        if (Set.of(";", "?", "@", "$", "~", "#", "\\", "`").contains(token.text())) {
            throw invalid(
                    token,
                    token.is(";") ? "only one statement can run" : token.text() + " is not allowed",
                    token.is("~")
                            ? "regexp_like(name, 'pattern')"
                            : token.is("`") ? "names in double quotes: \"unit price\"" : "one SELECT statement");
        }
    }

    private void checkName(int index, StatementToken token) {
        String name = token.text().toUpperCase(Locale.ROOT);
        boolean isQuoted = token.type() == StatementToken.Type.QUOTED_NAME;
        boolean isForbidden = FORBIDDEN_NAMES.contains(name)
                && (!isQuoted || name.equals("INFORMATION_SCHEMA") || name.startsWith("PG_"));
        if (isForbidden || (!isQuoted && Set.of("OLD", "NEW").contains(name) && isNext(index, "TABLE"))) {
            throw invalid(
                    token,
                    token.text() + " is not allowed",
                    name.contains("DATE") || name.contains("TIME")
                            ? "a literal: DATE '2026-01-31', or TIMESTAMP '2026-01-31 12:00:00'"
                            : name.equals("REGEXP") ? "regexp_like(name, 'pattern')" : "read the tables only");
        }
        if (!isQuoted && Set.of("LIKE", "ILIKE").contains(name)) {
            checkPattern(index, token);
        }
        if (isNext(index, "(") && !canPrecedeParenthesis(index, name, isQuoted)) {
            throw invalid(
                    token,
                    "function " + token.text() + " is not supported",
                    "one of the supported functions: count, sum, coalesce, substring, left, extract, date_trunc, datediff, regexp_like, json_value, …");
        }
    }

    /** Returns whether a name before a parenthesis is a keyword, an allowed function, or a table that the statement itself defines. */
    private boolean canPrecedeParenthesis(int index, String name, boolean isQuoted) {
        if (FUNCTIONS.contains(name) || (!isQuoted && KEYWORDS.contains(name))) {
            return true;
        }
        String previousKeyword = index == 0 ? "" : tokens.get(index - 1).keyword();
        // an alias with names of columns: AS t(a, b), or (SELECT …) t(a, b)
        if (previousKeyword.equals("AS") || (index > 0 && tokens.get(index - 1).is(")"))) {
            return true;
        }
        // WITH t(a, b) AS (…)
        int closingParenthesis = index + 2;
        while (closingParenthesis < tokens.size()
                && (tokens.get(closingParenthesis).isName()
                        || tokens.get(closingParenthesis).is(","))) {
            closingParenthesis++;
        }
        return closingParenthesis + 2 < tokens.size()
                && tokens.get(closingParenthesis).is(")")
                && tokens.get(closingParenthesis + 1).keyword().equals("AS")
                && tokens.get(closingParenthesis + 2).is("(");
    }

    /**
     * Requires a pattern that H2 matches in linear time: a literal with {@code %} only at its start and end.
     */
    private void checkPattern(int index, StatementToken operator) {
        StatementToken pattern = index + 1 < tokens.size() ? tokens.get(index + 1) : operator;
        StatementToken nextToken = index + 2 < tokens.size() ? tokens.get(index + 2) : null;
        boolean isCompletePattern = nextToken == null
                || nextToken.is(")")
                || nextToken.is(",")
                || (nextToken.type() == StatementToken.Type.NAME
                        && !nextToken.keyword().equals("ESCAPE")
                        && !nextToken.keyword().equals("AT"));
        String text = pattern.type() == StatementToken.Type.TEXT ? pattern.text() : "";
        String textWithoutPercent = text.startsWith("%") ? text.substring(1) : text;
        textWithoutPercent = textWithoutPercent.endsWith("%")
                ? textWithoutPercent.substring(0, textWithoutPercent.length() - 1)
                : textWithoutPercent;
        if (pattern.type() != StatementToken.Type.TEXT
                || !isCompletePattern
                || textWithoutPercent.contains("%")
                || text.length() > MAX_PATTERN_LENGTH) {
            throw invalid(
                    operator,
                    operator.text() + " needs a text with % only at its start or end",
                    "name LIKE '%part%', or regexp_like(name, 'a.*b')");
        }
    }

    private boolean isNext(int index, String text) {
        return index + 1 < tokens.size() && tokens.get(index + 1).is(text);
    }

    private static RefusedException invalid(StatementToken token, String message, String suggestion) {
        return StatementErrors.invalid(message + ", at character " + (token.position() + 1), suggestion);
    }
}
