package dev.plimsoll.gateway.rpc;

import dev.plimsoll.json.Envelope;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One message or a batch, in the form in which a peer sends it.
 *
 * @param messages the messages in order; what is not a JSON object is left out
 * @param isBatch whether the messages came as an array, even if it has only one message
 * @param bytes the number of received bytes
 */
public record ReceivedMessages(List<Message> messages, boolean isBatch, int bytes) {

    /** Parses received bytes. Invalid bytes give no messages. */
    public static ReceivedMessages parse(Slice bytes) {
        boolean isBatch = Envelope.isBatch(bytes);
        if (isBatch) {
            return new ReceivedMessages(parseBatch(bytes), true, bytes.length());
        }
        Message message = Message.parse(bytes);
        return new ReceivedMessages(message == null ? List.of() : List.of(message), false, bytes.length());
    }

    /** Returns a single message as if it had been received. */
    public static ReceivedMessages of(Message message) {
        return new ReceivedMessages(List.of(message), false, message.length());
    }

    private static List<Message> parseBatch(Slice array) {
        if (!Json.isValid(array) || Json.type(array) != JsonType.ARRAY) {
            return List.of();
        }
        ItemIndex items = ItemIndex.of(Json.trim(array));
        List<Message> messages = new ArrayList<>();
        for (int i = 0; i < items.count(); i++) {
            Message message = Message.parse(items.item(i));
            if (message != null) {
                messages.add(message);
            }
        }
        return messages;
    }

    /** Returns the only message; null for a batch, or if it is invalid. */
    public @Nullable Message single() {
        return isBatch || messages.isEmpty() ? null : messages.get(0);
    }
}
