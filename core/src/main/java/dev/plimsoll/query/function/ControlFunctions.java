package dev.plimsoll.query.function;

import dev.plimsoll.query.node.ArrayNode;
import dev.plimsoll.query.node.EmptyNode;
import dev.plimsoll.query.node.FirstNode;
import dev.plimsoll.query.node.IdentityNode;
import dev.plimsoll.query.node.IfNode;
import dev.plimsoll.query.node.IndexNode;
import dev.plimsoll.query.node.IterateNode;
import dev.plimsoll.query.node.LiteralNode;
import dev.plimsoll.query.node.LoopNode;
import dev.plimsoll.query.node.NativeNode;
import dev.plimsoll.query.node.PipeNode;
import dev.plimsoll.query.node.QueryNode;
import dev.plimsoll.query.node.RecurseNode;
import dev.plimsoll.query.node.UpdateNode;
import dev.plimsoll.query.value.ConstantValue;
import dev.plimsoll.query.value.NumberValue;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.ValueKind;
import java.util.List;
import java.util.function.Predicate;

/** Functions that control which parts run and how often. */
final class ControlFunctions {

    private ControlFunctions() {}

    static void addTo(FunctionLibrary functionLibrary) {
        functionLibrary.define("empty/0", arguments -> new EmptyNode());
        functionLibrary.defineNative("error/0", (evaluation, in, none) -> {
            throw new QueryError(in);
        });
        functionLibrary.defineNative("error/1", (evaluation, in, arguments) -> {
            throw new QueryError(arguments[0]);
        });
        functionLibrary.defineNative("not/0", (evaluation, in, none) -> ConstantValue.of(!in.isTrue()));
        functionLibrary.define("select/1", arguments -> select(arguments.get(0)));
        functionLibrary.define("map/1", arguments -> map(arguments.get(0)));
        functionLibrary.define(
                "map_values/1", arguments -> UpdateNode.modify(new IterateNode(new IdentityNode()), arguments.get(0)));
        addLoops(functionLibrary);
        addSelections(functionLibrary);
        addTypeFilters(functionLibrary);
    }

    static QueryNode select(QueryNode condition) {
        return new IfNode(condition, new IdentityNode(), new EmptyNode());
    }

    static QueryNode map(QueryNode body) {
        return new ArrayNode(new PipeNode(new IterateNode(new IdentityNode()), body));
    }

    private static void addLoops(FunctionLibrary functionLibrary) {
        functionLibrary.define("recurse/0", arguments -> new RecurseNode());
        functionLibrary.define(
                "recurse/1", arguments -> new LoopNode(LoopNode.Kind.ALL, new IdentityNode(), arguments.get(0)));
        functionLibrary.define("recurse/2", arguments -> {
            QueryNode step = new PipeNode(arguments.get(0), select(arguments.get(1)));
            return new LoopNode(LoopNode.Kind.ALL, new IdentityNode(), step);
        });
        functionLibrary.define(
                "repeat/1", arguments -> new LoopNode(LoopNode.Kind.ALL, new IdentityNode(), arguments.get(0)));
        functionLibrary.define(
                "while/2", arguments -> new LoopNode(LoopNode.Kind.WHILE, arguments.get(0), arguments.get(1)));
        functionLibrary.define(
                "until/2", arguments -> new LoopNode(LoopNode.Kind.UNTIL, arguments.get(0), arguments.get(1)));
        functionLibrary.define(
                "range/1",
                arguments -> new RangeFunction(
                        new LiteralNode(NumberValue.ZERO), arguments.get(0), new LiteralNode(NumberValue.of(1))));
        functionLibrary.define(
                "range/2",
                arguments -> new RangeFunction(arguments.get(0), arguments.get(1), new LiteralNode(NumberValue.of(1))));
        functionLibrary.define(
                "range/3", arguments -> new RangeFunction(arguments.get(0), arguments.get(1), arguments.get(2)));
    }

    private static void addSelections(FunctionLibrary functionLibrary) {
        functionLibrary.define("first/1", arguments -> new FirstNode(arguments.get(0)));
        functionLibrary.define(
                "first/0", arguments -> new IndexNode(new IdentityNode(), new LiteralNode(NumberValue.ZERO)));
        functionLibrary.define(
                "last/0", arguments -> new IndexNode(new IdentityNode(), new LiteralNode(NumberValue.of(-1))));
        functionLibrary.define("last/1", arguments -> new LastFunction(arguments.get(0)));
        functionLibrary.define("nth/1", arguments -> new IndexNode(new IdentityNode(), arguments.get(0)));
        functionLibrary.define(
                "nth/2", arguments -> new LimitFunction(LimitFunction.Kind.NTH, arguments.get(0), arguments.get(1)));
        functionLibrary.define(
                "limit/2",
                arguments -> new LimitFunction(LimitFunction.Kind.LIMIT, arguments.get(0), arguments.get(1)));
        functionLibrary.define(
                "skip/2", arguments -> new LimitFunction(LimitFunction.Kind.SKIP, arguments.get(0), arguments.get(1)));
        functionLibrary.define(
                "isempty/1",
                arguments -> new QuantifierFunction(
                        QuantifierFunction.Kind.NONE, arguments.get(0), new LiteralNode(ConstantValue.TRUE)));
        QueryNode each = new IterateNode(new IdentityNode());
        functionLibrary.define(
                "any/0", arguments -> new QuantifierFunction(QuantifierFunction.Kind.ANY, each, new IdentityNode()));
        functionLibrary.define(
                "all/0", arguments -> new QuantifierFunction(QuantifierFunction.Kind.ALL, each, new IdentityNode()));
        functionLibrary.define(
                "any/1", arguments -> new QuantifierFunction(QuantifierFunction.Kind.ANY, each, arguments.get(0)));
        functionLibrary.define(
                "all/1", arguments -> new QuantifierFunction(QuantifierFunction.Kind.ALL, each, arguments.get(0)));
        functionLibrary.define(
                "any/2",
                arguments -> new QuantifierFunction(QuantifierFunction.Kind.ANY, arguments.get(0), arguments.get(1)));
        functionLibrary.define(
                "all/2",
                arguments -> new QuantifierFunction(QuantifierFunction.Kind.ALL, arguments.get(0), arguments.get(1)));
        functionLibrary.define("add/0", arguments -> new SumFunction(each));
        functionLibrary.define("add/1", arguments -> new SumFunction(arguments.get(0)));
    }

    private static void addTypeFilters(FunctionLibrary functionLibrary) {
        addTypeFilter(functionLibrary, "values", valueKind -> valueKind != ValueKind.NULL);
        addTypeFilter(functionLibrary, "nulls", valueKind -> valueKind == ValueKind.NULL);
        addTypeFilter(
                functionLibrary, "booleans", valueKind -> valueKind == ValueKind.TRUE || valueKind == ValueKind.FALSE);
        addTypeFilter(functionLibrary, "numbers", valueKind -> valueKind == ValueKind.NUMBER);
        addTypeFilter(functionLibrary, "strings", valueKind -> valueKind == ValueKind.STRING);
        addTypeFilter(functionLibrary, "arrays", valueKind -> valueKind == ValueKind.ARRAY);
        addTypeFilter(functionLibrary, "objects", valueKind -> valueKind == ValueKind.OBJECT);
        addTypeFilter(functionLibrary, "iterables", valueKind -> valueKind.compareTo(ValueKind.STRING) > 0);
        addTypeFilter(functionLibrary, "scalars", valueKind -> valueKind.compareTo(ValueKind.STRING) <= 0);
    }

    private static void addTypeFilter(FunctionLibrary functionLibrary, String name, Predicate<ValueKind> filter) {
        functionLibrary.define(name + "/0", arguments -> select(typeTest(filter)));
    }

    static QueryNode typeTest(Predicate<ValueKind> filter) {
        return new NativeNode((evaluation, in, none) -> ConstantValue.of(filter.test(in.kind())), List.of());
    }
}
