package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.mirror.HeaderValue;
import dev.plimsoll.gateway.proxy.Revision;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks the metadata that a request of 2026-07-28 has in its body and repeats in its headers. Both must agree, because
 * intermediaries see only the headers.
 */
final class ModernRequestCheck {

    static final String REVISION = "2026-07-28";
    static final String METHOD_HEADER = "Mcp-Method";
    static final String NAME_HEADER = "Mcp-Name";
    private static final String META_PREFIX = "io.modelcontextprotocol/";
    private static final String VERSION = META_PREFIX + "protocolVersion";
    private static final String CAPABILITIES = META_PREFIX + "clientCapabilities";
    private static final String INITIALIZE = "initialize";

    /** The parameter that the name header repeats, by method. */
    private static final Map<String, String> NAME_PARAMETERS = Map.of(
            "tools/call", "name",
            "prompts/get", "name",
            "resources/read", "uri",
            "tasks/get", "taskId",
            "tasks/update", "taskId",
            "tasks/cancel", "taskId");

    /** Methods of earlier revisions, without {@code initialize}, with which a client may begin a session. */
    private static final Set<String> REMOVED_METHODS = Set.of(
            "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe", "tasks/list", "tasks/result");

    private static final int MAX_NAME_LENGTH = 1 << 16;

    private ModernRequestCheck() {}

    static boolean isModernRevision(@Nullable String header) {
        return header != null && header.compareTo(REVISION) >= 0;
    }

    /** Returns whether a message uses the revision without sessions, even if its metadata is incomplete. */
    static boolean isModern(@Nullable String header, PostedBody postedBody) throws HttpErrorException {
        Message firstMessage = postedBody.first();
        boolean statesRevision = hasRevision(firstMessage);
        if (postedBody.isBatch()) {
            if (postedBody.messages().stream().anyMatch(ModernRequestCheck::hasRevision)) {
                throw HttpErrorException.invalidRequest(
                        400, "revision " + REVISION + " has no batches", "one message at a time");
            }
            return false;
        }
        if (INITIALIZE.equals(firstMessage.method()) && !statesRevision) {
            if (isModernRevision(header)) {
                throw HttpErrorException.mismatch(
                        firstMessage.id(), "initialize has the header " + header + ", a revision without initialize");
            }
            return false;
        }
        return statesRevision || isModernRevision(header);
    }

    private static boolean hasRevision(Message message) {
        Slice meta = Revision.meta(message);
        return meta != null && ObjectEdit.valueIn(meta, VERSION) != null;
    }

    /** Returns the client's capabilities in a request, or null. */
    static @Nullable Slice findCapabilities(Message message) {
        Slice meta = Revision.meta(message);
        return meta == null ? null : ObjectEdit.objectIn(meta, CAPABILITIES);
    }

    /** Refuses a message whose metadata is incomplete or contradictory. */
    static void check(HttpCall call, Message message) throws HttpErrorException {
        String header = strip(call.header(McpHandler.REVISION_HEADER));
        if (message.method() == null) {
            throw HttpErrorException.invalidRequest(
                    400,
                    "revision " + REVISION + " has no requests to clients: this response matches none",
                    "a request");
        }
        checkBody(header, message);
        String method = strip(call.header(METHOD_HEADER));
        if (method != null && !method.equals(message.method())) {
            throw HttpErrorException.mismatch(message.id(), METHOD_HEADER + " differs from the method in the body");
        }
        if (!message.isRequest()) {
            return;
        }
        if (header == null) {
            throw HttpErrorException.mismatch(message.id(), McpHandler.REVISION_HEADER + " is missing");
        }
        if (method == null) {
            throw HttpErrorException.mismatch(message.id(), METHOD_HEADER + " is missing");
        }
        checkName(strip(call.header(NAME_HEADER)), message);
    }

    private static void checkBody(@Nullable String header, Message message) throws HttpErrorException {
        Slice meta = Revision.meta(message);
        String version = ObjectEdit.textIn(meta, VERSION, 64);
        boolean statesRevision = meta != null && ObjectEdit.valueIn(meta, VERSION) != null;
        // clients of earlier revisions, which send these methods, do not know the metadata either
        if (REVISION.equals(version == null ? header : version)
                && message.isRequest()
                && REMOVED_METHODS.contains(String.valueOf(message.method()))) {
            throw HttpErrorException.unknownMethod(message.id(), String.valueOf(message.method()), REVISION);
        }
        if (message.isRequest()) {
            List<String> missing = new ArrayList<>();
            if (version == null) {
                missing.add(VERSION);
            }
            Slice capabilities = meta == null ? null : ObjectEdit.valueIn(meta, CAPABILITIES);
            if (capabilities == null || Json.type(capabilities) != JsonType.OBJECT) {
                missing.add(CAPABILITIES);
            }
            if (!missing.isEmpty()) {
                throw HttpErrorException.missingParameters(
                        message.id(), "_meta lacks " + String.join(" and ", missing));
            }
        } else if (statesRevision && version == null) {
            throw HttpErrorException.missingParameters(message.id(), "_meta " + VERSION + " is not a text");
        }
        if (header != null && version != null && !header.equals(version)) {
            throw HttpErrorException.mismatch(
                    message.id(), McpHandler.REVISION_HEADER + " differs from the revision in the body");
        }
        String requested = version == null ? header : version;
        if (requested != null && !requested.equals(REVISION)) {
            throw HttpErrorException.unsupportedRevision(message.id(), requested, REVISION);
        }
    }

    private static void checkName(@Nullable String header, Message message) throws HttpErrorException {
        String member = NAME_PARAMETERS.get(String.valueOf(message.method()));
        String name = member == null ? null : ObjectEdit.textIn(message.params(), member, MAX_NAME_LENGTH);
        if (member == null || (name == null && header == null)) {
            return;
        }
        if (header == null) {
            throw HttpErrorException.mismatch(message.id(), NAME_HEADER + " is missing: it repeats " + member);
        }
        String decoded = HeaderValue.decode(header);
        if (decoded == null) {
            throw HttpErrorException.mismatch(message.id(), NAME_HEADER + " has invalid base64");
        }
        if (name != null && !name.equals(decoded)) {
            throw HttpErrorException.mismatch(message.id(), NAME_HEADER + " differs from " + member + " in the body");
        }
    }

    private static @Nullable String strip(@Nullable String header) {
        return header == null ? null : header.strip();
    }
}
