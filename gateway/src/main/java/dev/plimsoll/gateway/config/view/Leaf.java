package dev.plimsoll.gateway.config.view;

import org.jspecify.annotations.Nullable;

/**
 * A value to be shown.
 *
 * @param text as it may be written; null for null
 * @param bare a number or a flag, which has no quotes in JSON
 */
record Leaf(@Nullable String text, boolean bare) {

    static final Leaf NULL = new Leaf(null, true);

    static Leaf text(String text) {
        return new Leaf(text, false);
    }

    static Leaf bare(Object value) {
        return new Leaf(String.valueOf(value), true);
    }
}
