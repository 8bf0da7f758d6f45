package dev.plimsoll.gateway.proxy;

import dev.plimsoll.catalog.Catalog;
import dev.plimsoll.gateway.rpc.ListParams;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.schema.ReadTool;
import dev.plimsoll.schema.SchemaSlimmer;
import dev.plimsoll.tokens.TokenCounter;
import java.util.ArrayList;
import java.util.List;

/**
 * Handles listings of tools. Tools whose answers may be shaped declare it. The read tool is added to the first page, because
 * some clients never request another page.
 */
final class ToolsList implements MethodHandler {

    /** Limit against a listing whose cursors never end; real listings have fewer pages. */
    private static final int MAX_PAGES = 1_000;

    private static final String METHOD = "tools/list";

    /**
     * A listing for the client.
     *
     * @param addedTokens the estimated tokens added to the server's listing
     */
    private record Listing(Slice result, long addedTokens) {}

    @Override
    public RequestAction decide(Message request, RelaySession relaySession) {
        Slice params = request.params();
        boolean first = params == null || ObjectEdit.textIn(params, "cursor", Integer.MAX_VALUE) == null;
        ClientFeatures clientFeatures = relaySession.clientFeatures(request);
        RequestAction all = new RequestAction.Forward(null, result -> {
            long began = System.nanoTime();
            Listing listing = listOrRefuse(result, first, clientFeatures, relaySession);
            if (listing.addedTokens() != 0) {
                relaySession
                        .engine()
                        .recordListing(
                                relaySession.call(METHOD, request), listing.addedTokens(), System.nanoTime() - began);
            }
            return listing.result();
        });
        return DispatchCatalog.isEnabled(relaySession)
                ? DispatchCatalog.decideListing(request, relaySession, all)
                : all;
    }

    /** Returns the listing for the client. An unreadable listing is refused if the client is restricted. */
    private static Listing listOrRefuse(
            Slice result, boolean first, ClientFeatures clientFeatures, RelaySession relaySession) {
        try {
            return createListing(result, first, clientFeatures, relaySession);
        } catch (RuntimeException e) {
            if (relaySession.isRestricted()) {
                throw new RefusedException(
                        ErrorCode.INTERNAL_ERROR, "invalid tools/list result of the server", "repeat tools/list later");
            }
            throw e;
        }
    }

    /** Requests the tools from the server, unless the listing is complete. */
    static void loadTools(Message request, RelaySession relaySession) {
        Slice meta = Revision.meta(request);
        String cursor = null;
        for (int page = 0; page < MAX_PAGES && !relaySession.tools().isComplete(); page++) {
            Slice result = relaySession.ownRequests().sendAndWait(METHOD, ListParams.of(meta, cursor));
            if (result == null || Json.type(result) != JsonType.OBJECT) {
                return;
            }
            createListing(result, false, relaySession.clientFeatures(request), relaySession);
            cursor = ObjectEdit.textIn(result, "nextCursor", Integer.MAX_VALUE);
            if (cursor == null) {
                return;
            }
        }
    }

    private static Listing createListing(
            Slice result, boolean first, ClientFeatures clientFeatures, RelaySession relaySession) {
        Slice tools = Json.type(result) == JsonType.OBJECT ? Members.get(result, "tools") : null;
        if (tools == null || Json.type(tools) != JsonType.ARRAY) {
            return new Listing(result, 0);
        }
        Listing entries = createEntries(tools, first, clientFeatures, relaySession);
        // only now, because calls that are decided at the same time rely on a complete table
        if (Members.get(result, "nextCursor") == null) {
            relaySession.tools().markComplete();
        }
        boolean same = entries.result().isSameRange(tools);
        Slice changed = same ? result : ObjectEdit.with(result, "tools", entries.result());
        // the listing depends on our configuration, which may differ between callers
        String scope = ObjectEdit.textIn(result, "cacheScope", 64);
        boolean mustBePrivate = "public".equals(scope) && !(same && relaySession.isAnonymous());
        return new Listing(
                mustBePrivate ? ObjectEdit.with(changed, "cacheScope", Slice.of("\"private\"")) : changed,
                entries.addedTokens());
    }

    private static Listing createEntries(
            Slice tools, boolean first, ClientFeatures clientFeatures, RelaySession relaySession) {
        List<Slice> entries = new ArrayList<>();
        boolean shapes = relaySession.policies().of(relaySession.server(), "").canShape();
        boolean same = true;
        int serverReadTool = -1;
        ItemIndex items = ItemIndex.of(tools);
        long added = 0;
        for (int i = 0; i < items.count(); i++) {
            Slice entry = items.item(i);
            ListedTool tool = ListedTool.of(entry);
            boolean named = !tool.name().isEmpty();
            if (named) {
                relaySession.tools().add(tool);
            }
            if (named ? !relaySession.canSee(tool) : relaySession.isRestricted()) {
                same = false;
                continue;
            }
            serverReadTool = named && tool.name().equals(clientFeatures.readTool()) ? entries.size() : serverReadTool;
            ToolPolicy policy = relaySession.policies().of(relaySession.server(), tool.name());
            shapes |= named && policy.canShape();
            Slice clientEntry = named ? clientEntry(tool, policy, clientFeatures, relaySession) : entry;
            added += addedTokens(clientEntry, entry);
            same &= clientEntry.isSameRange(entry);
            entries.add(clientEntry);
        }
        if (shapes && serverReadTool >= 0) {
            entries.remove(serverReadTool);
        }
        if (first && shapes) {
            Slice readTool = ReadTool.entry(clientFeatures);
            added += TokenCounter.classes().count(readTool);
            entries.add(readTool);
        }
        // an unchanged listing stays the same, byte for byte
        return new Listing(same && !shapes ? tools : writeArray(entries), added);
    }

    private static Slice clientEntry(
            ListedTool tool, ToolPolicy policy, ClientFeatures clientFeatures, RelaySession relaySession) {
        Slice listed = tool.clientEntry(policy, clientFeatures);
        return relaySession.catalog() == Catalog.SLIM ? SchemaSlimmer.slim(listed) : listed;
    }

    private static Slice writeArray(List<Slice> entries) {
        int bytes = 2;
        for (Slice entry : entries) {
            bytes += entry.length() + 1;
        }
        ByteSink out = new ByteSink(bytes).ascii("[");
        for (Slice entry : entries) {
            out.ascii(out.size() == 1 ? "" : ",").raw(entry);
        }
        return out.ascii("]").slice();
    }

    private static long addedTokens(Slice listed, Slice entry) {
        TokenCounter counter = TokenCounter.classes();
        return listed.isSameRange(entry) || listed.contentEquals(entry)
                ? 0
                : counter.count(listed) - counter.count(entry);
    }
}
