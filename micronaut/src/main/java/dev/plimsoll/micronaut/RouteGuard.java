package dev.plimsoll.micronaut;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.json.Slice;
import dev.plimsoll.servlet.FilterSettings;
import dev.plimsoll.servlet.RequestCaller;
import dev.plimsoll.servlet.body.BufferQuota;
import dev.plimsoll.servlet.message.GuardedServer;
import dev.plimsoll.servlet.message.MessageGuard;
import dev.plimsoll.servlet.message.MessageSender;
import dev.plimsoll.servlet.message.PostedMessages;
import dev.plimsoll.shape.style.StyleRegistry;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.telemetry.GuardListener;
import io.micronaut.context.BeanProvider;
import io.micronaut.context.annotation.Context;
import io.micronaut.context.annotation.Requires;
import io.micronaut.context.env.Environment;
import io.micronaut.http.HttpRequest;
import jakarta.annotation.PreDestroy;
import java.security.SecureRandom;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/**
 * Guard of the MCP server of an application, with the settings {@code plimsoll.*}. Uses beans of the types {@link RouteCallers},
 * {@link SnapshotStore}, {@link KeyRing}, and {@link GuardListener}. It is created when the application starts, so that wrong
 * settings stop the start.
 */
@Context
@Requires(property = RouteSettings.ENABLED, notEquals = "false", defaultValue = "true")
final class RouteGuard {

    static final String SESSION = "Mcp-Session-Id";

    private static final String REVISION = "MCP-Protocol-Version";
    private static final int MAX_RESULTS = 10_000;

    private final RouteCallers callers;
    private final BufferQuota quota;
    private final SnapshotStore store;
    private final Plimsoll engine;
    private final MessageGuard messages;

    RouteGuard(
            Environment environment,
            BeanProvider<RouteCallers> callers,
            BeanProvider<SnapshotStore> stores,
            BeanProvider<KeyRing> keyRings,
            BeanProvider<GuardListener> listeners) {
        FilterSettings settings = RouteSettings.read(environment);
        SecureRandom random = new SecureRandom();
        KeyRing configured = settings.library().keys();
        KeyRing keys = configured == null ? KeyRing.random(random) : configured;
        this.callers = callers.isPresent() ? callers.get() : RouteCallers.USER_OR_SESSION;
        this.quota = new BufferQuota(settings.maxMessageBytes(), settings.maxBufferedBytes());
        this.store =
                stores.isPresent() ? stores.get() : inMemory(settings.library().storeBytes(), random);
        this.engine = Plimsoll.builder()
                .store(store)
                .keys(keyRings.isPresent() ? keyRings.get() : keys)
                .policies(StyleRegistry.standard().resolve(settings.library().policies()))
                .listener(listeners.isPresent() ? listeners.get() : GuardListener.none())
                .build();
        GuardedServer server = new GuardedServer(engine, settings.library().name());
        this.messages = new MessageGuard(server, !callers.isPresent());
    }

    private static SnapshotStore inMemory(long bytes, SecureRandom random) {
        return SnapshotStore.inMemory(
                new StoreLimits(bytes, Math.max(1, bytes / 4), MAX_RESULTS), Clock.systemUTC(), random);
    }

    @PreDestroy
    void close() {
        engine.closeSources();
        store.close();
    }

    BufferQuota quota() {
        return quota;
    }

    /** Decides about the body of a request; returns null if it is not JSON-RPC. */
    @Nullable PostedMessages decide(HttpRequest<?> request, Slice body) {
        RequestCaller caller = callers.of(request);
        String session = request.getHeaders().get(SESSION);
        String revision = request.getHeaders().get(REVISION);
        return messages.decide(
                body, new MessageSender(caller.name(), caller.tier(), session == null ? "" : session, revision));
    }
}
