package dev.plimsoll.section;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes lines of source code that begin a declaration, such as a class or a function, and finds the
 * declared name. For example, {@code public int total(Order order)} declares {@code total}. The language is
 * not known, so the rules are heuristics for the common ones.
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

    private static final Set<String> TYPES = Set.of(
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

    private static final Set<String> FUNCTIONS = Set.of("def", "fn", "func", "fun", "function", "function*", "sub");

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
    private final String next;
    private final int indent;

    private DeclarationLine(String line, String next, int indent) {
        this.line = line;
        this.next = next;
        this.indent = indent;
    }

    /**
     * Returns the name that a line declares; null if it declares none.
     *
     * @param line the line without white space around it
     * @param next the line after it, likewise
     * @param indent the width of the white space before the line
     */
    static @Nullable String name(String line, String next, int indent) {
        return line.isEmpty() || !canBeginName(line.charAt(0))
                ? null
                : new DeclarationLine(line, next, indent).findName();
    }

    private static boolean canBeginName(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '~' || c == '$' || c == '@';
    }

    private @Nullable String findName() {
        int at = 0;
        boolean isConstant = false;
        String word = word(at);
        while (MODIFIERS.contains(word) && at + word.length() < line.length()) {
            isConstant = word.equals("const") || word.equals("let") || word.equals("var");
            at = skipSpaces(skipBrackets(at + word.length()));
            word = word(at);
        }
        int after = at + word.length();
        boolean isFollowed = after < line.length() && (line.charAt(after) == ' ' || line.charAt(after) == '<');
        if (isFollowed && TYPES.contains(word)) {
            return typeName(word, after);
        }
        if (isFollowed && FUNCTIONS.contains(word)) {
            return functionName(after);
        }
        if (word.equalsIgnoreCase("create")) {
            return databaseName();
        }
        return isConstant ? constantName(word, after) : methodName(at);
    }

    private @Nullable String typeName(String keyword, int from) {
        int at = skipSpaces(skipAngles(from));
        String name = word(at);
        int end = skipSpaces(skipAngles(at + name.length()));
        if (name.isEmpty()) {
            return null;
        }
        String following = word(end);
        if (keyword.equals("impl") && following.equals("for")) {
            String target = word(skipSpaces(end + "for".length()));
            return target.isEmpty() ? name : target;
        }
        boolean isEnd = end >= line.length() || "({:<[;=,".indexOf(line.charAt(end)) >= 0;
        boolean isAlias = keyword.equals("type") && (end >= line.length() || line.charAt(end) == '(');
        return (isEnd && !isAlias) || AFTER_TYPE.contains(following) ? name : null;
    }

    private @Nullable String functionName(int from) {
        int at = skipSpaces(skipAngles(from));
        if (at < line.length() && line.charAt(at) == '(') {
            // the receiver of a method in Go
            int close = line.indexOf(')', at);
            at = close < 0 ? line.length() : skipSpaces(close + 1);
        }
        String name = word(at);
        int end = at + name.length();
        boolean isEnd = end >= line.length() || "(<[:{;= ".indexOf(line.charAt(end)) >= 0;
        return name.isEmpty() || !isEnd ? null : name.substring(name.lastIndexOf('.') + 1);
    }

    /** Returns the name of a function that is a constant: {@code const name = (a) => …}. */
    private @Nullable String constantName(String name, int after) {
        int equals = line.indexOf('=', after);
        String value = equals < 0 ? "" : line.substring(equals + 1).strip();
        boolean isFunction = value.startsWith("function")
                || value.startsWith("async ")
                || value.startsWith("class ")
                || ((value.startsWith("(") || canBeginName(value.isEmpty() ? ' ' : value.charAt(0)))
                        && value.contains("=>")
                        && !value.substring(0, value.indexOf("=>")).contains("."));
        return isFunction && !name.isEmpty() ? name : null;
    }

    /** Returns the name of a function that has no keyword, such as that of {@code int total(Order order)}. */
    private @Nullable String methodName(int from) {
        int open = line.indexOf('(', from);
        boolean isOpened = line.endsWith("{") || (line.endsWith(")") && next.startsWith("{"));
        if (open <= from || !isOpened) {
            return null;
        }
        String before = line.substring(from, open);
        int start = before.length();
        while (start > 0 && isNameCharacter(before.charAt(start - 1))) {
            start--;
        }
        String name = before.substring(start);
        String types = before.substring(0, start);
        String first = word(from);
        if (name.isEmpty() || NOT_FUNCTIONS.contains(first) || NOT_FUNCTIONS.contains(name) || !areTypes(types)) {
            return null;
        }
        String body = line.endsWith("{") ? line.substring(0, line.length() - 1).stripTrailing() : line;
        // a name without a type is a method in the class of some languages; at the left margin, it is a function of a
        // shell
        boolean isAlone = types.isBlank() && from == 0;
        char argument = open + 1 < line.length() ? line.charAt(open + 1) : ' ';
        // such as: describe("a test", function () {
        boolean isCall = body.contains("=>") || body.contains("function") || "'\"`".indexOf(argument) >= 0;
        boolean isShell = indent == 0 && argument == ')';
        return isCall || (isAlone && (indent == 0 ? !isShell : !body.endsWith(")") && !body.contains("): ")))
                ? null
                : name;
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
    private @Nullable String databaseName() {
        String[] words = line.split("[\\s(]+", 9);
        for (int i = 1; i + 1 < words.length; i++) {
            if (DATABASE_OBJECTS.contains(words[i].toLowerCase(Locale.ROOT))) {
                boolean isConditional = words[i + 1].equalsIgnoreCase("if");
                // CREATE TABLE IF NOT EXISTS name
                int at = isConditional ? i + 4 : i + 1;
                return at < words.length ? words[at].replaceAll("[`\"\\[\\];]", "") : null;
            }
        }
        return null;
    }

    /** Returns the word at an offset. Only three known words contain {@code -}, {@code *}, or {@code @}. */
    private String word(int from) {
        int end = from;
        while (end < line.length() && (isNameCharacter(line.charAt(end)) || "*@-".indexOf(line.charAt(end)) >= 0)) {
            end++;
        }
        String word = line.substring(Math.min(from, line.length()), end);
        boolean hasMark = word.indexOf('-') >= 0 || word.endsWith("*") || word.startsWith("@");
        boolean isKnown = word.equals("non-sealed") || word.equals("function*") || word.equals("@interface");
        return hasMark && !isKnown ? nameAt(from) : word;
    }

    private String nameAt(int from) {
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
    private int skipBrackets(int from) {
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
        int at = from;
        while (at < line.length() && line.charAt(at) == ' ') {
            at++;
        }
        return at;
    }
}
