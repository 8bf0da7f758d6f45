package dev.plimsoll.query.parse;

import dev.plimsoll.model.RefusedException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the tools that a program names. */
public final class CalledTools {

    private static final Set<String> CALLS = Set.of("call", "text", "pages");

    private CalledTools() {}

    /** Returns the names of all tools that a program may call; null if the program computes a name. */
    public static @Nullable Set<String> find(String program) {
        List<Lexeme> lexemes;
        try {
            lexemes = Lexeme.read(program);
        } catch (RefusedException invalid) {
            return null;
        }
        if (lexemes == null) {
            return null;
        }
        Set<String> tools = new LinkedHashSet<>();
        for (int i = 0; i < lexemes.size(); i++) {
            Lexeme lexeme = lexemes.get(i);
            if (lexeme.type() != Token.Type.NAME || !CALLS.contains(lexeme.text())) {
                continue;
            }
            boolean isNamed = i + 3 < lexemes.size()
                    && lexemes.get(i + 1).isSymbol("(")
                    && lexemes.get(i + 2).isString()
                    && (lexemes.get(i + 3).isSymbol(";") || lexemes.get(i + 3).isSymbol(")"));
            boolean isKey = i + 1 < lexemes.size() && lexemes.get(i + 1).isSymbol(":");
            if (isNamed) {
                tools.add(lexemes.get(i + 2).text());
            } else if (!isKey) {
                return null;
            }
        }
        return tools;
    }
}
