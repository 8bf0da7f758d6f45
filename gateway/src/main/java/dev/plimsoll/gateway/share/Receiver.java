package dev.plimsoll.gateway.share;

import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;

/** Who gets what belongs to a request. */
sealed interface Receiver permits Branch, Parked {

    void heard(Slice notification);

    void answered(Message answer);

    void failed(Slice id, RefusedException why);
}
