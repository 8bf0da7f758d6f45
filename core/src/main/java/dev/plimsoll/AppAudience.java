package dev.plimsoll;

import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.policy.AppMode;
import dev.plimsoll.policy.Policy;

/** The part of a result that a host hands to an app, and no model reads. Names are a stored format. */
enum AppAudience {
    NONE,

    /** App pages that are embedded in {@code content}. */
    PAGES,

    /** Everything but {@code content}, and the pages in it. */
    DATA,

    /** All of it: an app alone calls the tool. */
    ALL;

    /** Returns what of a tool's result is for an app, by the tool's listing and what the client shows. */
    static AppAudience of(ToolCall call, Policy policy, ToolResult result) {
        if (!isShown(call, policy)) {
            return NONE;
        }
        return switch (call.hints().app()) {
            case APP_ONLY -> ALL;
            case SHARED -> DATA;
            case NONE -> ofResource(result);
        };
    }

    /** Returns what of a result of {@code resources/read} is for an app, whatever the client. */
    static AppAudience ofResource(ToolResult result) {
        return result.parts().stream().anyMatch(ContentBlock::isAppPage) ? PAGES : NONE;
    }

    /** Returns whether what is for an app passes whole for this call's client. */
    static boolean isShown(ToolCall call, Policy policy) {
        return call.client().apps() && policy.get(Policy.APPS) == AppMode.WHOLE;
    }
}
