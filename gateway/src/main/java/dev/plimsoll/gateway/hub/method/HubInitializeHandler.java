package dev.plimsoll.gateway.hub.method;

import dev.plimsoll.gateway.hub.server.HubServerInfo;
import dev.plimsoll.gateway.hub.server.MergedCapabilities;
import dev.plimsoll.gateway.hub.session.HubErrorException;
import dev.plimsoll.gateway.hub.session.HubMethodHandler;
import dev.plimsoll.gateway.hub.session.HubRequest;
import dev.plimsoll.gateway.hub.session.HubSession;
import dev.plimsoll.gateway.hub.session.ParallelTasks;
import dev.plimsoll.gateway.hub.session.ServerLink;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.time.Duration;
import java.util.Optional;

/** Handles {@code initialize}: opens every server with the client's parameters and sends one merged response. */
final class HubInitializeHandler implements HubMethodHandler {

    /** Time limit for opening the servers. Slower servers are added later, with a {@code list_changed} notification. */
    private static final Duration MAX_WAIT = Duration.ofSeconds(10);

    @Override
    public void handle(Message request, HubRequest hubRequest, HubSession hubSession) throws HubErrorException {
        Slice requestParams = request.params();
        Slice params =
                requestParams == null || Json.type(requestParams) != JsonType.OBJECT ? Slice.of("{}") : requestParams;
        if (hubSession.initializeParams() != null) {
            throw new HubErrorException(new ErrorObject(
                    ErrorObject.INVALID_REQUEST,
                    new RefusedException(
                            ErrorCode.INVALID_REQUEST,
                            "the session is already initialized",
                            "initialize a new session")));
        }
        String requestedRevision = ObjectEdit.textIn(params, "protocolVersion", 64);
        Revision found = Revision.findLegacy(requestedRevision);
        String revision = (found == null ? Revision.LATEST_LEGACY : found).text();
        Slice revisionJson = new ByteSink().string(revision).slice();
        hubSession.initialize(ObjectEdit.with(params, "protocolVersion", revisionJson), revision);
        MergedCapabilities mergedCapabilities = new MergedCapabilities();
        ParallelTasks.<ServerLink, Optional<HubServerInfo>>map(
                hubSession.serverLinks(), HubInitializeHandler::openServer);
        for (ServerLink serverLink : hubSession.serverLinks()) {
            mergedCapabilities.add(serverLink.name(), serverLink.serverInfo());
        }
        JsonWriter json = new JsonWriter(1024).beginObject().raw("protocolVersion", revisionJson);
        json.raw("capabilities", mergedCapabilities.capabilities()).name("serverInfo");
        MergedCapabilities.writeServerInfo(json, hubSession.serverGroup().version());
        json.string("instructions", mergedCapabilities.instructions());
        hubRequest.sendResult(json.endObject().slice());
    }

    private static Optional<HubServerInfo> openServer(ServerLink serverLink) {
        try {
            var _ = serverLink.awaitOpen(
                    serverLink.openTimeout().compareTo(MAX_WAIT) < 0 ? serverLink.openTimeout() : MAX_WAIT);
        } catch (RefusedException e) {
            // the response uses what is known of this server from earlier; if nothing is known, all capabilities
        }
        return Optional.ofNullable(serverLink.serverInfo());
    }
}
