package dev.plimsoll.gateway.show;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.endpoint.Endpoint;
import dev.plimsoll.gateway.endpoint.ExtendedEndpoint;
import org.jspecify.annotations.Nullable;

/** Adds the app of {@code plimsoll_show} to an endpoint, so that its clients can show whole results to people. */
public final class ShowEndpoint {

    private ShowEndpoint() {}

    /** Creates the suppliers of the results that callers can show. */
    @FunctionalInterface
    public interface SourceFactory {
        /**
         * Creates the supplier for a caller.
         *
         * @param session null for a request without a session
         */
        ShowSources create(AuthenticatedCaller authenticatedCaller, @Nullable String session);
    }

    /**
     * Returns an endpoint that handles the messages of the app, and forwards all other messages to the given
     * endpoint.
     */
    public static Endpoint of(Endpoint endpoint, ShowContext context, SourceFactory sources) {
        return new ExtendedEndpoint(
                endpoint,
                (opener, caller, session, clientAbilities, client) ->
                        new ShowSession(opener.open(client), sources.create(caller, session), context, clientAbilities),
                context.views()::dropIdle);
    }
}
