package dev.plimsoll.gateway.alert;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Sends one notice once. */
interface AlertSender {

    /** The status of the answer. */
    int send(Notice notice) throws IOException, InterruptedException;

    /**
     * What is sent.
     *
     * @param id of the episode: the same for each try, and for its beginning and its end
     * @param number of the try, from 1
     * @param signature null: it is not signed
     */
    record Notice(String id, int number, @Nullable String signature, byte[] body) {}
}
