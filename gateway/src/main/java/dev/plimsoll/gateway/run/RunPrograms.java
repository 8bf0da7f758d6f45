package dev.plimsoll.gateway.run;

import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.endpoint.ToolOwner;
import dev.plimsoll.gateway.fields.ResultFields;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.program.ParkedPrograms;
import dev.plimsoll.gateway.program.ProgramHost;
import dev.plimsoll.gateway.program.ProgramSession;
import dev.plimsoll.gateway.program.ServerDocument;
import dev.plimsoll.gateway.program.call.ProgramResources;
import dev.plimsoll.gateway.program.call.RecentAnswers;
import dev.plimsoll.gateway.proxy.request.CallerContexts;
import dev.plimsoll.gateway.replica.ParkedCallIds;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.model.Document;
import org.jspecify.annotations.Nullable;

/**
 * Lets the client of {@code plimsoll run} run programs. Only created if programs are enabled, because its
 * classes take time to load.
 */
final class RunPrograms {

    private final ServerConfig serverConfig;
    private final Configuration configuration;
    private final ResultFields fields;
    private final RunResources resources;
    private final Log log;

    RunPrograms(
            ServerConfig serverConfig,
            Configuration configuration,
            ResultFields fields,
            RunResources resources,
            Log log) {
        this.serverConfig = serverConfig;
        this.configuration = configuration;
        this.fields = fields;
        this.resources = resources;
        this.log = log;
    }

    /** Creates the session of the client, which runs programs and passes all other messages to the given session. */
    ProgramSession createSession(EndpointSession session, CallerContexts callerContexts, Peer client) {
        ProgramResources programResources = new ProgramResources(
                configuration.programs().forServer(serverConfig.name(), true),
                name -> new ToolOwner(serverConfig.name(), name),
                fields,
                resources::heavyWork,
                resources.programMemory().get(),
                new RecentAnswers(configuration.programs().reuse()));
        ProgramHost host =
                new ProgramHost(programResources, new ParkedPrograms(ParkedCallIds::forSingleReplica), null, log);
        return new ProgramSession(
                session, false, host, callerContexts, cursor -> findDocument(callerContexts, cursor), client);
    }

    private @Nullable ServerDocument findDocument(CallerContexts callerContexts, String cursor) {
        Document found = callerContexts.get().findDocument(serverConfig.name(), cursor);
        return found == null ? null : new ServerDocument(serverConfig.name(), found);
    }
}
