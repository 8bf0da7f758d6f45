package dev.plimsoll.query.function;

import dev.plimsoll.query.node.GroupNode;
import dev.plimsoll.query.node.PathNode;

/** Functions that sort, group, and select by order. */
final class OrderFunctions {

    private OrderFunctions() {}

    static void addTo(FunctionLibrary functionLibrary) {
        for (GroupNode.Sort.SortKind kind : GroupNode.Sort.SortKind.values()) {
            if (kind != GroupNode.Sort.SortKind.GROUP) {
                functionLibrary.define(
                        kind.functionName() + "/0", arguments -> new GroupNode.Sort(kind, new PathNode.Identity()));
            }
            functionLibrary.define(
                    kind.functionName() + "_by/1", arguments -> new GroupNode.Sort(kind, arguments.get(0)));
        }
        functionLibrary.define("count_by/1", arguments -> new GroupNode.CountBy(arguments.get(0)));
    }
}
