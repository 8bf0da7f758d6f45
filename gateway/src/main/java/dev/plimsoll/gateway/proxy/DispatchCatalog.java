package dev.plimsoll.gateway.proxy;

import dev.plimsoll.app.AppUse;
import dev.plimsoll.catalog.Catalog;
import dev.plimsoll.catalog.CatalogTool;
import dev.plimsoll.catalog.DispatchDecision;
import dev.plimsoll.catalog.Dispatcher;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.schema.ReadTool;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The tool that replaces all tools of a server if {@code catalog: dispatch} is set. */
final class DispatchCatalog {

    static final String NAME = "plimsoll_tools";

    private DispatchCatalog() {}

    /** Returns whether the dispatch tool is used. A server with a tool of that name is listed unchanged. */
    static boolean on(RelaySession relaySession) {
        return relaySession.catalog() == Catalog.DISPATCH
                && relaySession.tools().get(NAME) == null;
    }

    /**
     * Decides {@code tools/list}.
     *
     * @param fullListing the action if the server does not list its tools completely
     */
    static RequestAction listing(Message request, RelaySession relaySession, RequestAction fullListing) {
        return new RequestAction.Later(() -> {
            learn(request, relaySession);
            boolean replaces = relaySession.tools().isComplete() && on(relaySession);
            return replaces ? new RequestAction.Here(() -> listed(relaySession.client(request), relaySession)) : fullListing;
        });
    }

    private static void learn(Message request, RelaySession relaySession) {
        if (!relaySession.tools().isComplete()) {
            ToolsList.learn(request, relaySession);
        }
    }

    /** Returns the tools that this caller may see. */
    private static List<CatalogTool> offers(ClientFeatures clientFeatures, RelaySession relaySession) {
        List<CatalogTool> offers = new ArrayList<>();
        for (ListedTool tool : relaySession.tools().all()) {
            if (!tool.name().equals(clientFeatures.readTool()) && relaySession.shows(tool)) {
                ToolPolicy policy = relaySession.engine().policy(relaySession.server(), tool.name());
                offers.add(new CatalogTool(tool, tool.clientEntry(policy, clientFeatures)));
            }
        }
        return offers;
    }

    private static List<CatalogTool> usedAs(Predicate<AppUse> use, List<CatalogTool> offers) {
        return offers.stream()
                .filter(catalogTool -> use.test(catalogTool.tool().appUse()))
                .toList();
    }

    /**
     * Writes the listing. Tools with an app, and tools for apps only, are listed themselves: hosts need their entries to show
     * the app and to let it call its tools.
     */
    private static Slice listed(ClientFeatures clientFeatures, RelaySession relaySession) {
        List<CatalogTool> offers = offers(clientFeatures, relaySession);
        List<CatalogTool> plain = usedAs(use -> use == AppUse.NONE, offers);
        List<CatalogTool> listed =
                usedAs(use -> use == AppUse.SHARED || (use == AppUse.APP_ONLY && clientFeatures.apps()), offers);
        List<Slice> entries = new ArrayList<>();
        if (listed.isEmpty() || !plain.isEmpty()) {
            entries.add(new Dispatcher(NAME, plain).entry(catalogTool -> true));
        }
        listed.forEach(catalogTool -> entries.add(catalogTool.clientEntry()));
        ByteSink out = new ByteSink(4096).ascii("{\"tools\":").array(entries, (entry, sink) -> sink.raw(entry));
        out.truncate(out.size() - 1);
        boolean shapes = relaySession.engine().policy(relaySession.server(), "").canShape()
                || offers.stream()
                        .anyMatch(catalogTool -> relaySession
                                .engine()
                                .policy(
                                        relaySession.server(),
                                        catalogTool.tool().name())
                                .canShape());
        if (shapes) {
            out.ascii(",").raw(ReadTool.entry(clientFeatures));
        }
        out.ascii("]").ascii(clientFeatures.resultTypeMember());
        return out.ascii(clientFeatures.hasCacheLifetimes() ? ",\"ttlMs\":0,\"cacheScope\":\"private\"}" : "}")
                .slice();
    }

    /**
     * Decides a call of the dispatch tool. A request for help is answered here; a call of a tool continues like any other call.
     */
    static RequestAction call(Message request, Slice params, @Nullable Slice arguments, RelaySession relaySession) {
        learn(request, relaySession);
        ToolCall call = relaySession.call(NAME, request).withHints(ToolHints.READ_ONLY);
        DispatchDecision dispatchDecision;
        try {
            // models cannot call app-only tools, and they find tools with an app in the listing
            List<CatalogTool> offers = usedAs(use -> use != AppUse.APP_ONLY, offers(call.client(), relaySession));
            dispatchDecision = new Dispatcher(NAME, offers)
                    .decide(arguments, catalogTool -> catalogTool.tool().appUse() == AppUse.NONE);
        } catch (RefusedException refused) {
            return new RequestAction.Here(
                    () -> relaySession.engine().refuse(call, refused).result());
        }
        if (dispatchDecision instanceof DispatchDecision.Call toolCall) {
            return onward(request, params, toolCall, relaySession);
        }
        Slice help = ((DispatchDecision.Help) dispatchDecision).result();
        Slice result =
                call.client().anyStructured() ? ObjectEdit.with(help, "resultType", Slice.of("\"complete\"")) : help;
        return new RequestAction.Here(
                () -> relaySession.engine().guard(call, result).result());
    }

    private static RequestAction onward(
            Message request, Slice params, DispatchDecision.Call call, RelaySession relaySession) {
        String tool = call.tool().tool().name();
        Slice withName =
                ObjectEdit.with(params, "name", new ByteSink(64).string(tool).slice());
        Slice arguments = call.arguments();
        Slice toolParams = arguments == null
                ? ObjectEdit.without(withName, "arguments")
                : ObjectEdit.with(withName, "arguments", arguments);
        RequestAction requestAction = ToolsCall.decided(request, toolParams, tool, arguments, relaySession);
        return requestAction instanceof RequestAction.Onward forward && forward.params() == null
                ? new RequestAction.Onward(toolParams, forward.arrival())
                : requestAction;
    }
}
