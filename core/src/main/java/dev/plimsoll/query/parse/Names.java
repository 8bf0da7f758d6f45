package dev.plimsoll.query.parse;

import dev.plimsoll.model.Near;
import dev.plimsoll.query.eval.Call;
import dev.plimsoll.query.eval.Function;
import dev.plimsoll.query.eval.Native;
import dev.plimsoll.query.eval.Node;
import dev.plimsoll.query.library.Library;
import dev.plimsoll.query.ops.Format;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What the names in an expression mean: its own functions and variables first, then the library's. */
final class Names {

    private static final Set<String> RESERVED =
            Set.of("then", "elif", "else", "end", "as", "catch", "and", "or", "def", "__loc__");

    private final Tokens tokens;
    private final Library library;
    private final Map<String, Function> written;

    Names(Tokens tokens) {
        this(tokens, new Library(), new HashMap<>());
    }

    private Names(Tokens tokens, Library library, Map<String, Function> written) {
        this.tokens = tokens;
        this.library = library;
        this.written = written;
    }

    boolean isReserved(String name) {
        return RESERVED.contains(name);
    }

    int variable(Token token, Scope scope) {
        int hops = scope.hopsToVariable(token.text());
        if (hops >= 0) {
            return hops;
        }
        if (Set.of("ENV", "__loc__", "__prog_args").contains(token.text())) {
            throw leftOut(token);
        }
        throw tokens.fault(
                token.at(),
                "$" + token.text() + " is not defined",
                Near.suggestion(
                        token.text(),
                        scope.variables(),
                        "$",
                        "bind it first: EXPRESSION as $" + token.text() + " | …"));
    }

    Format format(Token token) {
        List<String> known = new ArrayList<>();
        for (Format format : Format.values()) {
            if (format.word().equals(token.text())) {
                return format;
            }
            known.add("@" + format.word());
        }
        throw tokens.fault(
                token.at(), "@" + token.text() + " is not a format", "known are " + String.join(", ", known));
    }

    Node formatting(Format format) {
        return new Native((run, in, none) -> format.of(in, run.meter()), List.of());
    }

    Node call(Token token, List<Node> arguments, Scope scope) {
        String name = token.text() + "/" + arguments.size();
        Scope.Meaning own = scope.call(name);
        if (own != null) {
            return own.function() == null
                    ? new Call.Argument(own.hops())
                    : new Call(own.function(), own.hops(), arguments);
        }
        Node built = library.call(token.text(), arguments);
        if (built != null) {
            return built;
        }
        Function function = inTheLanguage(name);
        if (function != null) {
            return new Call(function, scope.hopsToRoot(), arguments);
        }
        throw unknown(token, arguments.size(), scope);
    }

    private @Nullable Function inTheLanguage(String name) {
        Function known = written.get(name);
        String definition = library.definition(name);
        if (known == null && definition != null) {
            Tokens text = new Tokens(definition);
            known = new Expressions(text, new Names(text, library, written)).only();
            written.put(name, known);
        }
        return known;
    }

    private RuntimeException unknown(Token token, int arguments, Scope scope) {
        if (Library.LEFT_OUT.contains(token.text()) || token.text().contains("::")) {
            return leftOut(token);
        }
        Set<String> all = new TreeSet<>(library.names());
        all.addAll(scope.callables());
        List<String> counts = new ArrayList<>();
        Set<String> bare = new TreeSet<>();
        for (String name : all) {
            int slash = name.indexOf('/');
            bare.add(name.substring(0, slash));
            if (name.substring(0, slash).equals(token.text())) {
                counts.add(name.substring(slash + 1));
            }
        }
        if (!counts.isEmpty()) {
            String takes = token.text() + " takes " + String.join(" or ", counts) + " arguments, separated by ';'";
            return tokens.fault(token.at(), token.text() + " got " + arguments + " arguments", takes);
        }
        return tokens.fault(
                token.at(),
                token.text() + "/" + arguments + " is not defined",
                Near.suggestion(
                        token.text(),
                        bare,
                        "",
                        "a field is written ." + token.text() + ", a string \"" + token.text() + "\""));
    }

    private RuntimeException leftOut(Token token) {
        return tokens.fault(
                token.at(),
                token.shown() + " is left out: a query sees one document and nothing else",
                "left out are " + String.join(", ", new TreeSet<>(Library.LEFT_OUT)) + ", $ENV, $__loc__ and modules");
    }
}
