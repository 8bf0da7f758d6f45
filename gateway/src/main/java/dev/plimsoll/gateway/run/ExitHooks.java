package dev.plimsoll.gateway.run;

/** Receives the work that a signal to end must still do. */
@FunctionalInterface
public interface ExitHooks {

    /** Adds work that ends the server of a session. */
    void add(Runnable work);

    /** Returns the hooks of this process. */
    static ExitHooks ofProcess() {
        return work -> Runtime.getRuntime().addShutdownHook(new Thread(work, "plimsoll-exit"));
    }
}
