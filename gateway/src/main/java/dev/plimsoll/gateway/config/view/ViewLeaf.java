package dev.plimsoll.gateway.config.view;

import org.jspecify.annotations.Nullable;

/**
 * A value to be shown.
 *
 * @param text as it may be written; null for null
 * @param bare a number or a flag, which has no quotes in JSON
 */
record ViewLeaf(@Nullable String text, boolean bare) {

    static final ViewLeaf NULL = new ViewLeaf(null, true);

    static ViewLeaf text(String text) {
        return new ViewLeaf(text, false);
    }

    static ViewLeaf bare(Object value) {
        return new ViewLeaf(String.valueOf(value), true);
    }
}
