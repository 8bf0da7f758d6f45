package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.hub.HubNames.Real;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Forwards tool calls to the server that lists the tool, under the server's own name for it. */
final class CallHandler implements HubMethodHandler {

    private static final int LONGEST_NAME = 1024;

    @Override
    public void answer(Message request, HubRequest hubRequest, HubSession hubSession) throws HubErrorException {
        String name = ObjectEdit.textIn(request.params(), "name", LONGEST_NAME);
        if (name == null) {
            throw new HubErrorException(ErrorObject.of(new RefusedException(
                            ErrorCode.INVALID_REQUEST,
                            "name is missing or not a string",
                            "the name of a listed tool")
                    .detail("argument", "name")));
        }
        if (name.equals(ClientFeatures.READ_TOOL)) {
            ReadHandler.answer(request, hubRequest, hubSession);
            return;
        }
        Real real = hubSession.circle().tools().get(name);
        if (real == null
                && hubSession.spokes().stream().allMatch(link -> ListingLoader.hasLearned(link, ListKind.TOOLS))) {
            real = ofApp(name, hubSession);
        }
        if (real == null) {
            List<String> names =
                    ListingLoader.learn(hubSession.spokes(), ListKind.TOOLS, ListingLoader.params(request));
            real = hubSession.circle().tools().get(name);
            real = real == null ? ofApp(name, hubSession) : real;
            if (real == null) {
                refuseUnknownTool(name, names, request, hubRequest, hubSession);
                return;
            }
        }
        Slice params = request.params();
        boolean mayBeTask = hubSession.modern() || (params != null && ObjectEdit.valueIn(params, "task") != null);
        forward(hubSession.spoke(real.server()), named(request, real.name()), hubRequest, mayBeTask);
    }

    /** Finds a tool that an app calls by its server's own name; null unless exactly one server has it. */
    private static @Nullable Real ofApp(String name, HubSession hubSession) {
        List<Integer> servers = hubSession.circle().appTools().servers(name);
        return servers.size() == 1 ? new Real(servers.get(0), name) : null;
    }

    /** Refuses a call of an unlisted tool. If the prefix names a server that is unavailable, the refusal says so. */
    private static void refuseUnknownTool(
            String name, List<String> names, Message request, HubRequest hubRequest, HubSession hubSession) {
        for (ServerLink serverLink : hubSession.spokes()) {
            if (name.startsWith(serverLink.name() + "__") && !ListingLoader.hasLearned(serverLink, ListKind.TOOLS)) {
                try {
                    var _ = serverLink.ready();
                } catch (RefusedException e) {
                    serverLink.refuse(request, e, hubRequest);
                    return;
                }
            }
        }
        List<String> ofApps = hubSession.circle().appTools().servers(name).stream()
                .map(server -> hubSession.circle().tools().shown(server, name))
                .toList();
        hubSession
                .spoke(0)
                .refuseForAll(request, ofApps.isEmpty() ? unknownTool(name, names) : several(name, ofApps), hubRequest);
    }

    private static RefusedException several(String name, List<String> names) {
        return new RefusedException(
                        ErrorCode.ACTION_NOT_FOUND,
                        "several servers have an app tool with this name: " + String.join(", ", names),
                        String.join(" or ", names))
                .detail("tool", name);
    }

    private static RefusedException unknownTool(String name, List<String> names) {
        return new RefusedException(
                        ErrorCode.ACTION_NOT_FOUND,
                        "no server has a tool with this name",
                        ListingLoader.suggestion(name, names, names.isEmpty() ? "tools/list, in a moment" : null))
                .detail("tool", name);
    }

    /** Forwards a call to the server, or refuses it if the server is unavailable. */
    static void forward(ServerLink serverLink, Slice body, HubRequest hubRequest, boolean mayBeTask) {
        OpenLink openLink;
        try {
            openLink = serverLink.ready();
        } catch (RefusedException e) {
            serverLink.refuse(Objects.requireNonNull(Message.of(body)), e, hubRequest);
            return;
        }
        hubRequest.goes(openLink);
        if (!hubRequest.isOver()) {
            OpenLink.Waiter waiter = mayBeTask ? new TaskWatch(serverLink, hubRequest) : hubRequest;
            boolean apps = serverLink.circle().appTools().hasApps(serverLink.index());
            openLink.hear(body, apps ? new AppResourceResponse(serverLink, waiter) : waiter);
        }
    }

    /** Returns the request with another tool or prompt name. */
    static Slice named(Message request, String name) {
        Slice params = Objects.requireNonNull(request.params());
        Slice changed =
                ObjectEdit.with(params, "name", new ByteSink().string(name).slice());
        return Message.joined(request.with(params, List.of(changed)));
    }
}
