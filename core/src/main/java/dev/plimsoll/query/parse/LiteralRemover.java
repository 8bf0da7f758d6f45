package dev.plimsoll.query.parse;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Replaces the literals of an expression with variables, and normalizes its white space. It keeps separators, names of types,
 * flags, and numbers of one or two digits, which are mostly positions and counts.
 */
public final class LiteralRemover {

    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,39}");
    private static final Pattern SMALL_NUMBER = Pattern.compile("[0-9]{1,2}");
    private static final Pattern SEPARATOR = Pattern.compile("[ ,;:.|/_-]{0,3}");

    /** Names of types, and flags of regular expressions: they are not values of a result. */
    private static final Set<String> KEPT_STRINGS =
            Set.of("string", "number", "object", "array", "boolean", "null", "i", "g", "gi");

    private static final Set<String> COMPARISONS = Set.of("==", "!=", "<", "<=", ">", ">=");
    private static final Set<String> SYMBOLS_WITH_SPACES = Set.of(
            "|", "==", "!=", "<", "<=", ">", ">=", "//", "=", "|=", "+=", "-=", "*=", "/=", "%=", "//=", "?//", "+",
            "*", "/", "%");
    private static final Set<String> SYMBOLS_WITH_SPACE_AFTER = Set.of(",", ";", ":");
    private static final String TEXT_TYPE = "string";
    private static final String NUMBER_TYPE = "number";

    private final List<Lexeme> lexemes;
    private final StringBuilder out = new StringBuilder();
    private final Map<String, String> types = new LinkedHashMap<>();
    private final Map<String, String> variables = new HashMap<>();
    private final Set<String> usedNames = new HashSet<>();

    private LiteralRemover(List<Lexeme> lexemes) {
        this.lexemes = lexemes;
    }

    /**
     * Expression without literals.
     *
     * @param variables types of the variables that replace literals, by their names: string or number
     */
    public record Result(String text, Map<String, String> variables) {}

    /**
     * Returns an expression without literals; null if a string has an expression inside or a format before it.
     *
     * @throws dev.plimsoll.model.RefusedException if the text has a character or an escape that is not allowed
     */
    public static @Nullable Result remove(String expression) {
        List<Lexeme> lexemes = Lexeme.read(expression);
        return lexemes == null ? null : new LiteralRemover(lexemes).remove();
    }

    private @Nullable Result remove() {
        // every query can use $original, which a new variable must not hide
        usedNames.add("original");
        lexemes.stream()
                .filter(lexeme -> lexeme.type() == Token.Type.VARIABLE)
                .forEach(lexeme -> usedNames.add(lexeme.text()));
        StringBuilder brackets = new StringBuilder();
        for (int i = 0; i < lexemes.size(); i++) {
            Lexeme lexeme = lexemes.get(i);
            if (lexeme.isString()) {
                if (i > 0 && lexemes.get(i - 1).type() == Token.Type.FORMAT) {
                    return null;
                }
                boolean isInObject = brackets.length() > 0 && brackets.charAt(brackets.length() - 1) == '{';
                addString(i, isInObject);
            } else if (lexeme.type() == Token.Type.NUMBER
                    && !SMALL_NUMBER.matcher(lexeme.text()).matches()) {
                append(i, "$" + variableFor(i, NUMBER_TYPE));
            } else {
                append(i, lexeme.source());
                updateBrackets(lexeme, brackets);
            }
        }
        return new Result(out.toString(), types);
    }

    private static void updateBrackets(Lexeme lexeme, StringBuilder brackets) {
        if (lexeme.isSymbol("(") || lexeme.isSymbol("[") || lexeme.isSymbol("{")) {
            brackets.append(lexeme.text());
        } else if (brackets.length() > 0 && (lexeme.isSymbol(")") || lexeme.isSymbol("]") || lexeme.isSymbol("}"))) {
            brackets.setLength(brackets.length() - 1);
        }
    }

    private void addString(int i, boolean isInObject) {
        String text = lexemes.get(i).text();
        boolean isIdentifier = IDENTIFIER.matcher(text).matches();
        boolean isField = i > 0 && lexemes.get(i - 1).isSymbol(".");
        boolean isKey = isInObject
                && isAfterBraceOrComma(i)
                && i + 1 < lexemes.size()
                && lexemes.get(i + 1).isSymbol(":");
        if (isField) {
            // the dot is written already
            out.append(isIdentifier ? text : "[$" + variableFor(i, TEXT_TYPE) + "]");
        } else if (isKey) {
            append(i, isIdentifier ? text : "($" + variableFor(i, TEXT_TYPE) + ")");
        } else if (KEPT_STRINGS.contains(text) || SEPARATOR.matcher(text).matches()) {
            append(i, '"' + text + '"');
        } else {
            append(i, "$" + variableFor(i, TEXT_TYPE));
        }
    }

    /** Returns whether a lexeme follows an opening brace or a comma, as the key of an object does. */
    private boolean isAfterBraceOrComma(int i) {
        return i == 0 || lexemes.get(i - 1).isSymbol("{") || lexemes.get(i - 1).isSymbol(",");
    }

    private void append(int i, String written) {
        if (i > 0 && isSpaceNeeded(lexemes.get(i - 1), lexemes.get(i))) {
            out.append(' ');
        }
        out.append(written);
    }

    private static boolean isSpaceNeeded(Lexeme before, Lexeme lexeme) {
        if (isSpacedSymbol(before) || isSpacedSymbol(lexeme)) {
            return true;
        }
        if (before.type() == Token.Type.SYMBOL && SYMBOLS_WITH_SPACE_AFTER.contains(before.text())) {
            return true;
        }
        boolean isAfterWord = isWord(before) || before.type() == Token.Type.FIELD;
        boolean isBeforeWord = isWord(lexeme);
        boolean isField = lexeme.type() == Token.Type.FIELD || lexeme.isSymbol(".") || lexeme.isSymbol("..");
        boolean isAfterNameOrNumber = before.type() == Token.Type.NAME || before.type() == Token.Type.NUMBER;
        boolean isAfterBracket =
                before.isSymbol(")") || before.isSymbol("]") || before.isSymbol("}") || before.isSymbol("?");
        return (isAfterWord && isBeforeWord)
                || (isAfterNameOrNumber && isField)
                || (isAfterBracket && isBeforeWord)
                || (isAfterWord && before.type() == Token.Type.NAME && lexeme.isSymbol("-"))
                || (before.isSymbol(".") && isBeforeWord);
    }

    private static boolean isSpacedSymbol(Lexeme lexeme) {
        return lexeme.type() == Token.Type.SYMBOL && SYMBOLS_WITH_SPACES.contains(lexeme.text());
    }

    private static boolean isWord(Lexeme lexeme) {
        return switch (lexeme.type()) {
            case NUMBER, NAME, VARIABLE, FORMAT, QUOTE -> true;
            case FIELD -> false;
            case SYMBOL, END -> false;
        };
    }

    private String variableFor(int i, String type) {
        String baseName = findComparedField(i, type);
        String key = type + " " + baseName + " " + lexemes.get(i).text();
        String existingName = variables.get(key);
        if (existingName != null) {
            return existingName;
        }
        String name = baseName;
        for (int number = 2; !usedNames.add(name); number++) {
            name = baseName + "_" + number;
        }
        variables.put(key, name);
        types.put(name, type);
        return name;
    }

    /**
     * Returns the name of the field that a literal is compared with, or that is piped into a function with this
     * literal; {@code text} or {@code number}, by its type, if there is no such field.
     */
    private String findComparedField(int i, String type) {
        Lexeme before = i > 1 && isComparison(i - 1) ? lexemes.get(i - 2) : null;
        Lexeme after = i + 2 < lexemes.size() && isComparison(i + 1) ? lexemes.get(i + 2) : null;
        boolean isArgumentAfterPipe = i > 3
                && lexemes.get(i - 1).isSymbol("(")
                && lexemes.get(i - 2).type() == Token.Type.NAME
                && lexemes.get(i - 3).isSymbol("|");
        Lexeme pipedField = isArgumentAfterPipe ? lexemes.get(i - 4) : null;
        for (Lexeme lexeme : new Lexeme[] {before, after, pipedField}) {
            if (lexeme != null && lexeme.type() == Token.Type.FIELD) {
                return lexeme.text();
            }
        }
        return type.equals(TEXT_TYPE) ? "text" : NUMBER_TYPE;
    }

    private boolean isComparison(int i) {
        return lexemes.get(i).type() == Token.Type.SYMBOL
                && COMPARISONS.contains(lexemes.get(i).text());
    }
}
