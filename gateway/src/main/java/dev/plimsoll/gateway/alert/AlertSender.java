package dev.plimsoll.gateway.alert;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Sends a notification once. */
interface AlertSender {

    /** Sends the notification and returns the HTTP status of the response. */
    int send(Notification notification) throws IOException, InterruptedException;

    /**
     * A notification.
     *
     * @param id ID of the episode; the same for all attempts, and for the beginning and the end of the episode
     * @param attempt number of the attempt, from 1
     * @param signature signature of the body; null if notifications are not signed
     */
    record Notification(String id, int attempt, @Nullable String signature, byte[] body) {}
}
