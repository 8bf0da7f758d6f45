package dev.plimsoll.query.function;

import dev.plimsoll.query.node.CallNode;
import dev.plimsoll.query.node.ControlNode;
import dev.plimsoll.query.node.FoldNode;
import dev.plimsoll.query.node.LoopNode;
import dev.plimsoll.query.node.PathNode;
import dev.plimsoll.query.node.QueryNode;
import dev.plimsoll.query.node.UpdateNode;
import dev.plimsoll.query.node.ValueNode;
import dev.plimsoll.query.value.ConstantValue;
import dev.plimsoll.query.value.NumberValue;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.ValueKind;
import java.util.List;
import java.util.function.Predicate;

/** Functions that control which of their arguments run, and how often. */
final class ControlFunctions {

    private static final QueryNode INPUT = new PathNode.Identity();

    private ControlFunctions() {}

    static void addTo(FunctionLibrary functionLibrary) {
        functionLibrary.define("empty/0", arguments -> ControlNode.Comma.empty());
        functionLibrary.defineNative("error/0", (evaluation, input, none) -> {
            throw new QueryError(input);
        });
        functionLibrary.defineNative("error/1", (evaluation, input, arguments) -> {
            throw new QueryError(arguments[0]);
        });
        functionLibrary.defineNative("not/0", (evaluation, input, none) -> ConstantValue.of(!input.isTrue()));
        functionLibrary.define("select/1", arguments -> select(arguments.get(0)));
        functionLibrary.define("map/1", arguments -> map(arguments.get(0)));
        functionLibrary.define("map_values/1", arguments -> new UpdateNode.Modify(items(), arguments.get(0)));
        addLoops(functionLibrary);
        addSelections(functionLibrary);
        addTypeFilters(functionLibrary);
    }

    /** Returns a new node {@code .[]}, which has a position of its own. */
    private static QueryNode items() {
        return new PathNode.Iterate(INPUT);
    }

    static QueryNode select(QueryNode condition) {
        return new ControlNode.If(condition, INPUT, ControlNode.Comma.empty());
    }

    static QueryNode map(QueryNode body) {
        return new ValueNode.ArrayConstruction(new ControlNode.Pipe(items(), body));
    }

    private static void addLoops(FunctionLibrary functionLibrary) {
        functionLibrary.define("recurse/0", arguments -> new PathNode.Recurse());
        functionLibrary.define("recurse/1", arguments -> new LoopNode.Repeat(arguments.get(0)));
        functionLibrary.define(
                "recurse/2",
                arguments -> new LoopNode.Repeat(new ControlNode.Pipe(arguments.get(0), select(arguments.get(1)))));
        functionLibrary.define("repeat/1", arguments -> new LoopNode.Repeat(arguments.get(0)));
        functionLibrary.define(
                "while/2",
                arguments -> new LoopNode.Repeat(LoopNode.Repeat.Kind.WHILE, arguments.get(0), arguments.get(1)));
        functionLibrary.define(
                "until/2",
                arguments -> new LoopNode.Repeat(LoopNode.Repeat.Kind.UNTIL, arguments.get(0), arguments.get(1)));
        functionLibrary.define("range/1", arguments -> new LoopNode.Range(literal(0), arguments.get(0), literal(1)));
        functionLibrary.define(
                "range/2", arguments -> new LoopNode.Range(arguments.get(0), arguments.get(1), literal(1)));
        functionLibrary.define(
                "range/3", arguments -> new LoopNode.Range(arguments.get(0), arguments.get(1), arguments.get(2)));
    }

    private static QueryNode literal(int number) {
        return new ValueNode.Literal(NumberValue.of(number));
    }

    private static void addSelections(FunctionLibrary functionLibrary) {
        functionLibrary.define("first/1", arguments -> FoldNode.FirstOrLast.first(arguments.get(0)));
        functionLibrary.define("last/1", arguments -> FoldNode.FirstOrLast.last(arguments.get(0)));
        functionLibrary.define("first/0", arguments -> new PathNode.Index(INPUT, literal(0)));
        functionLibrary.define("last/0", arguments -> new PathNode.Index(INPUT, literal(-1)));
        functionLibrary.define("nth/1", arguments -> new PathNode.Index(INPUT, arguments.get(0)));
        functionLibrary.define("nth/2", arguments -> limit(FoldNode.Limit.LimitKind.NTH, arguments));
        functionLibrary.define("limit/2", arguments -> limit(FoldNode.Limit.LimitKind.LIMIT, arguments));
        functionLibrary.define("skip/2", arguments -> limit(FoldNode.Limit.LimitKind.SKIP, arguments));
        functionLibrary.define(
                "isempty/1",
                arguments -> new FoldNode.Quantifier(
                        FoldNode.Quantifier.QuantifierKind.NONE,
                        arguments.get(0),
                        new ValueNode.Literal(ConstantValue.TRUE)));
        addQuantifier(functionLibrary, "any", FoldNode.Quantifier.QuantifierKind.ANY);
        addQuantifier(functionLibrary, "all", FoldNode.Quantifier.QuantifierKind.ALL);
        functionLibrary.define("add/0", arguments -> new FoldNode.Sum(items()));
        functionLibrary.define("add/1", arguments -> new FoldNode.Sum(arguments.get(0)));
    }

    private static QueryNode limit(FoldNode.Limit.LimitKind kind, List<QueryNode> arguments) {
        return new FoldNode.Limit(kind, arguments.get(0), arguments.get(1));
    }

    private static void addQuantifier(
            FunctionLibrary functionLibrary, String name, FoldNode.Quantifier.QuantifierKind kind) {
        functionLibrary.define(name + "/0", arguments -> new FoldNode.Quantifier(kind, items(), INPUT));
        functionLibrary.define(name + "/1", arguments -> new FoldNode.Quantifier(kind, items(), arguments.get(0)));
        functionLibrary.define(
                name + "/2", arguments -> new FoldNode.Quantifier(kind, arguments.get(0), arguments.get(1)));
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
        return new CallNode.Native((evaluation, input, none) -> ConstantValue.of(filter.test(input.kind())), List.of());
    }
}
