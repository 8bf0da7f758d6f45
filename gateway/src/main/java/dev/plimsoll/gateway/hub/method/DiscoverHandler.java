package dev.plimsoll.gateway.hub.method;

import dev.plimsoll.gateway.hub.server.HubServerInfo;
import dev.plimsoll.gateway.hub.server.MergedCapabilities;
import dev.plimsoll.gateway.hub.session.HubMethodHandler;
import dev.plimsoll.gateway.hub.session.HubRequest;
import dev.plimsoll.gateway.hub.session.HubSession;
import dev.plimsoll.gateway.hub.session.OpenLink;
import dev.plimsoll.gateway.hub.session.ParallelTasks;
import dev.plimsoll.gateway.hub.session.ServerLink;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Answers {@code server/discover} with the merged capabilities of all servers. */
final class DiscoverHandler implements HubMethodHandler {

    private static final Duration MAX_WAIT = Duration.ofSeconds(10);
    private static final int RESULT_TTL_MILLIS = 60_000;

    @Override
    public void handle(Message request, HubRequest hubRequest, HubSession hubSession) {
        Slice params = ListingLoader.paramsWithMeta(request);
        ParallelTasks.<ServerLink, Optional<HubServerInfo>>map(
                hubSession.serverLinks(), serverLink -> discoverServer(serverLink, params));
        MergedCapabilities mergedCapabilities = new MergedCapabilities();
        boolean areAllKnown = true;
        for (ServerLink serverLink : hubSession.serverLinks()) {
            HubServerInfo hubServerInfo = serverLink.serverInfo();
            areAllKnown &= hubServerInfo != null;
            mergedCapabilities.add(serverLink.name(), hubServerInfo);
        }
        JsonWriter json =
                new JsonWriter(1024).beginObject().strings("supportedVersions", List.of(Revision.MODERN.text()));
        json.raw("capabilities", mergedCapabilities.capabilities());
        json.string("instructions", mergedCapabilities.instructions());
        json.number("ttlMs", areAllKnown ? RESULT_TTL_MILLIS : 0).string("cacheScope", "private");
        json.beginObject("_meta").name(RequestMeta.SERVER_INFO);
        MergedCapabilities.writeServerInfo(json, hubSession.serverGroup().version());
        hubRequest.writeResultType(json.endObject());
        hubRequest.sendResult(json.endObject().slice());
    }

    private static Optional<HubServerInfo> discoverServer(ServerLink serverLink, Slice params) {
        try {
            OpenLink openLink = serverLink.awaitOpen(
                    serverLink.openTimeout().compareTo(MAX_WAIT) < 0 ? serverLink.openTimeout() : MAX_WAIT);
            Message response =
                    serverLink.sendAndWait(openLink, "server/discover", params, System.nanoTime() + MAX_WAIT.toNanos());
            Slice result = response == null ? null : response.result();
            if (result != null && Json.type(result) == JsonType.OBJECT) {
                serverLink.serverGroup().setServerInfo(serverLink.index(), HubServerInfo.of(result));
            }
        } catch (RefusedException e) {
            // the response uses what is known of this server from earlier; if nothing is known, all capabilities
        }
        return Optional.ofNullable(serverLink.serverInfo());
    }
}
