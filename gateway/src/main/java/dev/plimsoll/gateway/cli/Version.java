package dev.plimsoll.gateway.cli;

import java.util.Objects;

/**
 * The version that the build wrote into the jar's manifest: with an AOT cache that is known at once, where a resource
 * would cost 5 ms. Knows nothing of picocli: loading that costs more than the answer.
 */
public final class Version {

    private Version() {}

    /** Prints it; the exit code. */
    public static int print(Terminal terminal) {
        terminal.out().println(line());
        return ExitCode.GOOD;
    }

    static String line() {
        String version = Version.class.getPackage().getImplementationVersion();
        return "plimsoll ".concat(Objects.requireNonNullElse(version, "development"));
    }
}
