package dev.plimsoll.section;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Line of source code that may begin a declaration, such as a class or a function. Finds the declared name. For
 * example, {@code public int total(Order order)} declares {@code total}. The language is not known, so the rules are
 * heuristics for common languages.
 */
final class DeclarationLine {

    private static final Set<String> MODIFIERS = Set.of(
            "public",
            "private",
            "protected",
            "internal",
            "static",
            "final",
            "abstract",
            "sealed",
            "open",
            "override",
            "virtual",
            "async",
            "export",
            "default",
            "pub",
            "unsafe",
            "extern",
            "inline",
            "data",
            "partial",
            "suspend",
            "declare",
            "readonly",
            "synchronized",
            "native",
            "local",
            "const",
            "let",
            "var",
            "non-sealed");

    private static final Set<String> TYPE_KEYWORDS = Set.of(
            "class",
            "interface",
            "enum",
            "record",
            "struct",
            "trait",
            "impl",
            "mod",
            "module",
            "namespace",
            "object",
            "protocol",
            "extension",
            "type",
            "@interface");

    private static final Set<String> FUNCTION_KEYWORDS =
            Set.of("def", "fn", "func", "fun", "function", "function*", "sub");

    /** Words before an opening parenthesis that are not names of functions. */
    private static final Set<String> NOT_FUNCTIONS = Set.of(
            "if", "for", "while", "switch", "catch", "return", "else", "do", "try", "with", "new", "throw", "await",
            "yield", "case", "using", "lock", "foreach", "match", "when", "unless", "elif", "assert", "print", "and",
            "or", "not", "in", "is", "select", "from", "where", "insert", "delete", "go", "defer");

    /** Words that can follow the name of a type. */
    private static final Set<String> AFTER_TYPE = Set.of(
            "extends",
            "implements",
            "for",
            "where",
            "struct",
            "interface",
            "with",
            "permits",
            "is",
            "enum",
            "func",
            "map",
            "chan",
            "as",
            "inherits");

    private static final Set<String> DATABASE_OBJECTS =
            Set.of("table", "view", "function", "procedure", "index", "trigger", "type", "sequence", "schema");

    private final String line;
    private final String nextLine;
    private final int indent;

    private DeclarationLine(String line, String nextLine, int indent) {
        this.line = line;
        this.nextLine = nextLine;
        this.indent = indent;
    }

    /**
     * Returns the name that a line declares; null if it declares none.
     *
     * @param line the line without white space around it
     * @param nextLine the line after it, without white space around it
     * @param indent the width of the white space before the line
     */
    static @Nullable String findName(String line, String nextLine, int indent) {
        return line.isEmpty() || !canBeginName(line.charAt(0))
                ? null
                : new DeclarationLine(line, nextLine, indent).find();
    }

    private static boolean canBeginName(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '~' || c == '$' || c == '@';
    }

    private @Nullable String find() {
        int wordStart = 0;
        boolean isConstant = false;
        String word = readWord(wordStart);
        while (MODIFIERS.contains(word) && wordStart + word.length() < line.length()) {
            isConstant = word.equals("const") || word.equals("let") || word.equals("var");
            wordStart = skipSpaces(skipParentheses(wordStart + word.length()));
            word = readWord(wordStart);
        }
        int wordEnd = wordStart + word.length();
        boolean isKeywordPossible =
                wordEnd < line.length() && (line.charAt(wordEnd) == ' ' || line.charAt(wordEnd) == '<');
        if (isKeywordPossible && TYPE_KEYWORDS.contains(word)) {
            return findTypeName(word, wordEnd);
        }
        if (isKeywordPossible && FUNCTION_KEYWORDS.contains(word)) {
            return findFunctionName(wordEnd);
        }
        if (word.equalsIgnoreCase("create")) {
            return findDatabaseName();
        }
        return isConstant ? findConstantName(word, wordEnd) : findMethodName(wordStart);
    }

    private @Nullable String findTypeName(String keyword, int from) {
        int nameStart = skipSpaces(skipAngles(from));
        String name = readWord(nameStart);
        int nextWordStart = skipSpaces(skipAngles(nameStart + name.length()));
        if (name.isEmpty()) {
            return null;
        }
        String following = readWord(nextWordStart);
        if (keyword.equals("impl") && following.equals("for")) {
            String target = readWord(skipSpaces(nextWordStart + "for".length()));
            return target.isEmpty() ? name : target;
        }
        boolean isNameEnd = nextWordStart >= line.length() || "({:<[;=,".indexOf(line.charAt(nextWordStart)) >= 0;
        // "type" is also an ordinary word: "type name" and "type name(…)" are no declarations, except a class of F#:
        // type Order(id: int) =
        boolean isOrdinaryWord = keyword.equals("type")
                && (nextWordStart >= line.length() || line.charAt(nextWordStart) == '(')
                && !line.endsWith(") =");
        return (isNameEnd && !isOrdinaryWord) || AFTER_TYPE.contains(following) ? name : null;
    }

    private @Nullable String findFunctionName(int from) {
        int nameStart = skipSpaces(skipAngles(from));
        if (nameStart < line.length() && line.charAt(nameStart) == '(') {
            // the receiver of a method in Go
            int closingParenthesis = line.indexOf(')', nameStart);
            nameStart = closingParenthesis < 0 ? line.length() : skipSpaces(closingParenthesis + 1);
        }
        String name = readWord(nameStart);
        int nameEnd = nameStart + name.length();
        boolean hasNameEnd = nameEnd >= line.length() || "(<[:{;= ".indexOf(line.charAt(nameEnd)) >= 0;
        return name.isEmpty() || !hasNameEnd ? null : name.substring(name.lastIndexOf('.') + 1);
    }

    /** Returns the name of a constant whose value is a function: {@code const name = (a) => …}. */
    private @Nullable String findConstantName(String name, int nameEnd) {
        int equalsSign = line.indexOf('=', nameEnd);
        String value = equalsSign < 0 ? "" : line.substring(equalsSign + 1).strip();
        boolean isFunction = value.startsWith("function")
                || value.startsWith("async ")
                || value.startsWith("class ")
                || ((value.startsWith("(") || canBeginName(value.isEmpty() ? ' ' : value.charAt(0)))
                        && value.contains("=>")
                        && !value.substring(0, value.indexOf("=>")).contains("."));
        return isFunction && !name.isEmpty() ? name : null;
    }

    /** Returns the name of a function without a keyword, such as {@code int total(Order order)}. */
    private @Nullable String findMethodName(int from) {
        int openingParenthesis = line.indexOf('(', from);
        boolean hasBody = line.endsWith("{") || (line.endsWith(")") && nextLine.startsWith("{"));
        if (openingParenthesis <= from || !hasBody) {
            return null;
        }
        String declaration = line.substring(from, openingParenthesis);
        int nameStart = declaration.length();
        while (nameStart > 0 && isNameCharacter(declaration.charAt(nameStart - 1))) {
            nameStart--;
        }
        String name = declaration.substring(nameStart);
        String types = declaration.substring(0, nameStart);
        String firstWord = readWord(from);
        if (name.isEmpty() || NOT_FUNCTIONS.contains(firstWord) || NOT_FUNCTIONS.contains(name) || !areTypes(types)) {
            return null;
        }
        String signature =
                line.endsWith("{") ? line.substring(0, line.length() - 1).stripTrailing() : line;
        char firstArgument = openingParenthesis + 1 < line.length() ? line.charAt(openingParenthesis + 1) : ' ';
        // a call can also end with a brace: describe("a test", function () {
        boolean isCall =
                signature.contains("=>") || signature.contains("function") || "'\"`".indexOf(firstArgument) >= 0;
        // a name without a type is a shell function or, if it is indented, a method of some languages
        boolean hasOnlyName = types.isBlank() && from == 0;
        boolean isShellFunction = indent == 0 && firstArgument == ')';
        boolean isUntypedMethod = indent > 0 && (signature.endsWith(")") || signature.contains("): "));
        boolean isDeclared = !hasOnlyName || isShellFunction || isUntypedMethod;
        return isDeclared && !isCall ? name : null;
    }

    private static boolean areTypes(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!isNameCharacter(c) && " <>,[]*&?:~@".indexOf(c) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns the name in {@code create table name} and similar statements of SQL. */
    private @Nullable String findDatabaseName() {
        String[] words = line.split("[\\s(]+", 9);
        for (int i = 1; i + 1 < words.length; i++) {
            if (DATABASE_OBJECTS.contains(words[i].toLowerCase(Locale.ROOT))) {
                boolean isConditional = words[i + 1].equalsIgnoreCase("if");
                // CREATE TABLE IF NOT EXISTS name
                int nameIndex = isConditional ? i + 4 : i + 1;
                return nameIndex < words.length ? words[nameIndex].replaceAll("[`\"\\[\\];]", "") : null;
            }
        }
        return null;
    }

    /**
     * Returns the word at an offset. If the word contains {@code -}, ends with {@code *}, or begins with {@code @}, and
     * is not one of three known words, returns only the characters before the first of these.
     */
    private String readWord(int from) {
        int end = from;
        while (end < line.length() && (isNameCharacter(line.charAt(end)) || "*@-".indexOf(line.charAt(end)) >= 0)) {
            end++;
        }
        String word = line.substring(Math.min(from, line.length()), end);
        boolean hasSpecialCharacter = word.indexOf('-') >= 0 || word.endsWith("*") || word.startsWith("@");
        boolean isKnown = word.equals("non-sealed") || word.equals("function*") || word.equals("@interface");
        return hasSpecialCharacter && !isKnown ? readName(from) : word;
    }

    private String readName(int from) {
        int end = from;
        while (end < line.length() && isNameCharacter(line.charAt(end))) {
            end++;
        }
        return line.substring(from, end);
    }

    private static boolean isNameCharacter(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '_'
                || c == '$'
                || c == '.'
                || c >= 0x80;
    }

    /** Skips {@code (crate)} after {@code pub}. */
    private int skipParentheses(int from) {
        boolean isOpen = from < line.length() && line.charAt(from) == '(';
        int close = isOpen ? line.indexOf(')', from) : -1;
        return close < 0 ? from : close + 1;
    }

    private int skipAngles(int from) {
        boolean isOpen = from < line.length() && line.charAt(from) == '<';
        int close = isOpen ? line.indexOf('>', from) : -1;
        return close < 0 ? from : close + 1;
    }

    private int skipSpaces(int from) {
        int offset = from;
        while (offset < line.length() && line.charAt(offset) == ' ') {
            offset++;
        }
        return offset;
    }
}
