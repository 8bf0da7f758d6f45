package dev.plimsoll.gateway.config.model;

import dev.plimsoll.stored.StoredQueries;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings for programs, which call tools.
 *
 * @param mode whether programs can be run
 * @param calls number of calls that a program makes at most
 * @param parallel number of calls that a program makes side by side at most
 * @param writes number of calls that may change something, of all calls
 * @param time how long a program runs, with its calls, without the time in which a person decides
 * @param reuse how long programs use the results of earlier programs of their caller again
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
        /** Programs call tools that read, and tools that a rule opens. */
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
     * @param isOnly whether there is no endpoint of all servers, so that programs without a server belong to this one
     */
    public ProgramsConfig forServer(String server, boolean isOnly) {
        List<StoredProgram> serverPrograms = stored.stream()
                .filter(program -> program.server().equals(server)
                        || (isOnly && program.server().isEmpty()))
                .toList();
        return new ProgramsConfig(mode, calls, parallel, writes, time, reuse, serverPrograms);
    }

    /** Returns the names, texts, and parameters of the stored programs. */
    public StoredQueries storedTexts() {
        return StoredQueries.of(stored.stream().map(StoredProgram::text).toList());
    }

    /** Returns the stored program of a name; null if there is none. */
    public @Nullable StoredProgram find(String name) {
        return stored.stream()
                .filter(program -> program.name().equals(name))
                .findFirst()
                .orElse(null);
    }
}
