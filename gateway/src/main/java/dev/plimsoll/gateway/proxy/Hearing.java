package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.log.Level;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.json.LineTooLongException;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.util.function.Consumer;

/** Brings a relay what its server says, until the server ends: then all who wait for it are told. */
public final class Hearing implements Runnable {

    private final Upstream upstream;
    private final Relay relay;
    private final int maxMessageBytes;
    private final Runnable talking;
    private final Consumer<String> ended;
    private final Log log;

    /**
     * A hearing, for a thread of its own.
     *
     * @param talking run once what the server says first has been passed on
     * @param ended told in the end how the server ended
     */
    public Hearing(
            Upstream upstream, Relay relay, int maxMessageBytes, Runnable talking, Consumer<String> ended, Log log) {
        this.upstream = upstream;
        this.relay = relay;
        this.maxMessageBytes = maxMessageBytes;
        this.talking = talking;
        this.ended = ended;
        this.log = log;
    }

    @Override
    public void run() {
        boolean first = true;
        try {
            while (true) {
                try {
                    Slice line = upstream.receive();
                    if (line == null) {
                        break;
                    }
                    relay.fromUpstream(line);
                    if (first) {
                        talking.run();
                        first = false;
                    }
                } catch (LineTooLongException e) {
                    relay.upstreamSentTooMuch(e, maxMessageBytes);
                } catch (OutOfMemoryError e) {
                    // what is left of that message will be skipped as no message
                    log.say(Level.ERROR, "not enough memory for a message of the server");
                }
            }
        } catch (IOException e) {
            log.say(Level.WARN, "the connection broke", "error", String.valueOf(e.getMessage()));
        } finally {
            String ending = upstream.ending();
            relay.upstreamGone(ending);
            ended.accept(ending);
        }
    }
}
