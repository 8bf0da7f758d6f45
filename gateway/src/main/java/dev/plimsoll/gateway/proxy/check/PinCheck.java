package dev.plimsoll.gateway.proxy.check;

import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.pin.ToolPins;
import dev.plimsoll.gateway.proxy.request.LocalResult;
import dev.plimsoll.gateway.proxy.request.RelaySession;
import dev.plimsoll.gateway.proxy.request.RequestAction;
import dev.plimsoll.gateway.proxy.request.ToolTable;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.option.PinMode;
import org.jspecify.annotations.Nullable;

/** Refuses calls of held tools: tools whose entry differs from the approved one. */
public final class PinCheck {

    private PinCheck() {}

    /**
     * Returns whether the server's tools must be listed before a call of this tool is decided, because only a
     * listing shows whether the tool is approved. If a complete listing does not contain the tool, it is held
     * without another listing.
     */
    public static boolean needsListing(String tool, RelaySession relaySession) {
        if (relaySession.pins().isListed(tool)) {
            return false;
        }
        ToolTable tools = relaySession.tools();
        return (tools.find(tool) != null || !tools.isComplete()) && relaySession.pinMode(tool) == PinMode.HOLD;
    }

    /**
     * Marks the known tools as incomplete if the tool was listed while pins were off, so that the tools are listed
     * again.
     */
    public static void prepareListing(String tool, RelaySession relaySession) {
        if (relaySession.tools().isComplete() && needsListing(tool, relaySession)) {
            relaySession.tools().markIncomplete();
        }
    }

    /** Returns the refusal of a call, as a result of the tool; null if the call is allowed. */
    public static @Nullable RequestAction findRefusal(ToolCall call, RelaySession relaySession) {
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
