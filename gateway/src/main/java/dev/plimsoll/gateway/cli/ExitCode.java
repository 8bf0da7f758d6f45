package dev.plimsoll.gateway.cli;

/** The exit codes that are promised. */
public final class ExitCode {

    public static final int GOOD = 0;
    public static final int FAILED = 1;
    public static final int USAGE = 2;

    private ExitCode() {}
}
