package dev.plimsoll.query.library;

import dev.plimsoll.query.eval.ArrayNode;
import dev.plimsoll.query.eval.EmptyNode;
import dev.plimsoll.query.eval.FirstNode;
import dev.plimsoll.query.eval.IdentityNode;
import dev.plimsoll.query.eval.IfNode;
import dev.plimsoll.query.eval.IndexNode;
import dev.plimsoll.query.eval.IterateNode;
import dev.plimsoll.query.eval.LiteralNode;
import dev.plimsoll.query.eval.LoopNode;
import dev.plimsoll.query.eval.NativeNode;
import dev.plimsoll.query.eval.PipeNode;
import dev.plimsoll.query.eval.QueryNode;
import dev.plimsoll.query.eval.RecurseNode;
import dev.plimsoll.query.eval.UpdateNode;
import dev.plimsoll.query.value.ConstantValue;
import dev.plimsoll.query.value.NumberValue;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.ValueKind;
import java.util.List;
import java.util.function.Predicate;

/** Functions that control which parts run and how often. */
final class ControlForms {

    private ControlForms() {}

    static void addTo(FunctionLibrary functionLibrary) {
        functionLibrary.form("empty/0", arguments -> new EmptyNode());
        functionLibrary.function("error/0", (evaluation, in, none) -> {
            throw new QueryError(in);
        });
        functionLibrary.function("error/1", (evaluation, in, arguments) -> {
            throw new QueryError(arguments[0]);
        });
        functionLibrary.function("not/0", (evaluation, in, none) -> ConstantValue.of(!in.isTrue()));
        functionLibrary.form("select/1", arguments -> select(arguments.get(0)));
        functionLibrary.form("map/1", arguments -> map(arguments.get(0)));
        functionLibrary.form(
                "map_values/1", arguments -> UpdateNode.modify(new IterateNode(new IdentityNode()), arguments.get(0)));
        addLoops(functionLibrary);
        addCounts(functionLibrary);
        addKinds(functionLibrary);
    }

    static QueryNode select(QueryNode condition) {
        return new IfNode(condition, new IdentityNode(), new EmptyNode());
    }

    static QueryNode map(QueryNode body) {
        return new ArrayNode(new PipeNode(new IterateNode(new IdentityNode()), body));
    }

    private static void addLoops(FunctionLibrary functionLibrary) {
        functionLibrary.form("recurse/0", arguments -> new RecurseNode());
        functionLibrary.form(
                "recurse/1", arguments -> new LoopNode(LoopNode.Kind.ALL, new IdentityNode(), arguments.get(0)));
        functionLibrary.form("recurse/2", arguments -> {
            QueryNode step = new PipeNode(arguments.get(0), select(arguments.get(1)));
            return new LoopNode(LoopNode.Kind.ALL, new IdentityNode(), step);
        });
        functionLibrary.form(
                "repeat/1", arguments -> new LoopNode(LoopNode.Kind.ALL, new IdentityNode(), arguments.get(0)));
        functionLibrary.form(
                "while/2", arguments -> new LoopNode(LoopNode.Kind.WHILE, arguments.get(0), arguments.get(1)));
        functionLibrary.form(
                "until/2", arguments -> new LoopNode(LoopNode.Kind.UNTIL, arguments.get(0), arguments.get(1)));
        functionLibrary.form(
                "range/1",
                arguments -> new RangeFunction(
                        new LiteralNode(NumberValue.ZERO), arguments.get(0), new LiteralNode(NumberValue.of(1))));
        functionLibrary.form(
                "range/2",
                arguments -> new RangeFunction(arguments.get(0), arguments.get(1), new LiteralNode(NumberValue.of(1))));
        functionLibrary.form(
                "range/3", arguments -> new RangeFunction(arguments.get(0), arguments.get(1), arguments.get(2)));
    }

    private static void addCounts(FunctionLibrary functionLibrary) {
        functionLibrary.form("first/1", arguments -> new FirstNode(arguments.get(0)));
        functionLibrary.form(
                "first/0", arguments -> new IndexNode(new IdentityNode(), new LiteralNode(NumberValue.ZERO)));
        functionLibrary.form(
                "last/0", arguments -> new IndexNode(new IdentityNode(), new LiteralNode(NumberValue.of(-1))));
        functionLibrary.form("last/1", arguments -> new LastFunction(arguments.get(0)));
        functionLibrary.form("nth/1", arguments -> new IndexNode(new IdentityNode(), arguments.get(0)));
        functionLibrary.form(
                "nth/2", arguments -> new LimitFunction(LimitFunction.Kind.NTH, arguments.get(0), arguments.get(1)));
        functionLibrary.form(
                "limit/2",
                arguments -> new LimitFunction(LimitFunction.Kind.LIMIT, arguments.get(0), arguments.get(1)));
        functionLibrary.form(
                "skip/2", arguments -> new LimitFunction(LimitFunction.Kind.SKIP, arguments.get(0), arguments.get(1)));
        functionLibrary.form(
                "isempty/1",
                arguments -> new QuantifierFunction(
                        QuantifierFunction.Kind.NONE, arguments.get(0), new LiteralNode(ConstantValue.TRUE)));
        QueryNode each = new IterateNode(new IdentityNode());
        functionLibrary.form(
                "any/0", arguments -> new QuantifierFunction(QuantifierFunction.Kind.ANY, each, new IdentityNode()));
        functionLibrary.form(
                "all/0", arguments -> new QuantifierFunction(QuantifierFunction.Kind.ALL, each, new IdentityNode()));
        functionLibrary.form(
                "any/1", arguments -> new QuantifierFunction(QuantifierFunction.Kind.ANY, each, arguments.get(0)));
        functionLibrary.form(
                "all/1", arguments -> new QuantifierFunction(QuantifierFunction.Kind.ALL, each, arguments.get(0)));
        functionLibrary.form(
                "any/2",
                arguments -> new QuantifierFunction(QuantifierFunction.Kind.ANY, arguments.get(0), arguments.get(1)));
        functionLibrary.form(
                "all/2",
                arguments -> new QuantifierFunction(QuantifierFunction.Kind.ALL, arguments.get(0), arguments.get(1)));
        functionLibrary.form("add/0", arguments -> new SumFunction(each));
        functionLibrary.form("add/1", arguments -> new SumFunction(arguments.get(0)));
    }

    private static void addKinds(FunctionLibrary functionLibrary) {
        keep(functionLibrary, "values", valueKind -> valueKind != ValueKind.NULL);
        keep(functionLibrary, "nulls", valueKind -> valueKind == ValueKind.NULL);
        keep(functionLibrary, "booleans", valueKind -> valueKind == ValueKind.TRUE || valueKind == ValueKind.FALSE);
        keep(functionLibrary, "numbers", valueKind -> valueKind == ValueKind.NUMBER);
        keep(functionLibrary, "strings", valueKind -> valueKind == ValueKind.STRING);
        keep(functionLibrary, "arrays", valueKind -> valueKind == ValueKind.ARRAY);
        keep(functionLibrary, "objects", valueKind -> valueKind == ValueKind.OBJECT);
        keep(functionLibrary, "iterables", valueKind -> valueKind.compareTo(ValueKind.STRING) > 0);
        keep(functionLibrary, "scalars", valueKind -> valueKind.compareTo(ValueKind.STRING) <= 0);
    }

    private static void keep(FunctionLibrary functionLibrary, String name, Predicate<ValueKind> filter) {
        functionLibrary.form(name + "/0", arguments -> select(isKind(filter)));
    }

    static QueryNode isKind(Predicate<ValueKind> filter) {
        return new NativeNode((evaluation, in, none) -> ConstantValue.of(filter.test(in.kind())), List.of());
    }
}
