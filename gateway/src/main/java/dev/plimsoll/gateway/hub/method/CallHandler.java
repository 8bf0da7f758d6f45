package dev.plimsoll.gateway.hub.method;

import dev.plimsoll.gateway.endpoint.ServerSession;
import dev.plimsoll.gateway.hub.server.HubNames.Target;
import dev.plimsoll.gateway.hub.server.ListKind;
import dev.plimsoll.gateway.hub.session.HubErrorException;
import dev.plimsoll.gateway.hub.session.HubMethodHandler;
import dev.plimsoll.gateway.hub.session.HubRequest;
import dev.plimsoll.gateway.hub.session.HubSession;
import dev.plimsoll.gateway.hub.session.OpenLink;
import dev.plimsoll.gateway.hub.session.ServerLink;
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

    private static final int MAX_NAME_LENGTH = 1024;

    @Override
    public void handle(Message request, HubRequest hubRequest, HubSession hubSession) throws HubErrorException {
        String name = ObjectEdit.shortText(request.param("name"), MAX_NAME_LENGTH);
        if (name == null) {
            throw new HubErrorException(ErrorObject.of(new RefusedException(
                            ErrorCode.INVALID_REQUEST, "name is missing or not a string", "the name of a listed tool")
                    .detail("argument", "name")));
        }
        if (name.equals(ClientFeatures.READ_TOOL)) {
            ReadHandler.handle(request, hubRequest, hubSession);
            return;
        }
        Target target = hubSession.serverGroup().tools().find(name);
        if (target == null
                && hubSession.serverLinks().stream().allMatch(link -> ListingLoader.isLoaded(link, ListKind.TOOLS))) {
            target = findAppTool(name, hubSession);
        }
        if (target == null) {
            List<String> listedNames =
                    ListingLoader.load(hubSession.serverLinks(), ListKind.TOOLS, ListingLoader.paramsWithMeta(request));
            target = hubSession.serverGroup().tools().find(name);
            target = target == null ? findAppTool(name, hubSession) : target;
            if (target == null) {
                refuseUnknownTool(name, listedNames, request, hubRequest, hubSession);
                return;
            }
        }
        Slice params = request.params();
        boolean canStartTask = hubSession.isModern() || (params != null && ObjectEdit.valueIn(params, "task") != null);
        forward(hubSession.serverLink(target.server()), withName(request, target.name()), hubRequest, canStartTask);
    }

    /**
     * Finds a tool that an app calls by the tool's name on its server; null unless exactly one server has such a
     * tool.
     */
    private static @Nullable Target findAppTool(String name, HubSession hubSession) {
        List<Integer> servers = hubSession.serverGroup().appTools().findServersWithTool(name);
        return servers.size() == 1 ? new Target(servers.get(0), name) : null;
    }

    /** Refuses a call of an unlisted tool. If the prefix names a server that is unavailable, the refusal says so. */
    private static void refuseUnknownTool(
            String name, List<String> listedNames, Message request, HubRequest hubRequest, HubSession hubSession) {
        for (ServerLink serverLink : hubSession.serverLinks()) {
            if (name.startsWith(serverLink.name() + "__") && !ListingLoader.isLoaded(serverLink, ListKind.TOOLS)) {
                RefusedException reason = findUnavailableReason(serverLink);
                if (reason != null) {
                    serverLink.sendRefusal(request, reason, hubRequest);
                    return;
                }
            }
        }
        List<String> appToolNames = hubSession.serverGroup().appTools().findServersWithTool(name).stream()
                .map(server -> hubSession.serverGroup().tools().clientName(server, name))
                .toList();
        hubSession
                .serverLink(0)
                .sendRefusalForUnknownServer(
                        request,
                        appToolNames.isEmpty() ? unknownTool(name, listedNames) : ambiguousTool(name, appToolNames),
                        hubRequest);
    }

    /** Returns why a server cannot be used; null if it is open. */
    private static @Nullable RefusedException findUnavailableReason(ServerLink serverLink) {
        try {
            ServerSession serverSession = serverLink.awaitOpen().session();
            return serverSession.isClosed() ? serverSession.findFailure() : null;
        } catch (RefusedException e) {
            return e;
        }
    }

    private static RefusedException ambiguousTool(String name, List<String> clientNames) {
        return new RefusedException(
                        ErrorCode.ACTION_NOT_FOUND,
                        "several servers have an app tool with this name: " + String.join(", ", clientNames),
                        String.join(" or ", clientNames))
                .detail("tool", name);
    }

    private static RefusedException unknownTool(String name, List<String> listedNames) {
        return new RefusedException(
                        ErrorCode.ACTION_NOT_FOUND,
                        "no server has a tool with this name",
                        ListingLoader.suggestion(
                                name, listedNames, listedNames.isEmpty() ? "tools/list, in a moment" : null))
                .detail("tool", name);
    }

    /** Forwards a call to the server, or refuses it if the server is unavailable. */
    static void forward(ServerLink serverLink, Message call, HubRequest hubRequest, boolean canStartTask) {
        OpenLink openLink;
        try {
            openLink = serverLink.awaitOpen();
        } catch (RefusedException e) {
            serverLink.sendRefusal(call, e, hubRequest);
            return;
        }
        hubRequest.setCurrentLink(openLink);
        if (!hubRequest.isDone()) {
            OpenLink.ResponseListener responseListener =
                    canStartTask ? new TaskResponseListener(serverLink, hubRequest) : hubRequest;
            boolean hasApps = serverLink.serverGroup().appTools().hasApps(serverLink.index());
            openLink.sendRequest(
                    call, hasApps ? new AppAddressListener(serverLink, responseListener) : responseListener);
        }
    }

    /** Returns the request with another tool or prompt name. */
    static Message withName(Message request, String name) {
        Slice params = Objects.requireNonNull(request.params());
        Slice newParams =
                ObjectEdit.with(params, "name", new ByteSink().string(name).slice());
        return request.withParams(newParams);
    }
}
