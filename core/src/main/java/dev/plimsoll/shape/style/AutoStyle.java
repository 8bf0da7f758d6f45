package dev.plimsoll.shape.style;

import dev.plimsoll.policy.StyleId;

/** Style {@code auto}: pages, chunks, or a summary, by the content; it is the default of every method. */
final class AutoStyle implements Style {

    @Override
    public StyleId id() {
        return StyleRegistry.defaultId();
    }
}
