package dev.plimsoll.micronaut;

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
import io.micronaut.context.BeanProvider;
import io.micronaut.context.annotation.Context;
import io.micronaut.context.annotation.Requires;
import io.micronaut.context.env.Environment;
import io.micronaut.http.HttpRequest;
import jakarta.annotation.PreDestroy;
import org.jspecify.annotations.Nullable;

/**
 * Guard of the MCP server of an application, with the settings {@code plimsoll.*}. Uses beans of the types {@link RouteCallers},
 * {@link SnapshotStore}, {@link KeyRing}, and {@link GuardListener}. It is created when the application starts, so that invalid settings prevent startup.
 */
@Context
@Requires(property = RouteSettings.ENABLED, notEquals = "false", defaultValue = "true")
final class RouteGuard {

    static final String SESSION = "Mcp-Session-Id";

    private static final String REVISION = "MCP-Protocol-Version";

    private final RouteCallers callers;
    private final BufferQuota quota;
    private final LibraryEngine libraryEngine;
    private final MessageGuard messageGuard;

    RouteGuard(
            Environment environment,
            BeanProvider<RouteCallers> callers,
            BeanProvider<SnapshotStore> stores,
            BeanProvider<KeyRing> keyRings,
            BeanProvider<GuardListener> listeners) {
        FilterSettings settings = RouteSettings.read(environment);
        this.callers = callers.isPresent() ? callers.get() : RouteCallers.USER_OR_SESSION;
        this.quota = new BufferQuota(settings.maxMessageBytes(), settings.maxBufferedBytes());
        this.libraryEngine = LibraryEngine.of(
                settings.library().policies(),
                stores.isPresent() ? stores.get() : null,
                settings.library().storeBytes(),
                keyRings.isPresent() ? keyRings.get() : settings.library().keys(),
                listeners.isPresent() ? listeners.get() : GuardListener.none());
        GuardedServer server =
                new GuardedServer(libraryEngine.engine(), settings.library().name());
        boolean isListingShared = !callers.isPresent();
        this.messageGuard = new MessageGuard(server, isListingShared);
    }

    @PreDestroy
    void close() {
        libraryEngine.close();
    }

    BufferQuota quota() {
        return quota;
    }

    /** Decides about the body of a request; returns null if it is not JSON-RPC. */
    @Nullable PostedMessages decide(HttpRequest<?> request, Slice body) {
        RequestCaller caller = callers.of(request);
        String session = request.getHeaders().get(SESSION);
        String revision = request.getHeaders().get(REVISION);
        return messageGuard.decide(
                body, new MessageSender(caller.name(), caller.tier(), session == null ? "" : session, revision));
    }
}
