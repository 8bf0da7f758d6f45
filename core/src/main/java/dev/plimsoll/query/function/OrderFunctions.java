package dev.plimsoll.query.function;

import dev.plimsoll.query.node.FoldNode;
import dev.plimsoll.query.node.PathNode;

/** Functions that sort, group, and select by order. */
final class OrderFunctions {

    private OrderFunctions() {}

    static void addTo(FunctionLibrary functionLibrary) {
        for (FoldNode.Sort.SortKind kind : FoldNode.Sort.SortKind.values()) {
            if (kind != FoldNode.Sort.SortKind.GROUP) {
                functionLibrary.define(
                        kind.functionName() + "/0", arguments -> new FoldNode.Sort(kind, new PathNode.Identity()));
            }
            functionLibrary.define(
                    kind.functionName() + "_by/1", arguments -> new FoldNode.Sort(kind, arguments.get(0)));
        }
    }
}
