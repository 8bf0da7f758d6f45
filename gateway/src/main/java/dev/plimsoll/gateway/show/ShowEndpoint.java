package dev.plimsoll.gateway.show;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.endpoint.Endpoint;
import dev.plimsoll.gateway.endpoint.ExtendedEndpoint;
import org.jspecify.annotations.Nullable;

/** Endpoints whose clients can show whole results to people. */
public final class ShowEndpoint {

    private ShowEndpoint() {}

    /** Finds the results that a caller can show. */
    @FunctionalInterface
    public interface SourceFactory {
        /**
         * Creates the sources of a caller.
         *
         * @param session null for a request without a session
         */
        ShowSources create(AuthenticatedCaller authenticatedCaller, @Nullable String session);
    }

    /** Returns an endpoint with the app, in front of another endpoint. */
    public static Endpoint of(Endpoint endpoint, ShowContext host, SourceFactory sources) {
        return new ExtendedEndpoint(
                endpoint,
                (opened, caller, session, clientAbilities, client) ->
                        new ShowSession(opened, sources.create(caller, session), host, clientAbilities),
                host.views()::dropIdle);
    }
}
