package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import java.time.Duration;
import java.util.Optional;

/** What all servers are together, for clients that open no session. */
final class Discover implements Endpoint {

    private static final String REVISION = "2026-07-28";
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Override
    public void answer(Message request, Flight flight, Talk talk) {
        Slice params = Learning.params(request);
        Parallel.<Spoke, Optional<Opened>>each(talk.spokes(), spoke -> discovered(spoke, params));
        Offer offer = new Offer();
        boolean all = true;
        for (Spoke spoke : talk.spokes()) {
            Opened opened = spoke.opened();
            all &= opened != null;
            offer.add(spoke.name(), opened);
        }
        ByteSink out = new ByteSink(1024).ascii("{\"supportedVersions\":[").string(REVISION);
        out.ascii("],\"capabilities\":").raw(offer.capabilities());
        out.ascii(",\"instructions\":").string(offer.instructions());
        out.ascii(",\"ttlMs\":").number(all ? 60_000 : 0).ascii(",\"cacheScope\":\"private\"");
        out.ascii(",\"_meta\":{\"io.modelcontextprotocol/serverInfo\":");
        Offer.serverInfo(out, talk.circle().version()).ascii("}");
        flight.result(out.ascii(flight.tag()).ascii("}").slice());
    }

    private static Optional<Opened> discovered(Spoke spoke, Slice params) {
        try {
            Live live = spoke.ready(spoke.opening().compareTo(PATIENCE) < 0 ? spoke.opening() : PATIENCE);
            Message answer = spoke.ask(live, "server/discover", params, System.nanoTime() + PATIENCE.toNanos());
            Slice result = answer == null ? null : answer.result();
            if (result != null && Json.type(result) == JsonType.OBJECT) {
                spoke.circle().opened(spoke.index(), Opened.of(result));
            }
        } catch (RefusedException e) {
            // what it said of itself before counts, or it may have anything
        }
        return Optional.ofNullable(spoke.opened());
    }
}
