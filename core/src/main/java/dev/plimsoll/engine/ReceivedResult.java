package dev.plimsoll.engine;

import dev.plimsoll.call.RawResult;
import dev.plimsoll.engine.result.AppPart;
import dev.plimsoll.engine.snapshot.OpenSnapshot;
import org.jspecify.annotations.Nullable;

/**
 * Result from which the answer to a call is made.
 *
 * @param name the name of a resource; empty for the result of a tool
 * @param existing the snapshot that already holds the result, or null
 */
record ReceivedResult(RawResult raw, String name, @Nullable OpenSnapshot existing) {

    static ReceivedResult of(RawResult raw) {
        return new ReceivedResult(raw, "", null);
    }

    /** Returns the result without a snapshot. */
    ReceivedResult withoutSnapshot() {
        return new ReceivedResult(raw, name, null);
    }

    boolean isOfTool() {
        return name.isEmpty();
    }

    /** Returns the existing snapshot if it has this part for an app and no texts of documents; else null. */
    @Nullable OpenSnapshot findSnapshot(AppPart appPart) {
        return findSnapshot(appPart, "");
    }

    /** Returns the existing snapshot if it has this part for an app and this notice about documents; else null. */
    @Nullable OpenSnapshot findSnapshot(AppPart appPart, String documentNotice) {
        return existing != null
                        && existing.notes().appPart() == appPart
                        && existing.notes().documentNotice().equals(documentNotice)
                ? existing
                : null;
    }
}
