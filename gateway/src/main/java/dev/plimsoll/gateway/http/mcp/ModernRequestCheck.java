package dev.plimsoll.gateway.http.mcp;

import dev.plimsoll.gateway.headers.HeaderValue;
import dev.plimsoll.gateway.headers.McpHeaders;
import dev.plimsoll.gateway.http.exchange.HttpCall;
import dev.plimsoll.gateway.http.exchange.HttpErrorException;
import dev.plimsoll.gateway.http.exchange.PostedBody;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.ProtocolMethod;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.gateway.rpc.Revision;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks the metadata that a request of 2026-07-28 has in its body and repeats in its headers. Both must agree, because
 * intermediaries see only the headers.
 */
public final class ModernRequestCheck {

    private static final String REVISION = Revision.MODERN.text();
    private static final int MAX_NAME_LENGTH = 1 << 16;

    private ModernRequestCheck() {}

    /** Returns whether a message uses the revision without sessions, even if its metadata is incomplete. */
    public static boolean isModern(@Nullable String header, PostedBody postedBody) throws HttpErrorException {
        Message firstMessage = postedBody.first();
        boolean statesRevision = RequestMeta.hasRevision(firstMessage);
        if (postedBody.isBatch()) {
            if (postedBody.messages().stream().anyMatch(RequestMeta::hasRevision)) {
                throw HttpErrorException.invalidRequest(
                        400, "revision " + REVISION + " has no batches", "one message at a time");
            }
            return false;
        }
        if (ProtocolMethod.INITIALIZE.text().equals(firstMessage.method()) && !statesRevision) {
            if (Revision.isModern(header)) {
                throw HttpErrorException.mismatch(
                        firstMessage.id(), "initialize has the header " + header + ", a revision without initialize");
            }
            return false;
        }
        return statesRevision || Revision.isModern(header);
    }

    /** Refuses a message whose metadata is incomplete or contradictory. */
    static void check(HttpCall call, Message message) throws HttpErrorException {
        String header = strip(call.header(McpHeaders.REVISION));
        if (message.method() == null) {
            throw HttpErrorException.invalidRequest(
                    400,
                    "revision " + REVISION + " has no requests to clients: this response matches none",
                    "a request");
        }
        checkBody(header, message);
        String method = strip(call.header(McpHeaders.METHOD));
        if (method != null && !method.equals(message.method())) {
            throw HttpErrorException.mismatch(message.id(), McpHeaders.METHOD + " differs from the method in the body");
        }
        if (!message.isRequest()) {
            return;
        }
        if (header == null) {
            throw HttpErrorException.mismatch(message.id(), McpHeaders.REVISION + " is missing");
        }
        if (method == null) {
            throw HttpErrorException.mismatch(message.id(), McpHeaders.METHOD + " is missing");
        }
        checkName(strip(call.header(McpHeaders.NAME)), message);
    }

    private static void checkBody(@Nullable String header, Message message) throws HttpErrorException {
        String bodyRevision = RequestMeta.revision(message);
        boolean statesRevision = RequestMeta.hasRevision(message);
        // checked before the metadata, because clients of earlier revisions, which send these methods, do not send the
        // metadata; initialize is excepted, because it may begin a session
        if (REVISION.equals(bodyRevision == null ? header : bodyRevision)
                && message.isRequest()
                && !ProtocolMethod.INITIALIZE.text().equals(message.method())
                && ProtocolMethod.isOnlyInOtherRevisions(message.method(), Revision.MODERN)) {
            throw HttpErrorException.unknownMethod(message.id(), String.valueOf(message.method()), REVISION);
        }
        if (message.isRequest()) {
            List<String> missing = new ArrayList<>();
            if (bodyRevision == null) {
                missing.add(RequestMeta.PROTOCOL_VERSION);
            }
            if (RequestMeta.capabilities(message) == null) {
                missing.add(RequestMeta.CLIENT_CAPABILITIES);
            }
            if (!missing.isEmpty()) {
                throw HttpErrorException.missingParameters(
                        message.id(), "_meta lacks " + String.join(" and ", missing));
            }
        } else if (statesRevision && bodyRevision == null) {
            throw HttpErrorException.missingParameters(
                    message.id(), "_meta " + RequestMeta.PROTOCOL_VERSION + " is not a text");
        }
        if (header != null && bodyRevision != null && !header.equals(bodyRevision)) {
            throw HttpErrorException.mismatch(
                    message.id(), McpHeaders.REVISION + " differs from the revision in the body");
        }
        String requestedRevision = bodyRevision == null ? header : bodyRevision;
        if (requestedRevision != null && !requestedRevision.equals(REVISION)) {
            throw HttpErrorException.unsupportedRevision(message.id(), requestedRevision, REVISION);
        }
    }

    private static void checkName(@Nullable String header, Message message) throws HttpErrorException {
        String member = ProtocolMethod.nameParameter(message.method());
        String name = member == null ? null : ObjectEdit.shortText(message.param(member), MAX_NAME_LENGTH);
        if (member == null || (name == null && header == null)) {
            return;
        }
        if (header == null) {
            throw HttpErrorException.mismatch(message.id(), McpHeaders.NAME + " is missing: it repeats " + member);
        }
        String decoded = HeaderValue.decode(header);
        if (decoded == null) {
            throw HttpErrorException.mismatch(message.id(), McpHeaders.NAME + " has invalid base64");
        }
        if (name != null && !name.equals(decoded)) {
            throw HttpErrorException.mismatch(
                    message.id(), McpHeaders.NAME + " differs from " + member + " in the body");
        }
    }

    private static @Nullable String strip(@Nullable String header) {
        return header == null ? null : header.strip();
    }
}
