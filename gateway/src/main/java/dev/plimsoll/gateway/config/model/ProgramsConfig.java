package dev.plimsoll.gateway.config.model;

import dev.plimsoll.stored.StoredQueries;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings for programs, which call tools.
 *
 * @param mode whether programs can be run
 * @param calls maximum number of calls of a program
 * @param parallel maximum number of calls that a program makes at the same time
 * @param writes maximum number of calls in one program that may change something; these calls also count toward
 *     {@code calls}
 * @param time maximum run time of a program, including its calls; time in which a person decides does not
 *     count
 * @param reuse how long programs can reuse the results that earlier programs of the same caller have read
 * @param stored programs that callers can run by their names
 */
public record ProgramsConfig(
        Mode mode, int calls, int parallel, int writes, Duration time, Duration reuse, List<StoredProgram> stored) {

    public ProgramsConfig {
        stored = List.copyOf(stored);
    }

    /** Use of programs. */
    public enum Mode {
        /** There are no programs. */
        OFF,
        /** Programs can call tools that only read, and other tools that a rule allows. */
        READ
    }

    public static final ProgramsConfig OFF =
            new ProgramsConfig(Mode.OFF, 200, 8, 20, Duration.ofMinutes(1), Duration.ofMinutes(1), List.of());

    public boolean isEnabled() {
        return mode != Mode.OFF;
    }

    /**
     * Returns a copy for the endpoint of one server, with the stored programs for it.
     *
     * @param isOnlyServer whether there is no endpoint for all servers, so that programs without a server belong to
     *     this endpoint
     */
    public ProgramsConfig forServer(String server, boolean isOnlyServer) {
        List<StoredProgram> serverPrograms = stored.stream()
                .filter(program -> program.server().equals(server)
                        || (isOnlyServer && program.server().isEmpty()))
                .toList();
        return new ProgramsConfig(mode, calls, parallel, writes, time, reuse, serverPrograms);
    }

    /** Returns the names, texts, and parameters of the stored programs. */
    public StoredQueries storedTexts() {
        return StoredQueries.of(stored.stream().map(StoredProgram::text).toList());
    }

    /** Returns the stored program with this name; null if there is none. */
    public @Nullable StoredProgram find(String name) {
        return stored.stream()
                .filter(program -> program.name().equals(name))
                .findFirst()
                .orElse(null);
    }
}
