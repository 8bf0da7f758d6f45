package dev.plimsoll.gateway.terminal;

import java.util.Objects;

/**
 * Version of Plimsoll, from the jar's manifest. With an AOT cache, it is available immediately, while reading
 * a resource would take 5 ms. Does not use picocli, because loading picocli takes longer than printing the
 * version.
 */
public final class Version {

    private Version() {}

    /** Prints the version, and returns the exit code. */
    public static int print(Terminal terminal) {
        terminal.out().println(line());
        return ExitCode.SUCCESS;
    }

    /** Returns the name and the version. */
    public static String line() {
        String version = Version.class.getPackage().getImplementationVersion();
        return "plimsoll ".concat(Objects.requireNonNullElse(version, "development"));
    }
}
