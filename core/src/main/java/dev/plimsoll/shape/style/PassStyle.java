package dev.plimsoll.shape.style;

import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.StyleId;

/** Style {@code pass}: every result passes. */
final class PassStyle implements Style {

    private static final StyleId ID = new StyleId("pass");

    @Override
    public StyleId id() {
        return ID;
    }

    @Override
    public boolean canShape() {
        return false;
    }

    @Override
    public StyleId forAppContent(Policy policy) {
        return ID;
    }
}
