package dev.plimsoll.query.library;

import dev.plimsoll.query.eval.IdentityNode;

/** Functions that sort, group, and select by order. */
final class OrderForms {

    private OrderForms() {}

    static void addTo(FunctionLibrary functionLibrary) {
        for (SortFunctions.Kind kind : SortFunctions.Kind.values()) {
            if (kind != SortFunctions.Kind.GROUP) {
                functionLibrary.form(kind.word() + "/0", arguments -> new SortFunctions(kind, new IdentityNode()));
            }
            functionLibrary.form(kind.word() + "_by/1", arguments -> new SortFunctions(kind, arguments.get(0)));
        }
    }
}
