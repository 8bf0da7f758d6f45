package dev.plimsoll.gateway.saved;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.endpoint.Endpoint;
import dev.plimsoll.gateway.endpoint.ExtendedEndpoint;
import org.jspecify.annotations.Nullable;

/** Endpoints with saved views. */
public final class SavedEndpoint {

    private SavedEndpoint() {}

    /** Creates the suppliers of the servers that callers use. */
    @FunctionalInterface
    public interface SavedSourceFactory {
        /**
         * Creates the supplier for a caller.
         *
         * @param session null for a request without a session
         */
        SavedSources create(AuthenticatedCaller authenticatedCaller, @Nullable String session);
    }

    /** Returns an endpoint that handles saved views itself, and passes everything else to another endpoint. */
    public static Endpoint of(Endpoint endpoint, SavedHost host, SavedSourceFactory sources) {
        return new ExtendedEndpoint(
                endpoint,
                (opener, caller, session, clientAbilities, client) -> {
                    SavedClient saved = new SavedClient(client);
                    return new SavedSession(opener.open(saved), host, sources.create(caller, session), saved);
                },
                () -> {});
    }
}
