package dev.plimsoll.quarkus;

import dev.plimsoll.LibraryEngine;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.json.Slice;
import dev.plimsoll.servlet.FilterSettings;
import dev.plimsoll.servlet.RequestCaller;
import dev.plimsoll.servlet.body.BufferQuota;
import dev.plimsoll.servlet.message.GuardedServer;
import dev.plimsoll.servlet.message.MessageGuard;
import dev.plimsoll.servlet.message.MessageSender;
import dev.plimsoll.servlet.message.PostedMessages;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.telemetry.GuardListener;
import io.quarkiverse.mcp.server.http.runtime.StreamableHttpMcpMessageHandler;
import io.quarkus.arc.Subclass;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.microprofile.config.Config;
import org.jspecify.annotations.Nullable;

/**
 * Guard of all MCP endpoints of an application, with the settings {@code plimsoll.*}. Uses beans of the types {@link
 * EndpointCallers}, {@link SnapshotStore}, {@link KeyRing}, and {@link GuardListener}.
 */
@Singleton
class EndpointGuard {

    static final String SESSION = "Mcp-Session-Id";

    private static final String REVISION = "MCP-Protocol-Version";
    private static final String SERVER_KEY = "mcp.http.server-name";
    private static final String DEFAULT_SERVER = "<default>";

    private final boolean isEnabled;
    private final String defaultName;
    private final EndpointCallers callers;
    private final boolean isListingShared;
    private final BufferQuota quota;
    private final LibraryEngine libraryEngine;
    private final Map<String, MessageGuard> guards = new ConcurrentHashMap<>();

    @Inject
    EndpointGuard(
            Config config,
            Instance<EndpointCallers> callers,
            Instance<SnapshotStore> stores,
            Instance<KeyRing> keyRings,
            Instance<GuardListener> listeners) {
        EndpointSettings settings = EndpointSettings.of(config);
        FilterSettings filter = settings.filter();
        this.isEnabled = settings.isEnabled();
        this.defaultName = filter.library().name();
        this.isListingShared = callers.isUnsatisfied();
        this.callers = isListingShared ? EndpointCallers.USER_OR_SESSION : callers.get();
        this.quota = new BufferQuota(filter.maxMessageBytes(), filter.maxBufferedBytes());
        this.libraryEngine = LibraryEngine.of(
                filter.library().policies(),
                stores.isUnsatisfied() ? null : stores.get(),
                filter.library().storeBytes(),
                keyRings.isUnsatisfied() ? filter.library().keys() : keyRings.get(),
                listeners.isUnsatisfied() ? GuardListener.none() : listeners.get());
    }

    void onStart(@Observes StartupEvent event, StreamableHttpMcpMessageHandler handler) {
        requireInterceptor(handler);
    }

    /**
     * Throws an exception if the handler of the MCP server has no interceptor, because then nothing would be guarded.
     * Quarkus generates a {@link Subclass} for each bean that has an interceptor.
     */
    void requireInterceptor(Object handler) {
        if (isEnabled && !(handler instanceof Subclass)) {
            throw new IllegalStateException(
                    "Plimsoll does not guard this version of quarkus-mcp-server-http: its class "
                            + StreamableHttpMcpMessageHandler.class.getSimpleName()
                            + " has no method handle(RoutingContext). Fix: use a version that plimsoll-quarkus was tested with");
        }
    }

    void onStop(@Observes ShutdownEvent event) {
        libraryEngine.close();
    }

    boolean isEnabled() {
        return isEnabled;
    }

    BufferQuota quota() {
        return quota;
    }

    /** Decides about the body of a request; returns null if it is not JSON-RPC. */
    @Nullable PostedMessages decide(RoutingContext request, Slice body) {
        RequestCaller caller = callers.of(request);
        String session = request.request().getHeader(SESSION);
        String revision = request.request().getHeader(REVISION);
        MessageSender sender =
                new MessageSender(caller.name(), caller.tier(), session == null ? "" : session, revision);
        return guardFor(request).decide(body, sender);
    }

    private MessageGuard guardFor(RoutingContext request) {
        String server = request.get(SERVER_KEY, DEFAULT_SERVER);
        return guards.computeIfAbsent(
                server,
                key -> new MessageGuard(
                        new GuardedServer(libraryEngine.engine(), key.equals(DEFAULT_SERVER) ? defaultName : key),
                        isListingShared));
    }
}
