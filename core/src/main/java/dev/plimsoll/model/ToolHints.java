package dev.plimsoll.model;

import dev.plimsoll.app.AppUse;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Hints that a tool declares in a listing.
 *
 * @param isKnown whether the tool was in a listing; if not, nothing is known about it
 * @param readOnly {@code readOnlyHint}; null if absent; false for a tool that also says it is destructive
 * @param destructive {@code destructiveHint}; null if absent
 * @param appUse use of its results: by models, apps, or both
 */
public record ToolHints(
        boolean isKnown,
        @Nullable Boolean readOnly,
        @Nullable Boolean destructive,
        AppUse appUse) {

    public static final ToolHints UNKNOWN = new ToolHints(false, null, null);

    /** Hints of operations that change nothing: resources, prompts, and follow-up reads. */
    public static final ToolHints READ_ONLY = new ToolHints(true, true, null);

    public ToolHints {
        Objects.requireNonNull(appUse, "appUse");
        readOnly = (Boolean.TRUE.equals(destructive) && readOnly != null) ? Boolean.FALSE : readOnly;
    }

    /** Creates the hints of a tool that has no app. */
    public ToolHints(boolean isKnown, @Nullable Boolean readOnly, @Nullable Boolean destructive) {
        this(isKnown, readOnly, destructive, AppUse.NONE);
    }
}
