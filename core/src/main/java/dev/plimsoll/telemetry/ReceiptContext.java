package dev.plimsoll.telemetry;

import java.util.Objects;

/**
 * Context of a receipt.
 *
 * @param client name that the client sends; empty if it sends none
 * @param isModern whether the request has revision 2026-07-28 or later
 * @param style name of the policy's style
 * @param sourceMillis response time of the server in milliseconds; 0 if no server was called
 * @param snapshotNumber number that the receipts of a stored result and of its follow-up reads share; 0 if
 * nothing was stored. The number gives no access to the snapshot
 * @param items number of items of the result; -1 if they were not counted
 * @param isToolError whether the tool reports an error
 * @param isRead whether this is a follow-up read, even a failed one
 * @param rollout arm and unit of the request in the rollout of the policy
 * @param isExact whether tokens of the result and of the answer are counted with o200k_base; otherwise they are estimates
 * @param handles values that replaced handles in the arguments of the call
 */
public record ReceiptContext(
        String client,
        boolean isModern,
        String style,
        long sourceMillis,
        long snapshotNumber,
        long items,
        boolean isToolError,
        boolean isRead,
        Rollout rollout,
        boolean isExact,
        ReplacedHandles handles) {

    public ReceiptContext {
        Objects.requireNonNull(rollout, "rollout");
        Objects.requireNonNull(handles, "handles");
    }
}
