package dev.plimsoll.model;

import dev.plimsoll.app.AppUse;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a tool says of itself in a listing.
 *
 * @param seen whether a listing that names it has been seen; else nothing is known
 * @param readOnly {@code readOnlyHint}; null when it says nothing
 * @param destructive {@code destructiveHint}; null when it says nothing
 * @param app who uses its results: models, apps, or both
 */
public record ToolHints(
        boolean seen, @Nullable Boolean readOnly, @Nullable Boolean destructive, AppUse app) {

    public static final ToolHints UNSEEN = new ToolHints(false, null, null);

    /** Of what changes nothing by its nature: resources and prompts, and reading on. */
    public static final ToolHints READS = new ToolHints(true, true, null);

    public ToolHints {
        Objects.requireNonNull(app, "app");
    }

    /** Creates the hints of a tool that has no app. */
    public ToolHints(boolean seen, @Nullable Boolean readOnly, @Nullable Boolean destructive) {
        this(seen, readOnly, destructive, AppUse.NONE);
    }
}
