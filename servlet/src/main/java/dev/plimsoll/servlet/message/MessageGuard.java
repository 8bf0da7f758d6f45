package dev.plimsoll.servlet.message;

import dev.plimsoll.call.ToolCall;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Envelope;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolHints;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides which messages of clients reach a server, and which of its responses are rewritten. Thread-safe.
 *
 * @param isListingShared whether every sender gets the same listing of tools
 */
public record MessageGuard(GuardedServer server, boolean isListingShared) {

    private static final String NOTIFICATION_PREFIX = "notifications/";
    private static final String PROMPTS = "prompts/get";

    /**
     * Returns the decision about a {@code GET} stream of a session. The server may deliver responses on it, for example after the
     * client has lost the connection of the request.
     */
    public PostedMessages decideStream(String session) {
        return new PostedMessages(null, List.of(), new PendingResponses(server.recentRequests(), session), false);
    }

    /**
     * Decides about the body of an HTTP request; returns null if it is not JSON-RPC.
     *
     * @param body one message, or an array of messages
     */
    public @Nullable PostedMessages decide(Slice body, MessageSender sender) {
        Slice text = Json.trim(body);
        PendingResponses pending = new PendingResponses();
        if (!Envelope.isBatch(text)) {
            ClientMessage message = ClientMessage.parse(text);
            return message == null ? null : decideOne(message, sender, pending);
        }
        return Json.isValid(text) ? decideBatch(text, sender, pending) : null;
    }

    private PostedMessages decideOne(ClientMessage message, MessageSender sender, PendingResponses pending) {
        RequestDecision decision = decide(message, sender);
        Slice forwarded = prepareForServer(message, decision, pending, sender);
        return new PostedMessages(forwarded, answers(decision), pending, false);
    }

    private @Nullable PostedMessages decideBatch(Slice body, MessageSender sender, PendingResponses pending) {
        List<Slice> forwarded = new ArrayList<>();
        List<Slice> answers = new ArrayList<>();
        boolean isChanged = false;
        Elements elements = Elements.of(body);
        while (elements.next()) {
            ClientMessage message = ClientMessage.parse(elements.value());
            if (message == null) {
                return null;
            }
            RequestDecision decision = decide(message, sender);
            Slice sent = prepareForServer(message, decision, pending, sender);
            answers.addAll(answers(decision));
            isChanged |= sent == null || !sent.isSameRange(message.bytes());
            if (sent != null) {
                forwarded.add(sent);
            }
        }
        if (!isChanged) {
            return new PostedMessages(body, answers, pending, true);
        }
        Slice remaining = forwarded.isEmpty()
                ? null
                : new JsonWriter(body.length())
                        .array(forwarded, (message, json) -> json.raw(message))
                        .slice();
        return new PostedMessages(remaining, answers, pending, true);
    }

    private static List<Slice> answers(RequestDecision decision) {
        return decision instanceof RequestDecision.Answer answer ? List.of(answer.response()) : List.of();
    }

    /** Records a request whose response is rewritten. Returns the message for the server; null if the server does not get it. */
    private @Nullable Slice prepareForServer(
            ClientMessage message, RequestDecision decision, PendingResponses pending, MessageSender sender) {
        if (decision instanceof RequestDecision.Pass) {
            return message.bytes();
        }
        Slice id = message.id();
        if (id != null && decision instanceof RequestDecision.Forward forward) {
            pending.add(id, forward.handler());
            server.recentRequests()
                    .add(
                            sender.session(),
                            PendingResponses.key(id),
                            forward.handler(),
                            message.bytes().length());
            return forward.params() == null ? message.bytes() : message.withParams(forward.params());
        }
        return null;
    }

    private RequestDecision decide(ClientMessage message, MessageSender sender) {
        Slice id = message.id();
        String method = message.method();
        boolean isRestricted = server.isRestricted(sender);
        boolean isAccepted = !isRestricted || message.isUnambiguous();
        if (id == null) {
            // a call without an id is a notification, but some servers run it
            boolean canPass = !isRestricted || method == null || method.startsWith(NOTIFICATION_PREFIX);
            return canPass && isAccepted ? RequestDecision.PASS : new RequestDecision.Drop();
        }
        if (!isAccepted) {
            return new RequestDecision.Answer(JsonRpc.error(id, JsonRpc.INVALID_REQUEST, duplicateMember()));
        }
        if (method == null) {
            return RequestDecision.PASS;
        }
        return switch (method) {
            case "tools/call" -> new ToolCallHandler(server).decide(message, id, sender);
            case "tools/list" -> ToolListResponseHandler.decide(server, message, sender, isListingShared);
            case "resources/read" -> new ResourceReadHandler(server).decide(message, id, sender);
            case PROMPTS -> decidePrompt(message, id, sender);
            case "initialize", "server/discover" -> InitializeResponseHandler.decide(server, message);
            default -> RequestDecision.PASS;
        };
    }

    private RequestDecision decidePrompt(ClientMessage request, Slice id, MessageSender sender) {
        ToolCall call = server.toCall(request, sender, PROMPTS).withHints(ToolHints.READ_ONLY);
        try {
            server.engine().requireCall(call);
        } catch (RefusedException refused) {
            return new RequestDecision.Answer(JsonRpc.error(id, JsonRpc.INVALID_PARAMS, refused));
        }
        return new RequestDecision.Forward(
                null,
                (result, session) -> server.engine().guardPrompt(call, result).result());
    }

    private static RefusedException duplicateMember() {
        return new RefusedException(
                ErrorCode.INVALID_REQUEST, "the request has two members with the same name", "use each name once");
    }
}
