package dev.plimsoll.gateway.hub.method;

import dev.plimsoll.gateway.hub.server.HubServerInfo;
import dev.plimsoll.gateway.hub.session.HubErrorException;
import dev.plimsoll.gateway.hub.session.HubMethodHandler;
import dev.plimsoll.gateway.hub.session.HubRequest;
import dev.plimsoll.gateway.hub.session.HubSession;
import dev.plimsoll.gateway.hub.session.OpenLink;
import dev.plimsoll.gateway.hub.session.ParallelTasks;
import dev.plimsoll.gateway.hub.session.ServerLink;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Handles {@code logging/setLevel}: sets the level on all servers that log, and on others when they open. */
final class LogLevelHandler implements HubMethodHandler {

    private static final Duration MAX_WAIT = Duration.ofSeconds(10);

    @Override
    public void handle(Message request, HubRequest hubRequest, HubSession hubSession)
            throws HubErrorException, IOException {
        Slice params = Objects.requireNonNullElse(request.params(), Slice.of("{}"));
        hubSession.setLogLevel(params);
        List<Message> responses = ParallelTasks.<ServerLink, Optional<Message>>map(
                        hubSession.serverLinks(), serverLink -> setLevel(serverLink, params))
                .stream()
                .flatMap(Optional::stream)
                .toList();
        if (responses.stream().anyMatch(response -> response.result() != null)) {
            hubRequest.sendResult(Slice.of("{}"));
        } else if (responses.isEmpty() && hubSession.serverLinks().stream().anyMatch(LogLevelHandler::mayLog)) {
            hubRequest.sendResult(Slice.of("{}"));
        } else if (responses.isEmpty()) {
            throw new HubErrorException(new ErrorObject(
                    ErrorObject.METHOD_NOT_FOUND,
                    new RefusedException(
                            ErrorCode.NOT_FOUND, "no server supports logging", "a method that a server supports")));
        } else {
            hubRequest.send(responses.get(0).withId(hubRequest.id()));
        }
    }

    /** Returns whether a server logs, or was not open yet. It gets the level each time it opens. */
    private static boolean mayLog(ServerLink serverLink) {
        HubServerInfo hubServerInfo = serverLink.serverInfo();
        return hubServerInfo == null || hubServerInfo.supports("logging");
    }

    private static Optional<Message> setLevel(ServerLink serverLink, Slice params) {
        OpenLink openLink = serverLink.findOpenLink();
        HubServerInfo hubServerInfo = serverLink.serverInfo();
        boolean supportsLogging = openLink != null && hubServerInfo != null && hubServerInfo.supports("logging");
        return openLink == null || !supportsLogging
                ? Optional.empty()
                : Optional.ofNullable(serverLink.sendAndWait(
                        openLink, "logging/setLevel", params, System.nanoTime() + MAX_WAIT.toNanos()));
    }
}
