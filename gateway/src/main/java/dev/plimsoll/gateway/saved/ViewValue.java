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

/** Values of views: what their queries give for a result. */
final class ViewValue {

    private static final String FAILED_PREFIX = "failed ";

    private ViewValue() {}

    /**
     * Returns the value of a view.
     *
     * @param server current name of the view's server
     * @param selection what to read of the result
     * @throws RefusedException if the query fails
     */
    static Document of(CallerContext caller, String server, String tool, Slice selection, Slice result) {
        ToolCall call = ToolCall.of(server, tool, caller.caller()).withSettings(caller.settings());
        return caller.engine().evaluate(call, result, selection);
    }

    /**
     * Returns the fingerprint of a value. If the query fails on the result, it is the fingerprint of this error. If a
     * limit was reached, the value is unknown: the same result may give a value at another time.
     */
    static @Nullable String fingerprint(CallerContext caller, String server, SavedView view, Slice result) {
        try {
            return fingerprint(of(caller, server, view.tool(), view.selection(), result));
        } catch (RefusedException failed) {
            boolean isTransient = failed.code() == ErrorCode.QUERY_LIMIT || failed.code() == ErrorCode.RATE_LIMITED;
            return isTransient ? null : FAILED_PREFIX + failed.code().name();
        }
    }

    static @Nullable String fingerprint(Document value) {
        String fingerprint = Fingerprint.of(json(value));
        return fingerprint.isEmpty() ? null : fingerprint;
    }

    /** Returns a value as JSON: a text becomes a string. */
    static Slice json(Document value) {
        return value.json()
                ? value.bytes()
                : new ByteSink(value.bytes().length() + 16)
                        .string(value.bytes())
                        .slice();
    }
}
