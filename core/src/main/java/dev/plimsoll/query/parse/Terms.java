package dev.plimsoll.query.parse;

import dev.plimsoll.query.eval.ArrayOf;
import dev.plimsoll.query.eval.Field;
import dev.plimsoll.query.eval.Foreach;
import dev.plimsoll.query.eval.Identity;
import dev.plimsoll.query.eval.If;
import dev.plimsoll.query.eval.Index;
import dev.plimsoll.query.eval.Iterate;
import dev.plimsoll.query.eval.Label;
import dev.plimsoll.query.eval.Literal;
import dev.plimsoll.query.eval.Node;
import dev.plimsoll.query.eval.Pipe;
import dev.plimsoll.query.eval.Range;
import dev.plimsoll.query.eval.Recurse;
import dev.plimsoll.query.eval.Reduce;
import dev.plimsoll.query.eval.TextOf;
import dev.plimsoll.query.eval.Try;
import dev.plimsoll.query.eval.Variable;
import dev.plimsoll.query.ops.Format;
import dev.plimsoll.query.parse.Token.Word;
import dev.plimsoll.query.value.Constant;
import dev.plimsoll.query.value.ListArr;
import dev.plimsoll.query.value.Num;
import dev.plimsoll.query.value.Str;
import java.util.ArrayList;
import java.util.List;

/** What operators stand between: paths, constructions, calls, control. */
final class Terms {

    private static final Literal NOTHING = new Literal(Constant.NULL);

    private final Tokens tokens;
    private final Names names;
    private final Expressions expressions;
    private final ObjectReader objects;
    private final PatternReader patterns;

    Terms(Tokens tokens, Names names, Expressions expressions) {
        this.tokens = tokens;
        this.names = names;
        this.expressions = expressions;
        this.objects = new ObjectReader(tokens, expressions, this);
        this.patterns = new PatternReader(tokens, expressions, this);
    }

    Names names() {
        return names;
    }

    PatternReader patterns() {
        return patterns;
    }

    /** A term and the steps after it. */
    Node postfix(Scope scope) {
        Node term = primary(scope);
        while (true) {
            if (tokens.at(Word.FIELD)) {
                term = field(term, Str.of(tokens.take().text()));
            } else if (tokens.at(".")) {
                tokens.take();
                term = tokens.at(Word.QUOTE) ? member(term, scope) : bracket(term, scope);
            } else if (tokens.at("[")) {
                term = bracket(term, scope);
            } else if (tokens.skip("?")) {
                term = new Try(term, null);
            } else {
                return term;
            }
            expressions.checked(term);
        }
    }

    private Node member(Node term, Scope scope) {
        Node name = string(Format.TEXT, scope);
        return name instanceof Literal literal && literal.value() instanceof Str s
                ? field(term, s)
                : new Index(term, name, tokens.skip("?"));
    }

    private Node bracket(Node term, Scope scope) {
        tokens.expect("[", "after a dot");
        if (tokens.skip("]")) {
            return tokens.skip("?") ? new Pipe(term, new Try(new Iterate(new Identity()), null)) : new Iterate(term);
        }
        if (tokens.skip(":")) {
            Node to = expressions.pipe(scope);
            tokens.expect("]", "after a range");
            return new Range(term, NOTHING, to, tokens.skip("?"));
        }
        Node key = expressions.pipe(scope);
        if (tokens.skip(":")) {
            Node to = tokens.at("]") ? NOTHING : expressions.pipe(scope);
            tokens.expect("]", "after a range");
            return new Range(term, key, to, tokens.skip("?"));
        }
        tokens.expect("]", "after an index");
        return key instanceof Literal literal && literal.value() instanceof Str s
                ? field(term, s)
                : new Index(term, key, tokens.skip("?"));
    }

    /** A question mark right after a step is about this step alone. */
    private Node field(Node term, Str name) {
        return tokens.skip("?")
                ? new Pipe(term, new Try(new Field(new Identity(), name), null))
                : new Field(term, name);
    }

    private Node primary(Scope scope) {
        Token token = tokens.current();
        return switch (token.word()) {
            case NUMBER -> new Literal(number(tokens.take()));
            case QUOTE -> string(Format.TEXT, scope);
            case FIELD -> field(new Identity(), Str.of(tokens.take().text()));
            case VARIABLE -> variable(tokens.take(), scope);
            case FORMAT -> format(tokens.take(), scope);
            case NAME -> named(scope);
            default -> bracketed(scope);
        };
    }

    private static Num number(Token token) {
        return Numerals.read(token.text());
    }

    private Node bracketed(Scope scope) {
        if (tokens.skip("..")) {
            return new Recurse();
        }
        if (tokens.at(".")) {
            tokens.take();
            return tokens.at(Word.QUOTE) ? member(new Identity(), scope) : new Identity();
        }
        if (tokens.skip("(")) {
            Node inside = expressions.pipe(scope);
            tokens.expect(")", "after an expression");
            return inside;
        }
        if (tokens.skip("[")) {
            if (tokens.skip("]")) {
                return new Literal(ListArr.of());
            }
            Node inside = expressions.pipe(scope);
            tokens.expect("]", "after the items of an array");
            return new ArrayOf(inside);
        }
        if (tokens.skip("{")) {
            return objects.read(scope);
        }
        throw tokens.unexpected("an expression");
    }

    private Node variable(Token token, Scope scope) {
        return new Variable(names.variable(token, scope));
    }

    private Node format(Token token, Scope scope) {
        Format format = names.format(token);
        return tokens.at(Word.QUOTE) ? string(format, scope) : names.formatting(format);
    }

    private Node named(Scope scope) {
        Token token = tokens.take();
        return switch (token.text()) {
            case "if" -> condition(scope);
            case "try" -> attempt(scope);
            case "reduce" -> reduce(scope);
            case "foreach" -> foreach(scope);
            case "label" -> label(scope);
            case "break" -> breakOut(scope);
            default -> call(token, scope);
        };
    }

    private Node call(Token name, Scope scope) {
        List<Node> arguments = new ArrayList<>();
        if (names.isReserved(name.text())) {
            throw tokens.fault(name.at(), "unexpected " + name.shown(), "check what stands before it");
        }
        if (tokens.skip("(")) {
            do {
                arguments.add(expressions.pipe(scope));
            } while (tokens.skip(";"));
            if (tokens.at(",")) {
                throw tokens.unexpected("';' between arguments");
            }
            tokens.expect(")", "after the arguments");
        }
        return expressions.checked(names.call(name, arguments, scope));
    }

    private Node condition(Scope scope) {
        Node condition = expressions.pipe(scope);
        tokens.expect("then", "after a condition");
        Node yes = expressions.pipe(scope);
        Node no = new Identity();
        if (tokens.skip("elif")) {
            no = expressions.nested(() -> condition(scope));
            return expressions.checked(new If(condition, yes, no));
        }
        if (tokens.skip("else")) {
            no = expressions.pipe(scope);
        }
        tokens.expect("end", "after if");
        return expressions.checked(new If(condition, yes, no));
    }

    private Node attempt(Scope scope) {
        Node body = expressions.nested(() -> tryPart(scope));
        return expressions.checked(
                tokens.skip("catch") ? new Try(body, expressions.nested(() -> tryPart(scope))) : new Try(body, null));
    }

    private Node tryPart(Scope scope) {
        return tokens.at("-") ? expressions.operation(scope, Integer.MAX_VALUE) : postfix(scope);
    }

    private Node reduce(Scope scope) {
        Node source = expressions.nested(() -> postfix(scope));
        tokens.expect("as", "after what reduce goes through");
        PatternReader.Read read = patterns.read(scope);
        tokens.expect("(", "before the start of reduce");
        Node init = expressions.pipe(scope);
        tokens.expect(";", "after the start of reduce");
        Node update = expressions.pipe(read.inside());
        tokens.expect(")", "after reduce");
        return expressions.checked(new Reduce(source, read.patterns(), init, update));
    }

    private Node foreach(Scope scope) {
        Node source = expressions.nested(() -> postfix(scope));
        tokens.expect("as", "after what foreach goes through");
        PatternReader.Read read = patterns.read(scope);
        tokens.expect("(", "before the start of foreach");
        Node init = expressions.pipe(scope);
        tokens.expect(";", "after the start of foreach");
        Node update = expressions.pipe(read.inside());
        Node extract = tokens.skip(";") ? expressions.pipe(read.inside()) : new Identity();
        tokens.expect(")", "after foreach");
        return expressions.checked(new Foreach(source, read.patterns(), init, update, extract));
    }

    private Node label(Scope scope) {
        if (!tokens.at(Word.VARIABLE)) {
            throw tokens.unexpected("a label: $name");
        }
        String name = tokens.take().text();
        tokens.expect("|", "after a label");
        return expressions.checked(new Label(expressions.pipe(scope.label(name))));
    }

    private Node breakOut(Scope scope) {
        if (!tokens.at(Word.VARIABLE)) {
            throw tokens.unexpected("a label to break to: $name");
        }
        Token name = tokens.take();
        int hops = scope.hopsToLabel(name.text());
        if (hops < 0) {
            throw tokens.fault(
                    name.at(), "there is no label " + name.shown(), "put label " + "$" + name.text() + " | in front");
        }
        return new Label.Break(hops);
    }

    /** A string with its expressions; the quote that opens it is the current word. */
    Node string(Format format, Scope scope) {
        int opening = tokens.current().at();
        List<Node> parts = new ArrayList<>();
        parts.add(new Literal(Str.of(tokens.stringPart(opening))));
        while (!tokens.endsString()) {
            tokens.take();
            parts.add(expressions.pipe(scope));
            if (!tokens.at(")")) {
                throw tokens.unexpected("')' after an expression inside a string");
            }
            parts.add(new Literal(Str.of(tokens.stringPart(opening))));
        }
        tokens.take();
        return parts.size() == 1 ? parts.get(0) : expressions.checked(new TextOf(format, parts));
    }
}
