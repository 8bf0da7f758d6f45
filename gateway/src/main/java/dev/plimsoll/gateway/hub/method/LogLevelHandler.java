package dev.plimsoll.gateway.hub.method;

import dev.plimsoll.gateway.hub.server.HubServerInfo;
import dev.plimsoll.gateway.hub.server.UnavailableMessage;
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
import org.jspecify.annotations.Nullable;

/** Handles {@code logging/setLevel}: sets the level on all servers that log, and on others when they open. */
final class LogLevelHandler implements HubMethodHandler {

    private static final Duration MAX_WAIT = Duration.ofSeconds(10);

    @Override
    public void handle(Message request, HubRequest hubRequest, HubSession hubSession)
            throws HubErrorException, IOException {
        Slice params = Objects.requireNonNullElse(request.params(), Slice.of("{}"));
        hubSession.setLogLevel(params);
        List<Outcome> outcomes =
                ParallelTasks.map(hubSession.serverLinks(), serverLink -> setLevel(serverLink, params));
        List<Message> responses = outcomes.stream()
                .map(Outcome::response)
                .filter(Objects::nonNull)
                .toList();
        Optional<RefusedException> failure =
                outcomes.stream().map(Outcome::failure).filter(Objects::nonNull).findFirst();
        if (responses.stream().anyMatch(response -> response.result() != null)) {
            hubRequest.sendResult(Slice.of("{}"));
        } else if (!responses.isEmpty()) {
            hubRequest.send(responses.get(0).withId(hubRequest.id()));
        } else if (failure.isPresent()) {
            throw new HubErrorException(ErrorObject.of(failure.get()));
        } else if (outcomes.stream().anyMatch(Outcome::mayFollow)) {
            hubRequest.sendResult(Slice.of("{}"));
        } else {
            throw new HubErrorException(new ErrorObject(
                    ErrorObject.METHOD_NOT_FOUND,
                    new RefusedException(
                            ErrorCode.NOT_FOUND, "no server supports logging", "a method that a server supports")));
        }
    }

    /**
     * Result for one server.
     *
     * @param mayFollow whether the server is not open and may log: it gets the level each time it opens
     * @param response its response; null if it has sent none
     * @param failure why it has sent no response; null if it has sent one, or was not asked
     */
    private record Outcome(
            boolean mayFollow,
            @Nullable Message response,
            @Nullable RefusedException failure) {}

    private static Outcome setLevel(ServerLink serverLink, Slice params) {
        OpenLink openLink = serverLink.findOpenLink();
        HubServerInfo hubServerInfo = serverLink.serverInfo();
        boolean mayLog = hubServerInfo == null || hubServerInfo.supports("logging");
        if (openLink == null || hubServerInfo == null || !mayLog) {
            return new Outcome(mayLog, null, null);
        }
        long deadlineNanos = System.nanoTime() + MAX_WAIT.toNanos();
        Message response = serverLink.sendAndWait(openLink, "logging/setLevel", params, deadlineNanos);
        if (response != null) {
            return new Outcome(false, response, null);
        }
        return new Outcome(false, null, System.nanoTime() - deadlineNanos < 0 ? lost(serverLink) : timeout(serverLink));
    }

    private static RefusedException lost(ServerLink serverLink) {
        return UnavailableMessage.forReason(serverLink.name(), "it has stopped");
    }

    private static RefusedException timeout(ServerLink serverLink) {
        return new RefusedException(
                        ErrorCode.UPSTREAM_TIMEOUT,
                        "the server " + serverLink.name() + " gave no answer in " + MAX_WAIT.toSeconds() + " s",
                        "repeat the request")
                .detail("server", serverLink.name());
    }
}
