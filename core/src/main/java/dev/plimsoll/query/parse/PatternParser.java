package dev.plimsoll.query.parse;

import dev.plimsoll.query.node.DestructuringPattern;
import dev.plimsoll.query.node.QueryNode;
import dev.plimsoll.query.node.ValueNode;
import dev.plimsoll.query.text.StringFormat;
import dev.plimsoll.query.value.NumberValue;
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
    private NameScope innerScope = NameScope.root();

    private Set<String> boundNames = new LinkedHashSet<>();

    PatternParser(TokenReader tokenReader, ExpressionParser expressionParser, TermParser termParser) {
        this.tokenReader = tokenReader;
        this.expressionParser = expressionParser;
        this.termParser = termParser;
    }

    /**
     * Pattern, and the scope of the code after it.
     *
     * @param innerScope scope in which its names are known
     */
    record ScopedPattern(DestructuringPattern pattern, NameScope innerScope) {}

    private record ParsedPattern(DestructuringPattern pattern, NameScope innerScope, Set<String> names) {}

    ScopedPattern parse(NameScope nameScope) {
        List<ParsedPattern> parsedPatterns = new ArrayList<>();
        do {
            parsedPatterns.add(parseOne(nameScope));
        } while (tokenReader.skip("?//"));
        if (parsedPatterns.size() == 1) {
            return new ScopedPattern(parsedPatterns.get(0).pattern, parsedPatterns.get(0).innerScope);
        }
        Set<String> names = new LinkedHashSet<>();
        parsedPatterns.forEach(parsedPattern -> names.addAll(parsedPattern.names));
        List<DestructuringPattern.Alternative> alternatives = new ArrayList<>();
        for (ParsedPattern parsedPattern : parsedPatterns) {
            int[] hops = names.stream()
                    .mapToInt(name ->
                            parsedPattern.names.contains(name) ? parsedPattern.innerScope.hopsToVariable(name) : -1)
                    .toArray();
            alternatives.add(new DestructuringPattern.Alternative(parsedPattern.pattern, hops));
        }
        NameScope scopeAfter = nameScope;
        for (String name : names) {
            scopeAfter = scopeAfter.withVariable(name);
        }
        return new ScopedPattern(new DestructuringPattern.Alternatives(alternatives, names.size()), scopeAfter);
    }

    private ParsedPattern parseOne(NameScope nameScope) {
        NameScope outerScope = innerScope;
        Set<String> outerNames = boundNames;
        innerScope = nameScope;
        boundNames = new LinkedHashSet<>();
        ParsedPattern parsedPattern = new ParsedPattern(parsePattern(), innerScope, boundNames);
        innerScope = outerScope;
        boundNames = outerNames;
        return parsedPattern;
    }

    private DestructuringPattern parsePattern() {
        if (++depth > MAX_DEPTH) {
            throw tokenReader.error(
                    tokenReader.current().offset(), "the pattern is nested too deeply", "bind the parts one by one");
        }
        DestructuringPattern destructuringPattern;
        if (tokenReader.isAt(Token.Type.VARIABLE)) {
            bindName(tokenReader.next().text());
            destructuringPattern = new DestructuringPattern.Name();
        } else if (tokenReader.skip("[")) {
            List<DestructuringPattern.Part> parts = new ArrayList<>();
            do {
                QueryNode index = new ValueNode.Literal(NumberValue.of(parts.size()));
                parts.add(new DestructuringPattern.Part(index, false, parsePattern()));
            } while (tokenReader.skip(","));
            tokenReader.expect("]", "after a pattern");
            destructuringPattern = new DestructuringPattern.Container(true, parts);
        } else if (tokenReader.skip("{")) {
            List<DestructuringPattern.Part> parts = new ArrayList<>();
            do {
                parts.add(parseMember());
            } while (tokenReader.skip(","));
            tokenReader.expect("}", "after a pattern");
            destructuringPattern = new DestructuringPattern.Container(false, parts);
        } else {
            throw tokenReader.unexpected("a pattern: $name, [$a, $b] or {a: $a}");
        }
        depth--;
        return destructuringPattern;
    }

    private void bindName(String name) {
        innerScope = innerScope.withVariable(name);
        boundNames.add(name);
    }

    private DestructuringPattern.Part parseMember() {
        if (tokenReader.isAt(Token.Type.VARIABLE)) {
            String name = tokenReader.next().text();
            bindName(name);
            QueryNode key = new ValueNode.Literal(StringValue.of(name));
            return new DestructuringPattern.Part(key, true, tokenReader.skip(":") ? parsePattern() : null);
        }
        QueryNode key = parseKey();
        tokenReader.expect(":", "after a key");
        @Nullable DestructuringPattern part = parsePattern();
        return new DestructuringPattern.Part(key, false, part);
    }

    private QueryNode parseKey() {
        if (tokenReader.isAt(Token.Type.NAME)) {
            return new ValueNode.Literal(StringValue.of(tokenReader.next().text()));
        }
        if (tokenReader.isAt(Token.Type.QUOTE)) {
            return termParser.parseString(StringFormat.TEXT, innerScope);
        }
        if (tokenReader.skip("(")) {
            QueryNode key = expressionParser.parsePipe(innerScope);
            tokenReader.expect(")", "after a key");
            return key;
        }
        throw tokenReader.unexpected("a key: a name, a string or (an expression)");
    }
}
