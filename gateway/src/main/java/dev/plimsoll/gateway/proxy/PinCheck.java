package dev.plimsoll.gateway.proxy;

import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.pin.ToolPins;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.option.PinMode;
import org.jspecify.annotations.Nullable;

/** Refuses calls of tools that are held, because they differ from what was approved. */
final class PinCheck {

    private PinCheck() {}

    /**
     * Returns whether the tool must be listed before its call is decided: only a listing tells whether it is approved. A tool
     * that a complete listing does not have is held without another listing.
     */
    static boolean needsListing(String tool, RelaySession relaySession) {
        if (relaySession.pins().isListed(tool)) {
            return false;
        }
        ToolTable tools = relaySession.tools();
        return (tools.find(tool) != null || !tools.isComplete()) && relaySession.pinMode(tool) == PinMode.HOLD;
    }

    /** Prepares another listing if the tool was listed before its changes were held. */
    static void prepareListing(String tool, RelaySession relaySession) {
        if (relaySession.tools().isComplete() && needsListing(tool, relaySession)) {
            relaySession.tools().markIncomplete();
        }
    }

    /** Returns the refusal of a call, as a result of the tool, or null. */
    static @Nullable RequestAction findRefusal(ToolCall call, RelaySession relaySession) {
        ToolPins pins = relaySession.pins();
        if (pins.isApproved(call.tool()) || relaySession.pinMode(call.tool()) != PinMode.HOLD) {
            return null;
        }
        RefusedException why = pins.findRefusal(call.tool());
        return why == null
                ? null
                : new RequestAction.Answer(
                        () -> LocalResult.of(relaySession.engine().refuse(call, why)));
    }
}
