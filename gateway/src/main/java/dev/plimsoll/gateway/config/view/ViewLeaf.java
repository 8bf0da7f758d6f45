package dev.plimsoll.gateway.config.view;

import org.jspecify.annotations.Nullable;

/**
 * A scalar to display.
 *
 * @param text as it may be written; null for null
 * @param isBare whether it is a number or boolean, which has no quotes in JSON
 */
record ViewLeaf(@Nullable String text, boolean isBare) {

    static final ViewLeaf NULL = new ViewLeaf(null, true);

    static ViewLeaf text(String text) {
        return new ViewLeaf(text, false);
    }

    static ViewLeaf bare(Object value) {
        return new ViewLeaf(String.valueOf(value), true);
    }
}
