package dev.plimsoll.gateway.pin;

import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.pin.PinSet.ListedEntry;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The pins of one server in this process: a copy of the server's file. Other processes and commands may
 * change the file at any time.
 */
final class ServerPins {

    private static final int MAX_LOGGED = 20;

    /** Maximum number of writes of the file per minute, for a server that changes its tools again and again. */
    private static final int MAX_SAVES_PER_MINUTE = 20;

    private static final long MINUTE_MILLIS = 60_000;

    private final String server;
    private final PinFile file;
    private final Supplier<List<PinSet>> allPins;
    private final InstantSource clock;
    private final Log log;
    private final AtomicLong heldCalls = new AtomicLong();

    private volatile PinSet current;
    private volatile @Nullable String error;
    /** Version of the file that was read last; null if it must be read again. */
    private @Nullable String version;

    /** Start of the minute in which saves are counted. */
    private long minuteStartMillis;

    private int savesInMinute;

    /** @param allPins reads the pins of all servers, for names that look alike */
    ServerPins(String server, PinFile file, Supplier<List<PinSet>> allPins, InstantSource clock, Log log) {
        this.server = server;
        this.file = file;
        this.allPins = allPins;
        this.clock = clock;
        this.log = log;
        this.current = PinSet.empty(server, clock.instant());
    }

    String server() {
        return server;
    }

    AtomicLong heldCalls() {
        return heldCalls;
    }

    /** Returns the pins that were read last. */
    PinSet current() {
        return current;
    }

    /** Returns why the pins cannot be read or saved; null if they can. */
    @Nullable String error() {
        return error;
    }

    /**
     * Reads the file if it has changed, and returns the pins. If the file is missing or cannot be read, no
     * tool is approved.
     */
    synchronized PinSet refresh() {
        String newVersion = file.version();
        if (!newVersion.equals(version)) {
            version = newVersion;
            try {
                PinSet readPins = file.read();
                current = readPins == null ? PinSet.empty(server, clock.instant()) : readPins;
                error = null;
            } catch (IOException e) {
                onError(e);
            }
        }
        return current;
    }

    private void onError(IOException e) {
        String reason = String.valueOf(e.getMessage());
        if (!reason.equals(error)) {
            log.log(
                    LogSeverity.WARN,
                    "the pins of the tools cannot be used",
                    "server",
                    server,
                    "why",
                    reason,
                    "command",
                    PinCommand.forgetCommand(server));
        }
        error = reason;
        current = PinSet.empty(server, clock.instant());
    }

    /**
     * Adds the entries of a page to the pins, saves the pins if they have changed, and returns them. Saves
     * nothing if the file is damaged, or was saved too often in this minute.
     */
    @SuppressWarnings("ReferenceEquality") // a merge without changes returns the same pins
    synchronized PinSet recordListing(List<ListedEntry> entries, boolean isLast) {
        PinSet oldPins = refresh();
        if (error != null && !version().equals("none")) {
            return oldPins;
        }
        PinSet merged = oldPins.merge(entries, isLast, clock.instant());
        if (merged == oldPins || (oldPins.isComplete() && !countSave())) {
            return oldPins;
        }
        try {
            current = file.change(oldPins, stored -> stored.merge(entries, isLast, clock.instant()));
            // another process may have changed the file after this change: the next refresh reads it
            version = null;
            error = null;
            logChanges(oldPins, current);
        } catch (IOException e) {
            onError(e);
            current = oldPins;
        }
        return current;
    }

    private String version() {
        return version == null ? "none" : version;
    }

    /** Counts a save, and returns whether the limit allows it. */
    private boolean countSave() {
        long now = clock.millis();
        if (now - minuteStartMillis >= MINUTE_MILLIS) {
            minuteStartMillis = now;
            savesInMinute = 0;
        }
        return savesInMinute++ < MAX_SAVES_PER_MINUTE;
    }

    private void logChanges(PinSet oldPins, PinSet newPins) {
        Set<String> changed = new HashSet<>();
        List<ToolPin> pending = new ArrayList<>();
        newPins.tools().forEach((name, pin) -> {
            if (!pin.equals(oldPins.tools().get(name))) {
                changed.add(name);
                if (pin.pending() != null) {
                    pending.add(pin);
                }
            }
        });
        if (changed.isEmpty()) {
            return;
        }
        pending.stream().limit(MAX_LOGGED).forEach(this::logChange);
        SuspiciousTool.find(allPins.get()).stream()
                .filter(warning -> warning.server().equals(server) && changed.contains(warning.tool()))
                .limit(MAX_LOGGED)
                .forEach(warning -> log.log(
                        LogSeverity.WARN,
                        "suspicious tool",
                        "server",
                        server,
                        "tool",
                        warning.shownTool(),
                        "why",
                        warning.text()));
        if (pending.size() > MAX_LOGGED) {
            log.log(
                    LogSeverity.WARN,
                    "too many tools have changed to log each",
                    "server",
                    server,
                    "tools",
                    pending.size());
        }
    }

    private void logChange(ToolPin pin) {
        log.log(
                LogSeverity.WARN,
                pin.isNew() ? "a tool is new since the first listing" : "a tool has changed since it was approved",
                "server",
                server,
                "tool",
                HiddenCharacters.makeVisible(pin.name(), SuspiciousTool.MAX_NAME_LENGTH),
                "command",
                PinCommand.approvalCommand(server, pin));
    }
}
