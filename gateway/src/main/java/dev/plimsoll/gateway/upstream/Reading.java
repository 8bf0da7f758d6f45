package dev.plimsoll.gateway.upstream;

import dev.plimsoll.json.LineTooLongException;
import dev.plimsoll.json.Slice;
import java.io.IOException;

/** Reads what a process says until it ends; for a thread of its own. */
record Reading(ServerProcess process, int maxMessageBytes, Hearer hearer) implements Runnable {

    @Override
    public void run() {
        try {
            while (true) {
                try {
                    Slice line = process.receive();
                    if (line == null) {
                        break;
                    }
                    hearer.heard(line);
                } catch (LineTooLongException e) {
                    hearer.lost(e, maxMessageBytes);
                } catch (OutOfMemoryError e) {
                    // what is left of that message will be skipped as no message
                    hearer.troubled("not enough memory for a message of the server");
                }
            }
        } catch (IOException e) {
            hearer.troubled("the connection broke: " + e.getMessage());
        } finally {
            hearer.ended(process.ending());
        }
    }
}
