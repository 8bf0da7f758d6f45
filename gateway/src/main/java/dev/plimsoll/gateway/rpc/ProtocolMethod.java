package dev.plimsoll.gateway.rpc;

import static dev.plimsoll.gateway.rpc.ProtocolMethod.Trait.ALLOWS_INPUT;
import static dev.plimsoll.gateway.rpc.ProtocolMethod.Trait.AWAITED;
import static dev.plimsoll.gateway.rpc.ProtocolMethod.Trait.CACHEABLE;
import static dev.plimsoll.gateway.rpc.ProtocolMethod.Trait.CONTENT;
import static dev.plimsoll.gateway.rpc.ProtocolMethod.Trait.INPUT;
import static dev.plimsoll.gateway.rpc.ProtocolMethod.Trait.LONG_LIVED;
import static dev.plimsoll.gateway.rpc.ProtocolMethod.Trait.OPENING;
import static dev.plimsoll.gateway.rpc.ProtocolMethod.Trait.PERSONAL;
import static dev.plimsoll.gateway.rpc.ProtocolMethod.Trait.STORED;
import static dev.plimsoll.gateway.rpc.ProtocolMethod.Trait.TASK;
import static dev.plimsoll.gateway.rpc.ProtocolMethod.Trait.UNLIMITED;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The request methods of the protocol: who sends each method, in which revisions it exists, and its traits. What the
 * gateway does with a new method depends on its entry here, and on its handlers.
 */
public enum ProtocolMethod {
    INITIALIZE("initialize", Sender.CLIENT, Revision.OLDEST, Revision.LATEST_LEGACY, null, OPENING, UNLIMITED),
    DISCOVER("server/discover", Sender.CLIENT, Revision.MODERN, Revision.MODERN, null, OPENING, UNLIMITED),
    PING("ping", Sender.BOTH, Revision.OLDEST, Revision.LATEST_LEGACY, null, UNLIMITED),
    TOOLS_LIST("tools/list", Sender.CLIENT, Revision.OLDEST, Revision.MODERN, null, CACHEABLE),
    TOOLS_CALL("tools/call", Sender.CLIENT, Revision.OLDEST, Revision.MODERN, "name", ALLOWS_INPUT, CONTENT, AWAITED),
    PROMPTS_LIST("prompts/list", Sender.CLIENT, Revision.OLDEST, Revision.MODERN, null, CACHEABLE),
    PROMPTS_GET(
            "prompts/get",
            Sender.CLIENT,
            Revision.OLDEST,
            Revision.MODERN,
            "name",
            ALLOWS_INPUT,
            CONTENT,
            STORED,
            AWAITED),
    RESOURCES_LIST("resources/list", Sender.CLIENT, Revision.OLDEST, Revision.MODERN, null, CACHEABLE),
    TEMPLATES_LIST("resources/templates/list", Sender.CLIENT, Revision.OLDEST, Revision.MODERN, null, CACHEABLE),
    RESOURCES_READ(
            "resources/read",
            Sender.CLIENT,
            Revision.OLDEST,
            Revision.MODERN,
            "uri",
            ALLOWS_INPUT,
            CACHEABLE,
            CONTENT,
            STORED,
            AWAITED),
    RESOURCES_SUBSCRIBE("resources/subscribe", Sender.CLIENT, Revision.OLDEST, Revision.LATEST_LEGACY, null),
    RESOURCES_UNSUBSCRIBE("resources/unsubscribe", Sender.CLIENT, Revision.OLDEST, Revision.LATEST_LEGACY, null),
    SUBSCRIPTIONS_LISTEN("subscriptions/listen", Sender.CLIENT, Revision.MODERN, Revision.MODERN, null, LONG_LIVED),
    COMPLETE("completion/complete", Sender.CLIENT, Revision.OLDEST, Revision.MODERN, null, AWAITED),
    SET_LOG_LEVEL("logging/setLevel", Sender.CLIENT, Revision.OLDEST, Revision.LATEST_LEGACY, null),
    TASKS_GET("tasks/get", Sender.BOTH, Revision.V2025_11_25, Revision.MODERN, "taskId", TASK),
    TASKS_UPDATE("tasks/update", Sender.CLIENT, Revision.MODERN, Revision.MODERN, "taskId", TASK),
    TASKS_CANCEL("tasks/cancel", Sender.BOTH, Revision.V2025_11_25, Revision.MODERN, "taskId", TASK),
    TASKS_RESULT("tasks/result", Sender.BOTH, Revision.V2025_11_25, Revision.LATEST_LEGACY, "taskId", TASK),
    TASKS_LIST("tasks/list", Sender.BOTH, Revision.V2025_11_25, Revision.LATEST_LEGACY, null, TASK),
    ELICIT("elicitation/create", Sender.SERVER, Revision.V2025_06_18, Revision.LATEST_LEGACY, null, INPUT, PERSONAL),
    SAMPLE("sampling/createMessage", Sender.SERVER, Revision.OLDEST, Revision.LATEST_LEGACY, null, INPUT, PERSONAL),
    ROOTS_LIST("roots/list", Sender.SERVER, Revision.OLDEST, Revision.LATEST_LEGACY, null, INPUT);

    private enum Sender {
        CLIENT,
        SERVER,
        BOTH
    }

    /** A property of some methods. */
    enum Trait {
        /**
         * The request may stay open forever: it has no time limit, and it does not keep its session from being idle.
         */
        LONG_LIVED,
        /**
         * The server may request input before it returns the final result. In modern revisions, it returns
         * the input requests as a result.
         */
        ALLOWS_INPUT,
        /**
         * The method is an input request. In modern revisions, servers send no requests: the method only
         * occurs inside results.
         */
        INPUT,
        /** The result has a lifetime in modern revisions. */
        CACHEABLE,
        /** The request is the first one on a connection. */
        OPENING,
        /** No rate limit applies. A session needs the method to begin, or to check that the peer is alive. */
        UNLIMITED,
        /** The result is content for the model, which has a budget. */
        CONTENT,
        /** The result is stored under the method, because the request names no tool. */
        STORED,
        /**
         * A thread of the client may wait for the response. Requests of other methods may be the gateway's own, which
         * are sent while a lock is held, or may never end.
         */
        AWAITED,
        /** The client's response comes from its user or its model, so a result that follows is personal. */
        PERSONAL,
        /** The request is about a task. Tasks of legacy revisions differ from those of modern revisions. */
        TASK
    }

    private static final Map<String, ProtocolMethod> BY_TEXT = indexByText();

    private final String text;
    private final Sender sender;
    private final Revision firstRevision;
    private final Revision lastRevision;
    private final @Nullable String nameParameter;
    private final int traits;

    ProtocolMethod(
            String text,
            Sender sender,
            Revision firstRevision,
            Revision lastRevision,
            @Nullable String nameParameter,
            Trait... traits) {
        this.text = text;
        this.sender = sender;
        this.firstRevision = firstRevision;
        this.lastRevision = lastRevision;
        this.nameParameter = nameParameter;
        this.traits = Arrays.stream(traits).mapToInt(ProtocolMethod::bit).sum();
    }

    @SuppressWarnings("EnumOrdinal") // the bit is neither stored nor sent
    private static int bit(Trait trait) {
        return 1 << trait.ordinal();
    }

    private static Map<String, ProtocolMethod> indexByText() {
        Map<String, ProtocolMethod> byText = new HashMap<>();
        for (ProtocolMethod method : values()) {
            byText.put(method.text, method);
        }
        return byText;
    }

    /** Returns the name in messages. */
    public String text() {
        return text;
    }

    private static @Nullable ProtocolMethod find(@Nullable String method) {
        return method == null ? null : BY_TEXT.get(method);
    }

    private static boolean hasTrait(Trait trait, @Nullable String method) {
        ProtocolMethod known = find(method);
        return known != null && (known.traits & bit(trait)) != 0;
    }

    /** Returns whether a client may send the method in this revision. Unknown methods belong to no revision. */
    public static boolean canClientSend(@Nullable String method, Revision revision) {
        ProtocolMethod known = find(method);
        return known != null && known.sender != Sender.SERVER && known.isIn(revision);
    }

    /** Returns whether a client may send the method in other revisions, but not in this one. */
    public static boolean isOnlyInOtherRevisions(@Nullable String method, Revision revision) {
        ProtocolMethod known = find(method);
        return known != null && known.sender != Sender.SERVER && !known.isIn(revision);
    }

    private boolean isIn(Revision revision) {
        return firstRevision.compareTo(revision) <= 0 && revision.compareTo(lastRevision) <= 0;
    }

    /** Returns whether a request of this method has no time limit. */
    public static boolean isLongLived(@Nullable String method) {
        return hasTrait(LONG_LIVED, method);
    }

    /** Returns whether a request of this method may be answered with input requests. */
    public static boolean allowsInput(@Nullable String method) {
        return hasTrait(ALLOWS_INPUT, method);
    }

    /** Returns whether a server uses this method to request input. */
    public static boolean isInput(@Nullable String method) {
        return hasTrait(INPUT, method);
    }

    /** Returns whether results of this method have a lifetime in modern revisions. */
    public static boolean isCacheable(@Nullable String method) {
        return hasTrait(CACHEABLE, method);
    }

    /** Returns whether the method is about tasks. */
    public static boolean isTask(@Nullable String method) {
        return hasTrait(TASK, method);
    }

    /** Returns whether a request of this method is the first one on a connection. */
    public static boolean isOpening(@Nullable String method) {
        return hasTrait(OPENING, method);
    }

    /** Returns whether no rate limit applies to requests of this method. */
    public static boolean isUnlimited(@Nullable String method) {
        return hasTrait(UNLIMITED, method);
    }

    /** Returns whether results of this method are content for the model, which has a budget. */
    public static boolean hasContent(@Nullable String method) {
        return hasTrait(CONTENT, method);
    }

    /** Returns whether results of this method are stored under the method instead of a tool. */
    public static boolean isStored(@Nullable String method) {
        return hasTrait(STORED, method);
    }

    /** Returns whether a thread of the client may wait for the response to a request of this method. */
    public static boolean isAwaited(@Nullable String method) {
        return hasTrait(AWAITED, method);
    }

    /** Returns whether a server uses this method to request input from the client's user or model. */
    public static boolean isPersonal(@Nullable String method) {
        return hasTrait(PERSONAL, method);
    }

    /**
     * Returns whether a notification of a server reports that its lists or resources have changed. It belongs to no
     * request.
     */
    public static boolean isChange(@Nullable String notification) {
        return notification != null
                && (notification.endsWith("/list_changed") || notification.equals("notifications/resources/updated"));
    }

    /**
     * Returns the parameter that names what the request is about, such as {@code uri}; null if there is none.
     * The header {@code Mcp-Name} repeats its value.
     */
    public static @Nullable String nameParameter(@Nullable String method) {
        ProtocolMethod known = find(method);
        return known == null ? null : known.nameParameter;
    }
}
