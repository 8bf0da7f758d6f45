package dev.plimsoll.gateway.program;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.endpoint.Endpoint;
import dev.plimsoll.gateway.endpoint.ExtendedEndpoint;
import dev.plimsoll.gateway.proxy.request.CallerContexts;
import org.jspecify.annotations.Nullable;

/** Adds programs ({@code plimsoll_run}) to an endpoint. */
public final class ProgramEndpoint {

    /**
     * Name of Plimsoll's own server, to which the results of programs belong. No configured server can have
     * this name.
     */
    public static final String SERVER = RunTool.SERVER;

    private ProgramEndpoint() {}

    /** Creates the contexts and documents of a caller that programs use. */
    public interface CallerFactory {
        /**
         * Creates the supplier of a caller's context, with which results of programs are stored and read.
         *
         * @param session null for a request without a session
         */
        CallerContexts contexts(AuthenticatedCaller authenticatedCaller, @Nullable String session);

        /** Returns the stored results of the endpoint's servers that a caller can read. */
        SnapshotDocuments documents(AuthenticatedCaller authenticatedCaller, @Nullable String session);
    }

    /** Returns an endpoint that handles messages about programs, and forwards all others to the given endpoint. */
    public static Endpoint of(Endpoint endpoint, ProgramHost host, CallerFactory callers) {
        return new ExtendedEndpoint(
                endpoint,
                (opener, caller, session, clientAbilities, client) -> new ProgramSession(
                        opener.open(client),
                        session == null,
                        host,
                        callers.contexts(caller, session),
                        callers.documents(caller, session),
                        client),
                () -> {});
    }
}
