package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import java.time.Duration;
import java.util.Optional;

/** Answers {@code server/discover} with the merged capabilities of all servers. */
final class DiscoverHandler implements HubMethodHandler {

    private static final String REVISION = "2026-07-28";
    private static final Duration MAX_WAIT = Duration.ofSeconds(10);

    @Override
    public void handle(Message request, HubRequest hubRequest, HubSession hubSession) {
        Slice params = ListingLoader.metaParams(request);
        ParallelTasks.<ServerLink, Optional<HubServerInfo>>map(
                hubSession.serverLinks(), serverLink -> discover(serverLink, params));
        MergedCapabilities mergedCapabilities = new MergedCapabilities();
        boolean areAllKnown = true;
        for (ServerLink serverLink : hubSession.serverLinks()) {
            HubServerInfo hubServerInfo = serverLink.serverInfo();
            areAllKnown &= hubServerInfo != null;
            mergedCapabilities.add(serverLink.name(), hubServerInfo);
        }
        ByteSink out = new ByteSink(1024).ascii("{\"supportedVersions\":[").string(REVISION);
        out.ascii("],\"capabilities\":").raw(mergedCapabilities.capabilities());
        out.ascii(",\"instructions\":").string(mergedCapabilities.instructions());
        out.ascii(",\"ttlMs\":").number(areAllKnown ? 60_000 : 0).ascii(",\"cacheScope\":\"private\"");
        out.ascii(",\"_meta\":{\"io.modelcontextprotocol/serverInfo\":");
        MergedCapabilities.writeServerInfo(out, hubSession.serverGroup().version())
                .ascii("}");
        hubRequest.sendResult(
                out.ascii(hubRequest.resultTypeMember()).ascii("}").slice());
    }

    private static Optional<HubServerInfo> discover(ServerLink serverLink, Slice params) {
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
            // uses the capabilities that are known from earlier; if there are none, all are assumed
        }
        return Optional.ofNullable(serverLink.serverInfo());
    }
}
