package dev.plimsoll.shape.style;

import dev.plimsoll.policy.StyleId;

/** Style {@code chunk}: the forms of style {@code auto}, which cuts texts into chunks. */
final class ChunkStyle implements Style {

    private static final StyleId ID = new StyleId("chunk");

    @Override
    public StyleId id() {
        return ID;
    }
}
