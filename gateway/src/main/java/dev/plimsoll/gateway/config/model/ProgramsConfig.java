package dev.plimsoll.gateway.config.model;

import java.time.Duration;

/**
 * Settings for programs, which call tools.
 *
 * @param mode whether programs can be run
 * @param calls number of calls that a program makes at most
 * @param parallel number of calls that a program makes side by side at most
 * @param writes number of calls that may change something, of all calls
 * @param time how long a program runs, with its calls, without the time in which a person decides
 * @param reuse how long programs use the results of earlier programs of their caller again
 */
public record ProgramsConfig(Mode mode, int calls, int parallel, int writes, Duration time, Duration reuse) {

    /** Use of programs. */
    public enum Mode {
        /** There are no programs. */
        OFF,
        /** Programs call tools that read, and tools that a rule opens. */
        READ
    }

    public static final ProgramsConfig OFF =
            new ProgramsConfig(Mode.OFF, 200, 8, 20, Duration.ofMinutes(1), Duration.ofMinutes(1));

    public boolean isEnabled() {
        return mode != Mode.OFF;
    }
}
