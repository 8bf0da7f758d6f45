package dev.plimsoll.gateway.run;

/** Receives work that must run before the process ends, even if a signal ends it. */
@FunctionalInterface
public interface ExitHooks {

    /** Adds work, such as to end the server of a session. */
    void add(Runnable work);

    /** Returns the hooks of this process. */
    static ExitHooks ofProcess() {
        return work -> Runtime.getRuntime().addShutdownHook(new Thread(work, "plimsoll-exit"));
    }
}
