package dev.plimsoll.query.library;

import dev.plimsoll.query.eval.Identity;

/** Functions that sort, group and pick by size. */
final class OrderForms {

    private OrderForms() {}

    static void addTo(Library library) {
        for (Ordering.Kind kind : Ordering.Kind.values()) {
            if (kind != Ordering.Kind.GROUP) {
                library.form(kind.word() + "/0", arguments -> new Ordering(kind, new Identity()));
            }
            library.form(kind.word() + "_by/1", arguments -> new Ordering(kind, arguments.get(0)));
        }
    }
}
