package dev.plimsoll.gateway.proxy;

import dev.plimsoll.app.AppUse;
import dev.plimsoll.catalog.Catalog;
import dev.plimsoll.catalog.Dispatch;
import dev.plimsoll.catalog.Dispatcher;
import dev.plimsoll.catalog.Offer;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Client;
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

/** One tool in the place of all of a server's, where {@code catalog: dispatch} is set. */
final class Dispatching {

    static final String NAME = "plimsoll_tools";

    private Dispatching() {}

    /** A server with a tool of that name is listed as it is. */
    static boolean on(Conversation conversation) {
        return conversation.catalog() == Catalog.DISPATCH
                && conversation.tools().get(NAME) == null;
    }

    /**
     * The listing; a server that does not tell its tools is asked as ever.
     *
     * @param all what becomes of the request then
     */
    static Route listing(Message request, Conversation conversation, Route all) {
        return new Route.Later(() -> {
            learn(request, conversation);
            boolean known = conversation.tools().isComplete() && on(conversation);
            return known ? new Route.Here(() -> listed(conversation.client(request), conversation)) : all;
        });
    }

    private static void learn(Message request, Conversation conversation) {
        if (!conversation.tools().isComplete()) {
            ToolsList.learn(request, conversation);
        }
    }

    /** For this caller: what it may not see is not there. */
    private static List<Offer> offers(Client client, Conversation conversation) {
        List<Offer> offers = new ArrayList<>();
        for (ListedTool tool : conversation.tools().all()) {
            if (!tool.name().equals(client.readTool()) && conversation.shows(tool)) {
                ToolPolicy policy = conversation.engine().policy(conversation.server(), tool.name());
                offers.add(new Offer(tool, tool.listed(policy, client)));
            }
        }
        return offers;
    }

    private static List<Offer> usedAs(Predicate<AppUse> use, List<Offer> offers) {
        return offers.stream().filter(offer -> use.test(offer.tool().app())).toList();
    }

    /** Hosts show the app of a tool that stands in the listing itself, and let it call those that are for apps alone. */
    private static Slice listed(Client client, Conversation conversation) {
        List<Offer> offers = offers(client, conversation);
        List<Offer> plain = usedAs(use -> use == AppUse.NONE, offers);
        List<Offer> listed = usedAs(use -> use == AppUse.SHARED || (use == AppUse.APP_ONLY && client.apps()), offers);
        List<Slice> entries = new ArrayList<>();
        if (listed.isEmpty() || !plain.isEmpty()) {
            entries.add(new Dispatcher(NAME, plain).entry(offer -> true));
        }
        listed.forEach(offer -> entries.add(offer.shown()));
        ByteSink out = new ByteSink(4096).ascii("{\"tools\":").array(entries, (entry, sink) -> sink.raw(entry));
        out.truncate(out.size() - 1);
        boolean shapes = conversation.engine().policy(conversation.server(), "").shapes()
                || offers.stream()
                        .anyMatch(offer -> conversation
                                .engine()
                                .policy(conversation.server(), offer.tool().name())
                                .shapes());
        if (shapes) {
            out.ascii(",").raw(ReadTool.entry(client));
        }
        out.ascii("]").ascii(client.tag());
        return out.ascii(client.caches() ? ",\"ttlMs\":0,\"cacheScope\":\"private\"}" : "}")
                .slice();
    }

    /** A question is answered here; a call goes the way of any other of that tool. */
    static Route call(Message request, Slice params, @Nullable Slice arguments, Conversation conversation) {
        learn(request, conversation);
        ToolCall call = conversation.call(NAME, request).withHints(ToolHints.READS);
        Dispatch dispatch;
        try {
            // models call no tool that is for apps alone, and find those with an app in the listing
            List<Offer> offers = usedAs(use -> use != AppUse.APP_ONLY, offers(call.client(), conversation));
            dispatch = new Dispatcher(NAME, offers)
                    .sort(arguments, offer -> offer.tool().app() == AppUse.NONE);
        } catch (RefusedException refused) {
            return new Route.Here(
                    () -> conversation.engine().refused(call, refused).result());
        }
        if (dispatch instanceof Dispatch.Call inner) {
            return onward(request, params, inner, conversation);
        }
        Slice told = ((Dispatch.Help) dispatch).result();
        Slice result =
                call.client().anyStructured() ? ObjectEdit.with(told, "resultType", Slice.of("\"complete\"")) : told;
        return new Route.Here(() -> conversation.engine().guard(call, result).result());
    }

    private static Route onward(Message request, Slice params, Dispatch.Call call, Conversation conversation) {
        String tool = call.offer().tool().name();
        Slice named =
                ObjectEdit.with(params, "name", new ByteSink(64).string(tool).slice());
        Slice arguments = call.arguments();
        Slice whole = arguments == null
                ? ObjectEdit.without(named, "arguments")
                : ObjectEdit.with(named, "arguments", arguments);
        Route route = ToolsCall.decided(request, whole, tool, arguments, conversation);
        return route instanceof Route.Onward onward && onward.params() == null
                ? new Route.Onward(whole, onward.arrival())
                : route;
    }
}
