package dev.plimsoll.gateway.alert;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Sends a notification once. */
interface AlertSender {

    /** Sends the notification and returns the HTTP status of the response. */
    int send(Notice notice) throws IOException, InterruptedException;

    /**
     * A notification.
     *
     * @param id of the episode; the same for all tries, and for its beginning and its end
     * @param attempt of the try, from 1
     * @param signature null if it is not signed
     */
    record Notice(String id, int attempt, @Nullable String signature, byte[] body) {}
}
