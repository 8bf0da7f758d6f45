package dev.plimsoll.query.function;

import dev.plimsoll.query.node.IdentityNode;

/** Functions that sort, group, and select by order. */
final class OrderFunctions {

    private OrderFunctions() {}

    static void addTo(FunctionLibrary functionLibrary) {
        for (SortFunction.Kind kind : SortFunction.Kind.values()) {
            if (kind != SortFunction.Kind.GROUP) {
                functionLibrary.define(
                        kind.functionName() + "/0", arguments -> new SortFunction(kind, new IdentityNode()));
            }
            functionLibrary.define(
                    kind.functionName() + "_by/1", arguments -> new SortFunction(kind, arguments.get(0)));
        }
    }
}
