package dev.plimsoll.gateway.config.view;

import org.jspecify.annotations.Nullable;

/**
 * A scalar to display.
 *
 * @param text the scalar as it is written in a configuration; null for a null
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
