package dev.plimsoll.query.node;

import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import dev.plimsoll.query.value.ValueWriter;
import org.jspecify.annotations.Nullable;

/** Checks and extends paths. Only values selected from the input have a path, not computed ones. */
public final class PathTracker {

    private PathTracker() {}

    static void checkStep(@Nullable ValuePath valuePath, Value value, Value step, Evaluation evaluation) {
        if (valuePath != null && !valuePath.exists()) {
            throw new QueryError("Invalid path expression near attempt to access element "
                    + ValueWriter.excerpt(step, evaluation.meter()) + " of "
                    + ValueWriter.excerpt(value, evaluation.meter()));
        }
    }

    static void checkIteration(@Nullable ValuePath valuePath, Value value, Evaluation evaluation) {
        if (valuePath != null && !valuePath.exists()) {
            throw new QueryError("Invalid path expression near attempt to iterate through "
                    + ValueWriter.excerpt(value, evaluation.meter()));
        }
    }

    /** Returns the path of an output, or throws an error if it has none. */
    public static ValuePath require(@Nullable ValuePath valuePath, Value value, Evaluation evaluation) {
        if (valuePath == null || !valuePath.exists()) {
            throw new QueryError(
                    "Invalid path expression with result " + ValueWriter.excerpt(value, evaluation.meter()));
        }
        return valuePath;
    }

    static @Nullable ValuePath extend(@Nullable ValuePath valuePath, Value step, Evaluation evaluation) {
        return valuePath == null ? null : valuePath.child(step, evaluation.meter());
    }
}
