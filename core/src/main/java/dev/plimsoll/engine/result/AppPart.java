package dev.plimsoll.engine.result;

import dev.plimsoll.call.ToolCall;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.option.AppMode;

/**
 * Part of a result that a host passes to an app, and that no model reads. Snapshots store the names of these constants.
 */
public enum AppPart {
    NONE,

    /** App pages that are embedded in {@code content}. */
    PAGES,

    /** All members of the result except {@code content}, and the app pages in {@code content}. */
    DATA,

    /** The complete result: only an app calls the tool. */
    ALL;

    /** Returns the part of a tool's result that is for an app, by the tool's listing and the client's features. */
    public static AppPart of(ToolCall call, Policy policy, ToolResult result) {
        if (!isPassedUnchanged(call, policy)) {
            return NONE;
        }
        return switch (call.hints().appUse()) {
            case APP_ONLY -> ALL;
            case SHARED -> DATA;
            case NONE -> ofResource(result);
        };
    }

    /** Returns the part of a {@code resources/read} result that is for an app, for any client. */
    public static AppPart ofResource(ToolResult result) {
        return result.blocks().stream().anyMatch(ContentBlock::isAppPage) ? PAGES : NONE;
    }

    /** Returns whether this call's client gets the part for an app unchanged. */
    public static boolean isPassedUnchanged(ToolCall call, Policy policy) {
        return call.client().hasApps() && policy.get(Policy.APPS) == AppMode.WHOLE;
    }
}
