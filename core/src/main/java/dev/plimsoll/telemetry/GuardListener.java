package dev.plimsoll.telemetry;

/** Hears of every result and reading. What it throws is swallowed: telemetry never fails a call. */
@FunctionalInterface
public interface GuardListener {

    void onGuarded(Receipt receipt);

    /** Hears of every listing of tools that costs its reader more, or less, than what the server listed. */
    default void onListed(Listed listed) {}

    static GuardListener none() {
        return receipt -> {};
    }
}
