package dev.plimsoll.query.function;

import dev.plimsoll.query.node.CallNode;
import dev.plimsoll.query.node.ControlNode;
import dev.plimsoll.query.node.LoopNode;
import dev.plimsoll.query.node.PathNode;
import dev.plimsoll.query.node.QueryNode;
import dev.plimsoll.query.node.UpdateNode;
import dev.plimsoll.query.value.ArrayValue;
import dev.plimsoll.query.value.ConstantValue;
import dev.plimsoll.query.value.ListArrayValue;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.ValueIterator;
import dev.plimsoll.query.value.ValueKind;
import dev.plimsoll.query.value.ValuePaths;
import java.util.ArrayList;
import java.util.List;

/** Functions for paths. */
final class PathFunctions {

    private PathFunctions() {}

    static void addTo(FunctionLibrary functionLibrary) {
        functionLibrary.define("path/1", arguments -> new UpdateNode.Path(arguments.get(0)));
        functionLibrary.define("paths/0", arguments -> pathsWithoutRoot(new PathNode.Recurse()));
        functionLibrary.define(
                "paths/1",
                arguments -> pathsWithoutRoot(
                        new ControlNode.Pipe(new PathNode.Recurse(), ControlFunctions.select(arguments.get(0)))));
        // as in jq, a leaf that is null or false does not count
        QueryNode leaf = ControlFunctions.select(
                ControlFunctions.typeTest(valueKind -> valueKind.compareTo(ValueKind.STRING) <= 0));
        functionLibrary.define(
                "leaf_paths/0",
                arguments ->
                        pathsWithoutRoot(new ControlNode.Pipe(new PathNode.Recurse(), ControlFunctions.select(leaf))));
        functionLibrary.define("getpath/1", arguments -> new PathNode.GetPath(arguments.get(0)));
        functionLibrary.defineNative(
                "setpath/2",
                (evaluation, input, arguments) -> ValuePaths.set(
                        input, ValuePaths.steps(arguments[0], evaluation.meter()), arguments[1], evaluation.meter()));
        functionLibrary.defineNative("delpaths/1", (evaluation, input, arguments) -> {
            if (!(arguments[0] instanceof ArrayValue pathArray)) {
                throw new QueryError("Paths must be specified as an array");
            }
            List<ListArrayValue> paths = new ArrayList<>();
            ValueIterator elements = pathArray.items(evaluation.meter());
            while (elements.next()) {
                paths.add(ValuePaths.steps(elements.value(), evaluation.meter()));
            }
            return ValuePaths.delete(input, paths, evaluation.meter());
        });
        functionLibrary.define("del/1", arguments -> new UpdateNode.Delete(arguments.get(0)));
        functionLibrary.define("walk/1", arguments -> new LoopNode.Walk(arguments.get(0)));
    }

    private static QueryNode pathsWithoutRoot(QueryNode source) {
        QueryNode notRoot = new CallNode.Native(
                (evaluation, input, none) ->
                        ConstantValue.of(!(input instanceof ArrayValue path) || path.length(evaluation.meter()) > 0),
                List.of());
        return new ControlNode.Pipe(new UpdateNode.Path(source), ControlFunctions.select(notRoot));
    }
}
