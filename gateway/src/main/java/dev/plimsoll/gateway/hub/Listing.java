package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.hub.Pages.Page;
import dev.plimsoll.gateway.wire.Fault;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What all servers list, as one list: each server's own order, server by server; page by page as long as one has more. */
final class Listing implements Endpoint {

    private static final int LONGEST_CURSOR = 1 << 20;

    /** However long the servers say that their lists are good, ours also depends on which of them are there. */
    private static final long MOST_MILLIS = 3_600_000;

    private final Kind kind;

    Listing(Kind kind) {
        this.kind = kind;
    }

    /** One server's part. */
    record Part(Spoke spoke, Page page) {}

    @Override
    public void answer(Message request, Flight flight, Talk talk) throws HubFault, IOException {
        Slice given = request.params();
        Slice params = given == null || Json.type(given) != JsonType.OBJECT ? Slice.of("{}") : given;
        String cursor = ObjectEdit.textIn(params, "cursor", LONGEST_CURSOR);
        Slice any = ObjectEdit.valueIn(params, "cursor");
        if (cursor == null && any != null && Json.type(any) != JsonType.NULL) {
            cursor = "";
        }
        List<Part> parts = cursor == null
                ? parts(talk.spokes(), kind, Map.of(), params)
                : further(talk, PackedCursor.read(kind, cursor), params);
        Message only = parts.size() == 1 && !parts.get(0).page().there()
                ? parts.get(0).page().refused()
                : null;
        Slice id = only == null ? null : only.id();
        if (only != null && id != null) {
            flight.send(only.with(id, List.of(flight.id())));
        } else if (!parts.isEmpty()
                && parts.stream().noneMatch(part -> part.page().there())) {
            flight.fault(Fault.of(nobody(parts)));
        } else {
            flight.result(result(parts, cursor == null, flight, talk));
        }
    }

    private static RefusedException nobody(List<Part> parts) {
        return new RefusedException(
                        ErrorCode.UPSTREAM_UNAVAILABLE,
                        "none of the servers is there",
                        "ask again in a moment: they are tried again")
                .detail(
                        "server",
                        String.join(
                                ", ",
                                parts.stream().map(part -> part.spoke().name()).toList()));
    }

    private List<Part> further(Talk talk, Map<String, String> cursors, Slice params) throws HubFault {
        List<Spoke> spokes = new ArrayList<>();
        for (Spoke spoke : talk.spokes()) {
            if (cursors.containsKey(spoke.name())) {
                spokes.add(spoke);
            }
        }
        if (spokes.isEmpty()) {
            throw new HubFault(Fault.of(new RefusedException(
                            ErrorCode.INVALID_REQUEST, "cursor leads nowhere any more", "the listing without a cursor")
                    .detail("argument", "cursor")));
        }
        if (kind == Kind.TOOLS || kind == Kind.PROMPTS) {
            // what stands before has its names first, in every run of this program
            List<Spoke> unknown = spokes.stream()
                    .filter(spoke -> !Learning.hasLearned(spoke, kind))
                    .toList();
            if (!unknown.isEmpty()) {
                Learning.learn(unknown, kind, params);
            }
        }
        return parts(spokes, kind, cursors, params);
    }

    /** All of them at once. */
    static List<Part> parts(List<? extends Spoke> spokes, Kind kind, Map<String, String> cursors, Slice params) {
        return Parallel.each(spokes, spoke -> {
            Page page = Pages.at(spoke, kind, cursors.get(spoke.name()), params);
            if (!cursors.containsKey(spoke.name())) {
                spoke.shown(kind, page);
            }
            Entries.register(spoke, kind, page.entries());
            return new Part(spoke, page);
        });
    }

    private Slice result(List<Part> parts, boolean first, Flight flight, Talk talk) {
        ByteSink out = new ByteSink(4096).ascii("{").string(kind.member()).ascii(":[");
        int empty = out.size();
        Slice reader = null;
        Map<String, String> next = new LinkedHashMap<>();
        long millis = MOST_MILLIS;
        for (Part part : parts) {
            Page page = part.page();
            ItemIndex items = ItemIndex.of(page.entries());
            for (int i = 0; i < items.count(); i++) {
                Slice entry = items.item(i);
                if (kind == Kind.TOOLS && Entries.reads(entry)) {
                    reader = reader == null ? entry : reader;
                    Slice own = first ? Entries.ownReader(part.spoke(), entry) : null;
                    entry = own == null ? Slice.of("") : own;
                } else {
                    entry = Entries.shown(part.spoke(), kind, entry, talk);
                }
                if (!entry.isEmpty()) {
                    out.ascii(out.size() == empty ? "" : ",").raw(entry);
                }
            }
            if (page.next() != null) {
                next.put(part.spoke().name(), page.next());
            }
            millis = Math.min(millis, page.millis());
        }
        if (first && reader != null) {
            out.ascii(out.size() == empty ? "" : ",").raw(reader);
        }
        out.ascii("]");
        if (!next.isEmpty()) {
            out.ascii(",\"nextCursor\":").string(PackedCursor.of(kind, next));
        }
        if (talk.modern()) {
            out.ascii(",\"ttlMs\":").number(millis).ascii(",\"cacheScope\":\"private\"");
        }
        return out.ascii(flight.tag()).ascii("}").slice();
    }
}
