package dev.plimsoll.gateway.admin;

import dev.plimsoll.telemetry.GuardListener;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.telemetry.Receipt;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Records whether each server was reachable at the last attempt. A failure is forgotten after a minute, because there
 * may be no further attempt.
 */
public final class ServerStatus implements GuardListener {

    private static final long REMEMBERED = Duration.ofMinutes(1).toMillis();

    /** Outcomes for which no server was called. */
    private static final Set<OutcomeKind> SILENT =
            EnumSet.of(OutcomeKind.READ, OutcomeKind.CACHED, OutcomeKind.REFUSED);

    private final List<String> servers;
    private final InstantSource clock;
    private final Map<String, Seen> seen = new ConcurrentHashMap<>();

    private record Seen(boolean reached, long at) {}

    public ServerStatus(List<String> servers, InstantSource clock) {
        this.servers = List.copyOf(servers);
        this.clock = clock;
    }

    /** Status of a server. */
    enum Standing {
        UNKNOWN,
        UP,
        DOWN;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public void tried(String server, boolean reached) {
        seen.put(server, new Seen(reached, clock.millis()));
    }

    @Override
    public void onGuarded(Receipt receipt) {
        boolean failed = receipt.why().startsWith("UPSTREAM_");
        boolean wasCalled = failed || !SILENT.contains(receipt.outcome());
        if (wasCalled && servers.contains(receipt.server())) {
            tried(receipt.server(), !failed);
        }
    }

    /** Returns the status of each server as a word. */
    public Map<String, String> words() {
        Map<String, String> words = new TreeMap<>();
        all().forEach((server, standing) -> words.put(server, standing.word()));
        return words;
    }

    Map<String, Standing> all() {
        Map<String, Standing> all = new TreeMap<>();
        for (String server : servers) {
            Seen last = seen.get(server);
            all.put(server, last == null ? Standing.UNKNOWN : standing(last));
        }
        return all;
    }

    private Standing standing(Seen last) {
        if (last.reached) {
            return Standing.UP;
        }
        return clock.millis() - last.at > REMEMBERED ? Standing.UNKNOWN : Standing.DOWN;
    }
}
