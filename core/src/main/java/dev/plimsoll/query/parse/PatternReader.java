package dev.plimsoll.query.parse;

import dev.plimsoll.query.eval.Literal;
import dev.plimsoll.query.eval.Node;
import dev.plimsoll.query.eval.Pattern;
import dev.plimsoll.query.eval.Patterns;
import dev.plimsoll.query.ops.Format;
import dev.plimsoll.query.parse.Token.Word;
import dev.plimsoll.query.value.Str;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What stands after {@code as}. */
final class PatternReader {

    private static final int MOST_DEPTH = 100;

    private final Tokens tokens;
    private final Expressions expressions;
    private final Terms terms;
    private int depth;

    /** The scope inside the pattern being read; grows with each name. */
    private Scope inside = Scope.root();

    private Set<String> bound = new LinkedHashSet<>();

    PatternReader(Tokens tokens, Expressions expressions, Terms terms) {
        this.tokens = tokens;
        this.expressions = expressions;
        this.terms = terms;
    }

    /**
     * Patterns and what follows them.
     *
     * @param inside the scope in which their names are known
     */
    record Read(Patterns patterns, Scope inside) {}

    private record One(Pattern pattern, Scope inside, Set<String> names) {}

    Read read(Scope scope) {
        List<One> all = new ArrayList<>();
        do {
            all.add(one(scope));
        } while (tokens.skip("?//"));
        if (all.size() == 1) {
            return new Read(Patterns.of(all.get(0).pattern), all.get(0).inside);
        }
        Set<String> names = new LinkedHashSet<>();
        all.forEach(one -> names.addAll(one.names));
        List<Patterns.Way> ways = new ArrayList<>();
        for (One one : all) {
            int[] hops = names.stream()
                    .mapToInt(name -> one.names.contains(name) ? one.inside.hopsToVariable(name) : -1)
                    .toArray();
            ways.add(new Patterns.Way(one.pattern, hops));
        }
        Scope after = scope;
        for (String name : names) {
            after = after.variable(name);
        }
        return new Read(new Patterns(ways, names.size()), after);
    }

    private One one(Scope scope) {
        Scope outside = inside;
        Set<String> outer = bound;
        inside = scope;
        bound = new LinkedHashSet<>();
        One one = new One(pattern(), inside, bound);
        inside = outside;
        bound = outer;
        return one;
    }

    private Pattern pattern() {
        if (++depth > MOST_DEPTH) {
            throw tokens.fault(tokens.current().at(), "the pattern is nested too deeply", "bind the parts one by one");
        }
        Pattern pattern;
        if (tokens.at(Word.VARIABLE)) {
            name(tokens.take().text());
            pattern = new Pattern.Name();
        } else if (tokens.skip("[")) {
            List<Pattern> parts = new ArrayList<>();
            do {
                parts.add(pattern());
            } while (tokens.skip(","));
            tokens.expect("]", "after a pattern");
            pattern = new Pattern.Elements(parts);
        } else if (tokens.skip("{")) {
            List<Pattern.Member> parts = new ArrayList<>();
            do {
                parts.add(member());
            } while (tokens.skip(","));
            tokens.expect("}", "after a pattern");
            pattern = new Pattern.Members(parts);
        } else {
            throw tokens.unexpected("a pattern: $name, [$a, $b] or {a: $a}");
        }
        depth--;
        return pattern;
    }

    private void name(String name) {
        inside = inside.variable(name);
        bound.add(name);
    }

    private Pattern.Member member() {
        if (tokens.at(Word.VARIABLE)) {
            String name = tokens.take().text();
            name(name);
            Node key = new Literal(Str.of(name));
            return new Pattern.Member(key, true, tokens.skip(":") ? pattern() : null);
        }
        Node key = key();
        tokens.expect(":", "after a key");
        @Nullable Pattern part = pattern();
        return new Pattern.Member(key, false, part);
    }

    private Node key() {
        if (tokens.at(Word.NAME)) {
            return new Literal(Str.of(tokens.take().text()));
        }
        if (tokens.at(Word.QUOTE)) {
            return terms.string(Format.TEXT, inside);
        }
        if (tokens.skip("(")) {
            Node key = expressions.pipe(inside);
            tokens.expect(")", "after a key");
            return key;
        }
        throw tokens.unexpected("a key: a name, a string or (an expression)");
    }
}
