package dev.plimsoll.gateway.upstream.shared;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;

/** Receiver of the messages that belong to a request. */
sealed interface MessageReceiver permits SharedUpstream, ParkedCall {

    void onNotification(Message notification);

    void onResponse(Message response);

    void onFailure(Slice id, RefusedException why);
}
