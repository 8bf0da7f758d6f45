package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.auth.Caller;
import dev.plimsoll.gateway.proxy.Guard;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A server that can be had any number of times. */
public interface Backend {

    String name();

    /** One more of it, for one session. */
    Upstream start() throws UpstreamException;

    /** What guards the conversation of a caller with it in a session. */
    Guard guard(Caller caller, String session);

    /** How long it may take until its first answer. */
    Duration opening();

    /** How long it may be silent about a request; null: as long as the client waits. */
    @Nullable Duration patience();
}
