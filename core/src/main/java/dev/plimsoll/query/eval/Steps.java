package dev.plimsoll.query.eval;

import dev.plimsoll.query.value.JsonOut;
import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/** Paths lead through what was reached, never through what was computed. */
public final class Steps {

    private Steps() {}

    static void check(@Nullable Path path, Value value, Value step, Run run) {
        if (path != null && !path.leadsSomewhere()) {
            throw new QueryError("Invalid path expression near attempt to access element "
                    + JsonOut.excerpt(step, run.meter()) + " of " + JsonOut.excerpt(value, run.meter()));
        }
    }

    static void checkAll(@Nullable Path path, Value value, Run run) {
        if (path != null && !path.leadsSomewhere()) {
            throw new QueryError(
                    "Invalid path expression near attempt to iterate through " + JsonOut.excerpt(value, run.meter()));
        }
    }

    /** The path of an output, if it has one. */
    public static Path of(@Nullable Path path, Value value, Run run) {
        if (path == null || !path.leadsSomewhere()) {
            throw new QueryError("Invalid path expression with result " + JsonOut.excerpt(value, run.meter()));
        }
        return path;
    }

    static @Nullable Path to(@Nullable Path path, Value step, Run run) {
        return path == null ? null : path.to(step, run.meter());
    }
}
