package dev.plimsoll.gateway.daemon;

import dev.plimsoll.gateway.run.RunResources;
import dev.plimsoll.gateway.statistics.Savings;
import dev.plimsoll.gateway.statistics.SavingsCounter;

/** Memory, threads, and counters of one session. */
record SessionResources(RunResources run, SessionMessages messages, SavingsCounter counter) implements AutoCloseable {

    Savings savings() {
        return counter.total();
    }

    @Override
    public void close() {
        messages.close();
    }
}
