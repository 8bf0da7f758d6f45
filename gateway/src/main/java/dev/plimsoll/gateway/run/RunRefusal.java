package dev.plimsoll.gateway.run;

import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.line.LinePeer;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineFramer;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Responds with an error to a client whose server could not be started. Clients show the error of their first
 * request, but rarely what is written to standard error.
 */
final class RunRefusal {

    private static final long REQUEST_TIMEOUT_MILLIS = 5_000;

    private final InputStream in;
    private final OutputStream out;
    private final Log log;
    private final int maxMessageBytes;

    RunRefusal(InputStream in, OutputStream out, Log log, int maxMessageBytes) {
        this.in = in;
        this.out = out;
        this.log = log;
        this.maxMessageBytes = maxMessageBytes;
    }

    /**
     * Responds to the first request, if it arrives within 5 seconds. Returns the exit code.
     *
     * @param isConfigured whether the command of the server is in the configuration
     */
    int respond(String server, boolean isConfigured, String reason) {
        log.log(LogSeverity.ERROR, reason, "server", server);
        String suggestion = isConfigured
                ? "fix servers." + server + ".command in the configuration and start again"
                : "fix the command after -- and start again";
        RefusedException refused =
                new RefusedException(ErrorCode.UPSTREAM_UNAVAILABLE, reason, suggestion).detail("server", server);
        Thread responder = new Thread(
                () -> respondToFirstRequest(new ErrorObject(ErrorObject.INTERNAL_ERROR, refused)), "plimsoll-refusal");
        responder.setDaemon(true);
        responder.start();
        try {
            responder.join(REQUEST_TIMEOUT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return ExitCode.FAILURE;
    }

    private void respondToFirstRequest(ErrorObject errorObject) {
        try {
            LineFramer lines = new LineFramer(in, maxMessageBytes);
            Slice line = lines.next();
            while (line != null) {
                Message message = Message.parse(line);
                if (message != null && message.fault() == null && message.isRequest()) {
                    new LinePeer(out).send(Message.error(message.id(), errorObject));
                    return;
                }
                line = lines.next();
            }
        } catch (IOException e) {
            log.log(LogSeverity.DEBUG, "the client has disconnected");
        }
    }
}
