package dev.plimsoll.shape.style;

import dev.plimsoll.policy.StyleId;

/**
 * Style {@code auto}: pages, chunks, or a summary, depending on the content. The default methods of {@link Style}
 * implement it.
 */
final class AutoStyle implements Style {

    @Override
    public StyleId id() {
        return StyleRegistry.defaultId();
    }
}
