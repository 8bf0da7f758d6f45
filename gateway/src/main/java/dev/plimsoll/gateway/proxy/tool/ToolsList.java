package dev.plimsoll.gateway.proxy.tool;

import dev.plimsoll.gateway.pin.ToolPins.ReviewedTool;
import dev.plimsoll.gateway.proxy.request.MethodHandler;
import dev.plimsoll.gateway.proxy.request.RelaySession;
import dev.plimsoll.gateway.proxy.request.RequestAction;
import dev.plimsoll.gateway.rpc.ListParams;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.schema.ReadTool;
import dev.plimsoll.tokens.TokenCounter;
import java.util.ArrayList;
import java.util.List;

/**
 * Handles listings of tools. Changes the entries of tools whose answers may be shaped, and removes tools that
 * the caller may not see. Adds the read tool to the first page, because some clients never request another
 * page.
 */
public final class ToolsList implements MethodHandler {

    /** Most pages of a listing that are read, because a faulty server may never end its listing. */
    private static final int MAX_PAGES = 1_000;

    private static final String METHOD = "tools/list";

    /**
     * A listing for the client, or only its entries.
     *
     * @param result the result of {@code tools/list}, or only its array {@code tools}
     * @param addedTokens the estimated tokens that Plimsoll has added to the server's listing; negative if it has
     *     shortened the entries
     */
    private record ListResult(Slice result, long addedTokens) {}

    @Override
    public RequestAction decide(Message request, RelaySession relaySession) {
        Slice params = request.params();
        boolean isFirstPage = params == null || ObjectEdit.textIn(params, "cursor", Integer.MAX_VALUE) == null;
        ClientFeatures clientFeatures = relaySession.clientFeatures(request);
        RequestAction fullListing = new RequestAction.Forward(null, result -> {
            long startNanos = System.nanoTime();
            ListResult listing = createListingOrRefuse(result, isFirstPage, clientFeatures, relaySession);
            if (listing.addedTokens() != 0 && !relaySession.isInventory()) {
                relaySession
                        .engine()
                        .recordListing(
                                relaySession.call(METHOD, request),
                                listing.addedTokens(),
                                System.nanoTime() - startNanos);
            }
            return listing.result();
        });
        boolean mustBeFull = relaySession.isInner() || relaySession.isInventory();
        return DispatchCatalog.isEnabled(relaySession) && !mustBeFull
                ? DispatchCatalog.decideListing(request, relaySession, fullListing)
                : fullListing;
    }

    /**
     * Returns the listing for the client. Throws if the server's listing cannot be parsed; for a restricted
     * client, the request is then refused.
     */
    private static ListResult createListingOrRefuse(
            Slice result, boolean isFirstPage, ClientFeatures clientFeatures, RelaySession relaySession) {
        try {
            return createListing(result, isFirstPage, clientFeatures, relaySession);
        } catch (RuntimeException | StackOverflowError | LinkageError e) {
            // otherwise the server's own result would pass, with tools that this client must not see
            if (relaySession.isRestricted()) {
                throw new RefusedException(
                        ErrorCode.INTERNAL_ERROR, "invalid tools/list result of the server", "repeat tools/list later");
            }
            throw e;
        }
    }

    /** Requests the tools from the server, unless all of them are known. Blocks until the listing ends or fails. */
    static void loadTools(Message request, RelaySession relaySession) {
        Slice meta = RequestMeta.of(request);
        String cursor = null;
        for (int page = 0; page < MAX_PAGES && !relaySession.tools().isComplete(); page++) {
            Slice result = relaySession.serverRequests().sendAndWait(METHOD, ListParams.of(meta, cursor));
            if (result == null || Json.type(result) != JsonType.OBJECT) {
                return;
            }
            // adds the tools to the known tools; the listing itself is not needed
            createListing(result, false, relaySession.clientFeatures(request), relaySession);
            cursor = ObjectEdit.textIn(result, "nextCursor", Integer.MAX_VALUE);
            if (cursor == null) {
                return;
            }
        }
    }

    private static ListResult createListing(
            Slice result, boolean isFirstPage, ClientFeatures clientFeatures, RelaySession relaySession) {
        Slice tools = Json.type(result) == JsonType.OBJECT ? Members.get(result, "tools") : null;
        if (tools == null || Json.type(tools) != JsonType.ARRAY) {
            return new ListResult(result, 0);
        }
        boolean isLastPage = Members.get(result, "nextCursor") == null;
        List<ReviewedTool> reviewedTools = review(ItemIndex.of(tools), isLastPage, relaySession);
        ListResult entries = createEntries(tools, reviewedTools, isFirstPage, clientFeatures, relaySession);
        // only after the entries were added, because calls that are decided at the same time rely on this
        // mark
        if (isLastPage) {
            relaySession.tools().markComplete();
        }
        boolean isUnchanged = entries.result().isSameRange(tools);
        Slice newResult = isUnchanged ? result : ObjectEdit.with(result, "tools", entries.result());
        // the listing depends on the gateway's configuration, which may differ between callers
        String cacheScope = ObjectEdit.textIn(result, "cacheScope", 64);
        boolean mustBePrivate = "public".equals(cacheScope) && !(isUnchanged && relaySession.isAnonymous());
        return new ListResult(
                mustBePrivate ? ObjectEdit.with(newResult, "cacheScope", Slice.of("\"private\"")) : newResult,
                entries.addedTokens());
    }

    /** Compares the tools with their pins. */
    private static List<ReviewedTool> review(ItemIndex items, boolean isLastPage, RelaySession relaySession) {
        List<ListedTool> listed = new ArrayList<>(items.count());
        for (int i = 0; i < items.count(); i++) {
            listed.add(ListedTool.of(items.item(i)));
        }
        return relaySession.pins().review(listed, isLastPage, relaySession::pinMode);
    }

    /** Returns the entries for the client, as an array. */
    private static ListResult createEntries(
            Slice tools,
            List<ReviewedTool> reviewed,
            boolean isFirstPage,
            ClientFeatures clientFeatures,
            RelaySession relaySession) {
        List<Slice> entries = new ArrayList<>();
        boolean canShapeAny =
                relaySession.policies().forTool(relaySession.server(), "").canShape();
        boolean isChanged = false;
        boolean canCollectAny = false;
        // index of the server's own read tool, which Plimsoll's replaces; -1 if there is none
        int serverReadToolIndex = -1;
        ItemIndex items = ItemIndex.of(tools);
        long tokenSum = 0;
        for (int i = 0; i < items.count(); i++) {
            Slice entry = items.item(i);
            ListedTool tool = reviewed.get(i).tool();
            boolean hasName = !tool.name().isEmpty();
            if (!reviewed.get(i).isListed()) {
                isChanged = true;
                continue;
            }
            if (hasName) {
                relaySession.tools().add(tool);
            }
            if (hasName ? !relaySession.canSee(tool) : relaySession.isRestricted()) {
                isChanged = true;
                continue;
            }
            serverReadToolIndex =
                    hasName && tool.name().equals(clientFeatures.readTool()) ? entries.size() : serverReadToolIndex;
            ToolPolicy policy = relaySession.policies().forTool(relaySession.server(), tool.name());
            canShapeAny |= hasName && policy.canShape();
            canCollectAny |= hasName && CollectDecision.isListedFor(tool, policy);
            Slice clientEntry = hasName ? clientEntry(tool, policy, clientFeatures, relaySession) : entry;
            tokenSum += addedTokens(clientEntry, entry);
            isChanged |= !clientEntry.isSameRange(entry);
            entries.add(clientEntry);
        }
        if (canShapeAny && serverReadToolIndex >= 0) {
            entries.remove(serverReadToolIndex);
        }
        if (isFirstPage && canShapeAny) {
            Slice readTool = ReadTool.entry(clientFeatures, canCollectAny, relaySession.policies());
            tokenSum += TokenCounter.classes().count(readTool);
            entries.add(readTool);
        }
        // an unchanged listing is passed on byte for byte
        return new ListResult(isChanged || canShapeAny ? writeArray(entries) : tools, tokenSum);
    }

    private static Slice clientEntry(
            ListedTool tool, ToolPolicy policy, ClientFeatures clientFeatures, RelaySession relaySession) {
        return ClientEntry.slim(
                HandleArguments.entry(tool.clientEntry(policy, clientFeatures), tool, relaySession),
                relaySession.catalog());
    }

    private static Slice writeArray(List<Slice> entries) {
        int bytes = 2;
        for (Slice entry : entries) {
            bytes += entry.length() + 1;
        }
        return new JsonWriter(bytes)
                .array(entries, (entry, list) -> list.raw(entry))
                .slice();
    }

    private static long addedTokens(Slice clientEntry, Slice entry) {
        TokenCounter counter = TokenCounter.classes();
        return clientEntry.isSameRange(entry) || clientEntry.contentEquals(entry)
                ? 0
                : counter.count(clientEntry) - counter.count(entry);
    }
}
