package dev.plimsoll.gateway.upstream;

import dev.plimsoll.json.LineTooLongException;
import dev.plimsoll.json.Slice;
import java.io.IOException;

/** Reads the messages of a process until it ends, on a thread of its own. */
record ProcessReader(ServerProcess process, int maxMessageBytes, UpstreamListener hearer) implements Runnable {

    @Override
    public void run() {
        try {
            while (true) {
                try {
                    Slice line = process.receive();
                    if (line == null) {
                        break;
                    }
                    hearer.onMessage(line);
                } catch (LineTooLongException e) {
                    hearer.onMessageTooLong(e, maxMessageBytes);
                } catch (OutOfMemoryError e) {
                    // the rest of that message is skipped as invalid
                    hearer.onWarning("not enough memory for a message of the server");
                }
            }
        } catch (IOException e) {
            hearer.onWarning("the connection broke: " + e.getMessage());
        } finally {
            hearer.onClosed(process.ending());
        }
    }
}
