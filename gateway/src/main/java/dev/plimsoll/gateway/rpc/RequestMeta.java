package dev.plimsoll.gateway.rpc;

import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * Reads the {@code _meta} of a request's parameters. In modern revisions, each request states there what
 * legacy clients state once in {@code initialize}: revision, client, and capabilities.
 */
public final class RequestMeta {

    /** Prefix of the protocol's own keys. */
    public static final String PREFIX = "io.modelcontextprotocol/";

    /** Budget of the answer to this request, in tokens. */
    public static final String MAX_TOKENS = "dev.plimsoll/maxTokens";

    public static final String PROTOCOL_VERSION = PREFIX + "protocolVersion";
    public static final String CLIENT_INFO = PREFIX + "clientInfo";
    public static final String CLIENT_CAPABILITIES = PREFIX + "clientCapabilities";
    public static final String LOG_LEVEL = PREFIX + "logLevel";
    public static final String SERVER_INFO = PREFIX + "serverInfo";
    public static final String SUBSCRIPTION_ID = PREFIX + "subscriptionId";

    /** Name of the extension for tasks, in the capabilities of modern revisions. */
    public static final String TASKS = PREFIX + "tasks";

    /** Task to which a message of 2025-11-25 belongs. */
    public static final String RELATED_TASK = PREFIX + "related-task";

    private static final int MAX_TEXT_BYTES = 64;

    private RequestMeta() {}

    /** Returns the {@code _meta} of the parameters, even if it is not an object; null if there is none. */
    public static @Nullable Slice of(Message message) {
        return message.meta();
    }

    /** Returns the revision that a request states; null if it states none. */
    public static @Nullable String revision(Message request) {
        return ObjectEdit.shortText(request.metaMember(PROTOCOL_VERSION), MAX_TEXT_BYTES);
    }

    /** Returns whether the request states a modern revision. */
    public static boolean isModern(Message request) {
        return Revision.isModern(revision(request));
    }

    /** Returns whether the message has a revision, even one that is not a text. */
    public static boolean hasRevision(Message message) {
        return message.metaMember(PROTOCOL_VERSION) != null;
    }

    /** Returns the capabilities that a request states; null if it states none. */
    public static @Nullable Slice capabilities(Message request) {
        return ObjectEdit.objectOrNull(request.metaMember(CLIENT_CAPABILITIES));
    }

    /** Returns whether a request states that the client supports tasks. */
    public static boolean allowsTasks(Message request) {
        Slice capabilities = capabilities(request);
        Slice extensions = capabilities == null ? null : ObjectEdit.objectIn(capabilities, "extensions");
        return extensions != null && ObjectEdit.objectIn(extensions, TASKS) != null;
    }

    /** Returns the lowest level of the log messages that a request asks for; null if it asks for none. */
    public static @Nullable String logLevel(Message request) {
        return ObjectEdit.shortText(request.metaMember(LOG_LEVEL), MAX_TEXT_BYTES);
    }

    /** Returns the progress token of a request; null if it has none. */
    public static @Nullable Slice progressToken(Message request) {
        return request.metaMember("progressToken");
    }
}
