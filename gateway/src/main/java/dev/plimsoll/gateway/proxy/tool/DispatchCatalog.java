package dev.plimsoll.gateway.proxy.tool;

import dev.plimsoll.app.AppUse;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.catalog.Catalog;
import dev.plimsoll.catalog.CatalogTool;
import dev.plimsoll.catalog.DispatchDecision;
import dev.plimsoll.catalog.Dispatcher;
import dev.plimsoll.gateway.proxy.request.LocalResult;
import dev.plimsoll.gateway.proxy.request.RelaySession;
import dev.plimsoll.gateway.proxy.request.RequestAction;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.schema.ReadTool;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Lists and calls the dispatch tool, which replaces all tools of a server if {@code catalog: dispatch} is set. */
final class DispatchCatalog {

    static final String NAME = Dispatcher.TOOL;

    private DispatchCatalog() {}

    /** Returns whether the dispatch tool is used. It is not used if the server itself has a tool with its name. */
    static boolean isEnabled(RelaySession relaySession) {
        return relaySession.catalog() == Catalog.DISPATCH
                && relaySession.tools().find(NAME) == null;
    }

    /**
     * Decides {@code tools/list}.
     *
     * @param fullListing the action if the dispatch tool is not used, or the server's list is incomplete
     */
    static RequestAction decideListing(Message request, RelaySession relaySession, RequestAction fullListing) {
        return new RequestAction.Deferred(() -> {
            loadTools(request, relaySession);
            boolean isDispatched = relaySession.tools().isComplete() && isEnabled(relaySession);
            return isDispatched
                    ? new RequestAction.Answer(
                            () -> LocalResult.of(writeListing(relaySession.clientFeatures(request), relaySession)))
                    : fullListing;
        });
    }

    private static void loadTools(Message request, RelaySession relaySession) {
        if (!relaySession.tools().isComplete()) {
            ToolsList.loadTools(request, relaySession);
        }
    }

    /** Returns the tools that this caller may see, without the read tool. */
    private static List<CatalogTool> visibleTools(ClientFeatures clientFeatures, RelaySession relaySession) {
        List<CatalogTool> visibleTools = new ArrayList<>();
        for (ListedTool tool : relaySession.tools().all()) {
            if (!tool.name().equals(clientFeatures.readTool()) && relaySession.canSee(tool)) {
                ToolPolicy policy = relaySession.policies().forTool(relaySession.server(), tool.name());
                Slice entry = HandleArguments.entry(tool.clientEntry(policy, clientFeatures), tool, relaySession);
                visibleTools.add(new CatalogTool(tool, entry, relaySession.resultFields(tool.name())));
            }
        }
        return visibleTools;
    }

    private static List<CatalogTool> filterByUse(Predicate<AppUse> use, List<CatalogTool> tools) {
        return tools.stream()
                .filter(catalogTool -> use.test(catalogTool.tool().appUse()))
                .toList();
    }

    /**
     * Writes the listing. Tools with an app and app-only tools have their own entries beside the dispatch
     * tool: hosts need these entries to show the app and to let it call its tools.
     */
    private static Slice writeListing(ClientFeatures clientFeatures, RelaySession relaySession) {
        List<CatalogTool> visible = visibleTools(clientFeatures, relaySession);
        List<CatalogTool> withoutApp = filterByUse(use -> use == AppUse.NONE, visible);
        List<CatalogTool> withApp = filterByUse(
                use -> use == AppUse.SHARED || (use == AppUse.APP_ONLY && clientFeatures.hasApps()), visible);
        List<Slice> entries = new ArrayList<>();
        // the dispatch tool is left out if all tools have their own entries
        if (withApp.isEmpty() || !withoutApp.isEmpty()) {
            entries.add(new Dispatcher(NAME, withoutApp).entry(catalogTool -> true));
        }
        withApp.forEach(catalogTool -> entries.add(catalogTool.clientEntry()));
        boolean canShape =
                relaySession.policies().forTool(relaySession.server(), "").canShape()
                        || visible.stream()
                                .anyMatch(catalogTool -> relaySession
                                        .policies()
                                        .forTool(
                                                relaySession.server(),
                                                catalogTool.tool().name())
                                        .canShape());
        if (canShape) {
            boolean canCollect = visible.stream()
                    .map(CatalogTool::tool)
                    .anyMatch(tool -> CollectDecision.isListedFor(
                            tool, relaySession.policies().forTool(relaySession.server(), tool.name())));
            entries.add(ReadTool.entry(clientFeatures, canCollect, relaySession.policies()));
        }
        JsonWriter json = new JsonWriter(4096).beginObject().array("tools", entries, (entry, list) -> list.raw(entry));
        clientFeatures.writeResultType(json);
        if (clientFeatures.hasCacheLifetimes()) {
            json.number("ttlMs", 0).string("cacheScope", "private");
        }
        return json.endObject().slice();
    }

    /**
     * Decides a call of the dispatch tool. A request for help is answered here; a call of a tool continues like any
     * other call.
     */
    static RequestAction decideCall(
            Message request, Slice params, @Nullable Slice arguments, RelaySession relaySession) {
        loadTools(request, relaySession);
        ToolCall call = relaySession.call(NAME, request).withHints(ToolHints.READ_ONLY);
        DispatchDecision dispatchDecision;
        try {
            // the dispatch tool cannot call app-only tools; tools with an app have their own entries in the
            // listing, but can also be called here
            List<CatalogTool> dispatchedTools =
                    filterByUse(use -> use != AppUse.APP_ONLY, visibleTools(call.client(), relaySession));
            dispatchDecision = new Dispatcher(NAME, dispatchedTools)
                    .decide(arguments, catalogTool -> catalogTool.tool().appUse() == AppUse.NONE);
        } catch (RefusedException refused) {
            return new RequestAction.Answer(
                    () -> LocalResult.of(relaySession.engine().refuse(call, refused)));
        }
        if (dispatchDecision instanceof DispatchDecision.Call toolCall) {
            return forward(request, params, toolCall, relaySession);
        }
        Slice help = ((DispatchDecision.Help) dispatchDecision).result();
        Slice result = call.client().isModern() ? ObjectEdit.with(help, "resultType", Slice.of("\"complete\"")) : help;
        return new RequestAction.Answer(
                () -> LocalResult.of(relaySession.engine().guard(call, RawResult.of(result))));
    }

    private static RequestAction forward(
            Message request, Slice params, DispatchDecision.Call call, RelaySession relaySession) {
        String tool = call.tool().tool().name();
        Slice withName =
                ObjectEdit.with(params, "name", new ByteSink(64).string(tool).slice());
        Slice arguments = call.arguments();
        Slice toolParams = arguments == null
                ? ObjectEdit.without(withName, "arguments")
                : ObjectEdit.with(withName, "arguments", arguments);
        RequestAction requestAction = ToolsCall.decideTool(request, toolParams, tool, arguments, relaySession);
        return requestAction instanceof RequestAction.Forward forward && forward.params() == null
                ? new RequestAction.Forward(toolParams, forward.resultHandler())
                : requestAction;
    }
}
