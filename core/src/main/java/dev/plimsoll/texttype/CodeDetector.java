package dev.plimsoll.texttype;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Recognizes source code, markup, configuration, and patches. */
final class CodeDetector {

    private static final Set<String> KEYWORDS = Set.of(
            "import",
            "from",
            "package",
            "class",
            "public",
            "private",
            "protected",
            "static",
            "def",
            "func",
            "fn",
            "function",
            "const",
            "let",
            "var",
            "return",
            "if",
            "else",
            "elif",
            "for",
            "while",
            "try",
            "except",
            "catch",
            "finally",
            "switch",
            "case",
            "struct",
            "enum",
            "interface",
            "export",
            "async",
            "await",
            "use",
            "using",
            "namespace",
            "module",
            "mod",
            "impl",
            "trait",
            "type",
            "void",
            "int",
            "with",
            "raise",
            "throw",
            "yield",
            "begin",
            "end",
            "do",
            "done",
            "fi",
            "then",
            "echo",
            "select",
            "create",
            "insert",
            "update",
            "alter",
            "drop");

    /** Beginnings of lines of code. {@link #hasCodePrefix} repeats their first characters, to reject most lines fast. */
    private static final String[] CODE_PREFIXES = {
        "//",
        "/*",
        "*/",
        "#!",
        "#include",
        "#define",
        "#if",
        "#end",
        "@",
        "<!--",
        "</",
        "diff --git",
        "+++ ",
        "--- ",
        "@@ ",
        "--",
        "<?xml",
        "<!DOCTYPE",
        "$ "
    };

    private CodeDetector() {}

    /**
     * Returns whether half of the lines look like code, and one in six is certainly code. Also returns true
     * if long lines are full of code punctuation (minified code).
     */
    static boolean isCode(List<String> lines) {
        String firstLine = lines.get(0).stripLeading();
        if (firstLine.startsWith("<!DOCTYPE") || firstLine.startsWith("<?xml") || firstLine.startsWith("<html")) {
            return true;
        }
        int codeLines = 0;
        int certainLines = 0;
        for (String line : lines) {
            boolean isCertain = isCertainlyCode(line);
            certainLines += isCertain ? 1 : 0;
            codeLines += isCertain || isProbablyCode(line) ? 1 : 0;
        }
        return (6 * certainLines >= lines.size() && 2 * codeLines >= lines.size()) || isMinified(lines);
    }

    /** Returns whether a line is almost certainly not a sentence. */
    static boolean isCertainlyCode(String line) {
        String text = line.strip();
        char last = text.charAt(text.length() - 1);
        if (last == '{' || last == '}' || (last == ';' && text.length() > 1)) {
            return true;
        }
        return hasCodePrefix(text)
                || isTag(text)
                || isSetting(text)
                || isCallOrEntry(text)
                || (last == ':' && isKeyword(text));
    }

    private static boolean hasCodePrefix(String text) {
        if ("/*#@<d+-$".indexOf(text.charAt(0)) < 0) {
            return false;
        }
        for (String prefix : CODE_PREFIXES) {
            if (text.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns whether a line is often part of code: it has a keyword in front, an indent, an open bracket, or an
     * assignment.
     */
    private static boolean isProbablyCode(String line) {
        String text = line.strip();
        char last = text.charAt(text.length() - 1);
        boolean isIndented = line.startsWith("  ") || line.startsWith("\t");
        return isIndented
                || "([,)]".indexOf(last) >= 0
                || text.contains(" = ")
                || text.startsWith("# ")
                || isKeyword(text);
    }

    /** Returns whether the first word, also in capitals, is a keyword of a programming language. */
    static boolean isKeyword(String text) {
        int end = 0;
        while (end < text.length() && Character.isLetter(text.charAt(end))) {
            end++;
        }
        String word = text.substring(0, end);
        boolean isUpperCase = word.length() > 3 && word.equals(word.toUpperCase(Locale.ROOT));
        return KEYWORDS.contains(isUpperCase ? word.toLowerCase(Locale.ROOT) : word);
    }

    /** Returns whether the line is {@code name(…)} or {@code "key": "value",}. */
    private static boolean isCallOrEntry(String text) {
        String withoutComma = text.endsWith(",") ? text.substring(0, text.length() - 1) : text;
        int openingParenthesis = withoutComma.indexOf('(');
        boolean isCall = withoutComma.endsWith(")")
                && openingParenthesis > 0
                && isKeyCharacter(withoutComma.charAt(openingParenthesis - 1));
        boolean isEntry = text.endsWith(",") && (text.charAt(0) == '"' || text.charAt(0) == '\'');
        return isCall || isEntry;
    }

    private static boolean isTag(String text) {
        return text.charAt(0) == '<'
                && text.length() > 2
                && Character.isLetter(text.charAt(1))
                && text.indexOf('>') > 0;
    }

    /**
     * Returns whether the line is {@code key:}, {@code key: value}, {@code key = value}, or {@code [section]}, with a
     * key of one word.
     */
    private static boolean isSetting(String line) {
        String text = line.startsWith("- ") ? line.substring(2) : line;
        if (text.startsWith("[") && text.endsWith("]") && text.indexOf(' ') < 0) {
            return true;
        }
        int end = 0;
        while (end < text.length() && isKeyCharacter(text.charAt(end))) {
            end++;
        }
        if (end == 0) {
            return false;
        }
        boolean isKeyOnly = text.length() == end + 1 && text.charAt(end) == ':';
        boolean isPair = text.startsWith(": ", end) && Character.isLowerCase(text.charAt(0));
        return isKeyOnly || isPair || text.startsWith(" = ", end) || text.startsWith("=", end);
    }

    private static boolean isKeyCharacter(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.' || c == '/' || c == '"';
    }

    private static boolean isMinified(List<String> lines) {
        int operators = 0;
        int delimiters = 0;
        int length = 0;
        for (String line : lines) {
            length += line.length();
            for (int i = 0; i < line.length(); i++) {
                operators += "{}();=<>".indexOf(line.charAt(i)) >= 0 ? 1 : 0;
                delimiters += "[]:,\"'".indexOf(line.charAt(i)) >= 0 ? 1 : 0;
            }
        }
        return length > 200 && operators > 0 && (12 * operators > length || 4 * (operators + delimiters) > length);
    }
}
