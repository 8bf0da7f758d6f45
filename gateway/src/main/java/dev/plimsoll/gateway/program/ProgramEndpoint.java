package dev.plimsoll.gateway.program;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.endpoint.Endpoint;
import dev.plimsoll.gateway.endpoint.ExtendedEndpoint;
import dev.plimsoll.gateway.proxy.CallerContexts;
import org.jspecify.annotations.Nullable;

/** Endpoints whose clients can run programs. */
public final class ProgramEndpoint {

    /** Name of the server whose results are those of programs. No configured server can have it. */
    public static final String SERVER = RunTool.SERVER;

    private ProgramEndpoint() {}

    /** Creates what programs need to know about a caller. */
    public interface CallerFactory {
        /**
         * Creates the contexts for the results of the programs of a caller.
         *
         * @param session null for a request without a session
         */
        CallerContexts contexts(AuthenticatedCaller authenticatedCaller, @Nullable String session);

        /** Returns the results of the endpoint's servers for a caller. */
        SnapshotDocuments documents(AuthenticatedCaller authenticatedCaller, @Nullable String session);
    }

    /** Returns an endpoint with programs, in front of another endpoint. */
    public static Endpoint of(Endpoint endpoint, ProgramHost host, CallerFactory callers) {
        return new ExtendedEndpoint(
                endpoint,
                (opened, caller, session, clientAbilities, client) -> new ProgramSession(
                        opened,
                        session == null,
                        host,
                        callers.contexts(caller, session),
                        callers.documents(caller, session),
                        client),
                () -> {});
    }
}
