package dev.plimsoll.gateway.upstream.process;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ReceivedMessages;
import dev.plimsoll.gateway.upstream.UpstreamListener;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineTooLongException;
import java.io.IOException;

/** Reads the messages of a server's process until it ends. */
record ProcessReader(ServerProcess process, int maxMessageBytes, UpstreamListener upstreamListener)
        implements Runnable {

    @Override
    public void run() {
        try {
            while (true) {
                try {
                    Slice line = process.receive();
                    if (line == null) {
                        break;
                    }
                    deliver(line);
                } catch (LineTooLongException e) {
                    upstreamListener.onMessageTooLong(e, maxMessageBytes);
                } catch (OutOfMemoryError e) {
                    // the reader skips the rest of the message, because the rest alone is not a valid message
                    upstreamListener.onWarning("not enough memory for a message of the server");
                }
            }
        } catch (IOException e) {
            upstreamListener.onWarning("the connection broke: " + e.getMessage());
        } finally {
            upstreamListener.onClosed(process.describeExit());
        }
    }

    /** Passes the messages of a line to the listener. */
    private void deliver(Slice line) throws IOException {
        ReceivedMessages received = ReceivedMessages.parse(line);
        if (received.messages().isEmpty()) {
            upstreamListener.onWarning(
                    "skipped output of the server that is not a message: " + line.length() + " bytes");
        }
        for (Message message : received.messages()) {
            if (message.method() != null || message.isResponse()) {
                process.recordMessage();
            }
            upstreamListener.onMessage(message);
        }
    }
}
