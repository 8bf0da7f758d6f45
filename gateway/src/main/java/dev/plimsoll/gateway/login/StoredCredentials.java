package dev.plimsoll.gateway.login;

import dev.plimsoll.gateway.config.model.Server;
import dev.plimsoll.gateway.log.Level;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.upstream.http.Credentials;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of a login, renewed when they are about to end or were refused. Another process may log in, out, or renew at
 * any time: the file is looked at once a second, and again before anything is spent.
 */
final class StoredCredentials implements Credentials {

    private static final Duration LOCK = Duration.ofSeconds(40);
    private static final long LOOK_NANOS = 1_000_000_000;

    /** Between two tries while the tokens at hand may still do. */
    private static final long PAUSE_NANOS = 10_000_000_000L;

    /** What is refused so soon is not refused for its age. */
    private static final Duration NEW = Duration.ofSeconds(10);

    private final Server server;
    private final GrantFile file;
    private final String command;
    private final InstantSource clock;
    private final Log log;
    private final ReentrantLock renewing = new ReentrantLock();
    private volatile Held held = new Held(null, -1, System.nanoTime() - 2 * LOOK_NANOS);
    private volatile @Nullable Web web;
    private volatile long failedAt = System.nanoTime() - PAUSE_NANOS;

    /** What the file had in it. */
    private record Held(@Nullable Grant grant, long version, long lookedAt) {}

    StoredCredentials(Server server, GrantFile file, String command, InstantSource clock, Log log) {
        this.server = server;
        this.file = file;
        this.command = command;
        this.clock = clock;
        this.log = log;
    }

    @Override
    public String remedy() {
        return command;
    }

    @Override
    public @Nullable String authorization() throws IOException {
        Grant grant = System.nanoTime() - held.lookedAt() < LOOK_NANOS ? held.grant() : looked();
        if (grant == null) {
            return null;
        }
        Tokens tokens = grant.tokens();
        Instant now = clock.instant();
        boolean wait = tokens.isOver(now);
        if (tokens.refresh() == null || !tokens.isStale(now) || (!wait && renewing.isLocked())) {
            // whether what nobody can renew is still good is for the server to say
            return tokens.authorization();
        }
        return renewed(tokens.authorization(), wait);
    }

    @Override
    public boolean refused(@Nullable String sent, List<String> challenges) throws IOException {
        Grant grant = read();
        if (grant == null) {
            return false;
        }
        Tokens tokens = grant.tokens();
        if (!tokens.authorization().equals(sent)) {
            return true;
        }
        boolean renewable = tokens.refresh() != null
                && Duration.between(tokens.obtained(), clock.instant()).compareTo(NEW) > 0;
        if (!renewable) {
            throw ended(grant, "the server " + server.name() + " does not accept the token of its login (status 401)");
        }
        return !Objects.equals(sent, renewed(tokens.authorization(), true));
    }

    /** The file's when it has changed. */
    private @Nullable Grant looked() throws IOException {
        long now = System.nanoTime();
        Held before = held;
        if (before.version() >= 0 && file.version() == before.version()) {
            held = new Held(before.grant(), before.version(), now);
            return before.grant();
        }
        return read();
    }

    private @Nullable Grant read() throws IOException {
        long version = file.version();
        Grant grant = version < 0 ? null : file.read();
        Grant whole = grant == null ? null : grant.with(grant.client().with(server.login()));
        held = new Held(whole, version, System.nanoTime());
        return whole;
    }

    /**
     * Others in place of these, unless somebody else has got them meanwhile.
     *
     * @param needed whether these are of no use any more
     */
    private @Nullable String renewed(String old, boolean needed) throws IOException {
        renewing.lock();
        try (GrantFile.Lock lock = file.lock(LOCK)) {
            Objects.requireNonNull(lock);
            Grant grant = read();
            if (grant == null || !grant.tokens().authorization().equals(old)) {
                return grant == null ? null : grant.tokens().authorization();
            }
            return renewed(grant, needed);
        } finally {
            renewing.unlock();
        }
    }

    private String renewed(Grant grant, boolean needed) throws IOException {
        if (!needed && System.nanoTime() - failedAt < PAUSE_NANOS) {
            return grant.tokens().authorization();
        }
        try {
            Grant other = grant.with(new TokenEndpoint(web(), clock).refresh(grant));
            keep(other);
            return other.tokens().authorization();
        } catch (LoginException e) {
            failedAt = System.nanoTime();
            String why = String.valueOf(e.getMessage());
            log.say(Level.WARN, "a login cannot be renewed", "server", server.name(), "why", why);
            if (!needed) {
                return grant.tokens().authorization();
            }
            if (e.isDenied()) {
                throw ended(grant, "the login at " + server.name() + " has ended: " + why);
            }
            throw unreachable(why);
        }
    }

    /** The old ones are spent: where the new ones cannot be written, this process at least has them. */
    private void keep(Grant other) {
        try {
            file.write(other);
            log.say(Level.DEBUG, "a login was renewed", "server", server.name());
        } catch (IOException e) {
            String why = e.getClass().getSimpleName() + " " + file.path();
            log.say(Level.ERROR, "a renewed login cannot be kept", "server", server.name(), "why", why);
        }
        held = new Held(other, file.version(), System.nanoTime());
    }

    private Web web() {
        Web known = web;
        if (known == null) {
            known = new Web();
            web = known;
        }
        return known;
    }

    private RefusedException ended(Grant grant, String message) {
        return new RefusedException(ErrorCode.CREDENTIAL_NOT_FOUND, message, command)
                .detail("connectorId", server.name())
                .detail("authUrl", grant.issuer());
    }

    private RefusedException unreachable(String why) {
        return new RefusedException(
                        ErrorCode.UPSTREAM_UNAVAILABLE,
                        "the login at " + server.name() + " cannot be renewed now: " + why,
                        "repeat the call later")
                .detail("server", server.name());
    }
}
