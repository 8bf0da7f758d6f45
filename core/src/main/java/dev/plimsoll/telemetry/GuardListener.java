package dev.plimsoll.telemetry;

/** Hears of every result and reading. What it throws is swallowed: telemetry never fails a call. */
@FunctionalInterface
public interface GuardListener {

    void onGuarded(Receipt receipt);

    static GuardListener none() {
        return receipt -> {};
    }
}
