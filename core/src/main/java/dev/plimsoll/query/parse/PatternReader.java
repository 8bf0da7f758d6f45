package dev.plimsoll.query.parse;

import dev.plimsoll.query.eval.DestructuringPattern;
import dev.plimsoll.query.eval.DestructuringPatterns;
import dev.plimsoll.query.eval.LiteralNode;
import dev.plimsoll.query.eval.QueryNode;
import dev.plimsoll.query.ops.StringFormat;
import dev.plimsoll.query.parse.Token.Word;
import dev.plimsoll.query.value.StringValue;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parses patterns after {@code as}. */
final class PatternReader {

    private static final int MOST_DEPTH = 100;

    private final TokenReader tokenReader;
    private final ExpressionParser expressionParser;
    private final TermParser termParser;
    private int depth;

    /** Scope inside the current pattern, which grows with each name. */
    private NameScope inside = NameScope.root();

    private Set<String> bound = new LinkedHashSet<>();

    PatternReader(TokenReader tokenReader, ExpressionParser expressionParser, TermParser termParser) {
        this.tokenReader = tokenReader;
        this.expressionParser = expressionParser;
        this.termParser = termParser;
    }

    /**
     * Patterns, and the scope of the code after them.
     *
     * @param inside scope in which their names are known
     */
    record Read(DestructuringPatterns patterns, NameScope inside) {}

    private record One(DestructuringPattern pattern, NameScope inside, Set<String> names) {}

    Read read(NameScope nameScope) {
        List<One> all = new ArrayList<>();
        do {
            all.add(one(nameScope));
        } while (tokenReader.skip("?//"));
        if (all.size() == 1) {
            return new Read(DestructuringPatterns.of(all.get(0).pattern), all.get(0).inside);
        }
        Set<String> names = new LinkedHashSet<>();
        all.forEach(one -> names.addAll(one.names));
        List<DestructuringPatterns.Way> ways = new ArrayList<>();
        for (One one : all) {
            int[] hops = names.stream()
                    .mapToInt(name -> one.names.contains(name) ? one.inside.hopsToVariable(name) : -1)
                    .toArray();
            ways.add(new DestructuringPatterns.Way(one.pattern, hops));
        }
        NameScope after = nameScope;
        for (String name : names) {
            after = after.variable(name);
        }
        return new Read(new DestructuringPatterns(ways, names.size()), after);
    }

    private One one(NameScope nameScope) {
        NameScope outside = inside;
        Set<String> outer = bound;
        inside = nameScope;
        bound = new LinkedHashSet<>();
        One one = new One(pattern(), inside, bound);
        inside = outside;
        bound = outer;
        return one;
    }

    private DestructuringPattern pattern() {
        if (++depth > MOST_DEPTH) {
            throw tokenReader.fault(
                    tokenReader.current().at(), "the pattern is nested too deeply", "bind the parts one by one");
        }
        DestructuringPattern destructuringPattern;
        if (tokenReader.at(Word.VARIABLE)) {
            name(tokenReader.take().text());
            destructuringPattern = new DestructuringPattern.Name();
        } else if (tokenReader.skip("[")) {
            List<DestructuringPattern> parts = new ArrayList<>();
            do {
                parts.add(pattern());
            } while (tokenReader.skip(","));
            tokenReader.expect("]", "after a pattern");
            destructuringPattern = new DestructuringPattern.Elements(parts);
        } else if (tokenReader.skip("{")) {
            List<DestructuringPattern.Member> parts = new ArrayList<>();
            do {
                parts.add(member());
            } while (tokenReader.skip(","));
            tokenReader.expect("}", "after a pattern");
            destructuringPattern = new DestructuringPattern.Members(parts);
        } else {
            throw tokenReader.unexpected("a pattern: $name, [$a, $b] or {a: $a}");
        }
        depth--;
        return destructuringPattern;
    }

    private void name(String name) {
        inside = inside.variable(name);
        bound.add(name);
    }

    private DestructuringPattern.Member member() {
        if (tokenReader.at(Word.VARIABLE)) {
            String name = tokenReader.take().text();
            name(name);
            QueryNode key = new LiteralNode(StringValue.of(name));
            return new DestructuringPattern.Member(key, true, tokenReader.skip(":") ? pattern() : null);
        }
        QueryNode key = key();
        tokenReader.expect(":", "after a key");
        @Nullable DestructuringPattern part = pattern();
        return new DestructuringPattern.Member(key, false, part);
    }

    private QueryNode key() {
        if (tokenReader.at(Word.NAME)) {
            return new LiteralNode(StringValue.of(tokenReader.take().text()));
        }
        if (tokenReader.at(Word.QUOTE)) {
            return termParser.string(StringFormat.TEXT, inside);
        }
        if (tokenReader.skip("(")) {
            QueryNode key = expressionParser.pipe(inside);
            tokenReader.expect(")", "after a key");
            return key;
        }
        throw tokenReader.unexpected("a key: a name, a string or (an expression)");
    }
}
