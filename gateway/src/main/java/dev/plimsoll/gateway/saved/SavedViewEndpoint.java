package dev.plimsoll.gateway.saved;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.endpoint.Endpoint;
import dev.plimsoll.gateway.endpoint.ExtendedEndpoint;
import org.jspecify.annotations.Nullable;

/** Creates endpoints with saved views. */
public final class SavedViewEndpoint {

    private SavedViewEndpoint() {}

    /** Creates the suppliers of servers for callers. */
    @FunctionalInterface
    public interface CallerServersFactory {
        /**
         * Creates the supplier of servers for a caller.
         *
         * @param session null for a request without a session
         */
        CallerServers create(AuthenticatedCaller authenticatedCaller, @Nullable String session);
    }

    /**
     * Returns an endpoint that handles messages about saved views, and forwards all other messages to the given
     * endpoint.
     */
    public static Endpoint of(Endpoint endpoint, SavedViewHost host, CallerServersFactory servers) {
        return new ExtendedEndpoint(
                endpoint,
                (opener, caller, session, clientAbilities, client) -> {
                    SavedViewClient viewClient = new SavedViewClient(client);
                    return new SavedViewSession(
                            opener.open(viewClient), host, servers.create(caller, session), viewClient);
                },
                () -> {});
    }
}
