package dev.plimsoll.gateway.terminal;

/** Exit codes of Plimsoll, on which scripts may rely. */
public final class ExitCode {

    public static final int SUCCESS = 0;
    public static final int FAILURE = 1;
    public static final int USAGE = 2;

    private ExitCode() {}
}
