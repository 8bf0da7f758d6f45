package dev.plimsoll.gateway.saved;

import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.proxy.request.CallerContext;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.compare.Fingerprint;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import org.jspecify.annotations.Nullable;

/** Computes the values of views, and their fingerprints. */
final class ViewValue {

    private static final String FAILED_PREFIX = "failed ";

    private ViewValue() {}

    /**
     * Returns the value of a view for a result of its tool.
     *
     * @param server name of the view's server now
     * @param selection what to read of the result
     * @throws RefusedException if the query fails
     */
    static Document compute(CallerContext caller, String server, String tool, Slice selection, Slice result) {
        ToolCall call = ToolCall.of(server, tool, caller.caller()).withSettings(caller.settings());
        return caller.engine().evaluate(call, result, selection);
    }

    /**
     * Returns the fingerprint of the value of a view. If the query fails, returns a fingerprint of the error. If the
     * query reaches a limit, returns null: the query may succeed on the same result later.
     */
    static @Nullable String fingerprint(CallerContext caller, String server, SavedView view, Slice result) {
        try {
            return fingerprint(compute(caller, server, view.tool(), view.selection(), result));
        } catch (RefusedException failed) {
            boolean isTransient = failed.code() == ErrorCode.QUERY_LIMIT || failed.code() == ErrorCode.RATE_LIMITED;
            return isTransient ? null : FAILED_PREFIX + failed.code().name();
        }
    }

    static @Nullable String fingerprint(Document value) {
        String fingerprint = Fingerprint.compute(toJson(value));
        return fingerprint.isEmpty() ? null : fingerprint;
    }

    /** Returns a value as JSON: a text becomes a string. */
    static Slice toJson(Document value) {
        return value.isJson()
                ? value.bytes()
                : new ByteSink(value.bytes().length() + 16)
                        .string(value.bytes())
                        .slice();
    }
}
