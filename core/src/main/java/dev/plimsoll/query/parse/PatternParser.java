package dev.plimsoll.query.parse;

import dev.plimsoll.query.node.DestructuringPattern;
import dev.plimsoll.query.node.DestructuringPatterns;
import dev.plimsoll.query.node.LiteralNode;
import dev.plimsoll.query.node.QueryNode;
import dev.plimsoll.query.text.StringFormat;
import dev.plimsoll.query.value.StringValue;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parses patterns after {@code as}. */
final class PatternParser {

    private static final int MAX_DEPTH = 100;

    private final TokenReader tokenReader;
    private final ExpressionParser expressionParser;
    private final TermParser termParser;
    private int depth;

    /** Scope inside the current pattern, which grows with each name. */
    private NameScope inside = NameScope.root();

    private Set<String> boundNames = new LinkedHashSet<>();

    PatternParser(TokenReader tokenReader, ExpressionParser expressionParser, TermParser termParser) {
        this.tokenReader = tokenReader;
        this.expressionParser = expressionParser;
        this.termParser = termParser;
    }

    /**
     * Patterns, and the scope of the code after them.
     *
     * @param inside scope in which their names are known
     */
    record ScopedPatterns(DestructuringPatterns patterns, NameScope inside) {}

    private record ParsedPattern(DestructuringPattern pattern, NameScope inside, Set<String> names) {}

    ScopedPatterns parse(NameScope nameScope) {
        List<ParsedPattern> all = new ArrayList<>();
        do {
            all.add(parseOne(nameScope));
        } while (tokenReader.skip("?//"));
        if (all.size() == 1) {
            return new ScopedPatterns(DestructuringPatterns.of(all.get(0).pattern), all.get(0).inside);
        }
        Set<String> names = new LinkedHashSet<>();
        all.forEach(parsedPattern -> names.addAll(parsedPattern.names));
        List<DestructuringPatterns.Alternative> ways = new ArrayList<>();
        for (ParsedPattern parsedPattern : all) {
            int[] hops = names.stream()
                    .mapToInt(
                            name -> parsedPattern.names.contains(name) ? parsedPattern.inside.hopsToVariable(name) : -1)
                    .toArray();
            ways.add(new DestructuringPatterns.Alternative(parsedPattern.pattern, hops));
        }
        NameScope after = nameScope;
        for (String name : names) {
            after = after.withVariable(name);
        }
        return new ScopedPatterns(new DestructuringPatterns(ways, names.size()), after);
    }

    private ParsedPattern parseOne(NameScope nameScope) {
        NameScope outside = inside;
        Set<String> outer = boundNames;
        inside = nameScope;
        boundNames = new LinkedHashSet<>();
        ParsedPattern parsedPattern = new ParsedPattern(pattern(), inside, boundNames);
        inside = outside;
        boundNames = outer;
        return parsedPattern;
    }

    private DestructuringPattern pattern() {
        if (++depth > MAX_DEPTH) {
            throw tokenReader.error(
                    tokenReader.current().offset(), "the pattern is nested too deeply", "bind the parts one by one");
        }
        DestructuringPattern destructuringPattern;
        if (tokenReader.isAt(Token.Type.VARIABLE)) {
            bindName(tokenReader.next().text());
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

    private void bindName(String name) {
        inside = inside.withVariable(name);
        boundNames.add(name);
    }

    private DestructuringPattern.Member member() {
        if (tokenReader.isAt(Token.Type.VARIABLE)) {
            String name = tokenReader.next().text();
            bindName(name);
            QueryNode key = new LiteralNode(StringValue.of(name));
            return new DestructuringPattern.Member(key, true, tokenReader.skip(":") ? pattern() : null);
        }
        QueryNode key = key();
        tokenReader.expect(":", "after a key");
        @Nullable DestructuringPattern part = pattern();
        return new DestructuringPattern.Member(key, false, part);
    }

    private QueryNode key() {
        if (tokenReader.isAt(Token.Type.NAME)) {
            return new LiteralNode(StringValue.of(tokenReader.next().text()));
        }
        if (tokenReader.isAt(Token.Type.QUOTE)) {
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
