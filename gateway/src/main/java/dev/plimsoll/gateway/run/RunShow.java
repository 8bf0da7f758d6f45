package dev.plimsoll.gateway.run;

import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.program.ProgramEndpoint;
import dev.plimsoll.gateway.proxy.request.CallerContext;
import dev.plimsoll.gateway.proxy.request.CallerContexts;
import dev.plimsoll.gateway.proxy.request.WorkerPool;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.show.ServerResults;
import dev.plimsoll.gateway.show.ShowContext;
import dev.plimsoll.gateway.show.ShowSession;
import java.util.List;

/** Lets the client of {@code plimsoll run} show whole stored results to people. */
final class RunShow {

    private RunShow() {}

    /** Creates a session that shows results, and passes all other messages to another session. */
    static ShowSession createSession(
            EndpointSession session, String server, CallerContexts callerContexts, WorkerPool workerPool, Log log) {
        return new ShowSession(
                session,
                () -> {
                    CallerContext context = callerContexts.get();
                    return List.of(
                            new ServerResults(server, context), new ServerResults(ProgramEndpoint.SERVER, context));
                },
                new ShowContext(workerPool::run, log),
                ClientAbilities.NONE);
    }
}
