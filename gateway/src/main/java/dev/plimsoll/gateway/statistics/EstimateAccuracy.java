package dev.plimsoll.gateway.statistics;

import dev.plimsoll.gateway.telemetry.store.EstimateSums;
import dev.plimsoll.gateway.telemetry.store.EstimateSums.Accuracy;
import dev.plimsoll.gateway.telemetry.store.RequestSums;
import dev.plimsoll.json.JsonWriter;
import java.util.Locale;

/** Accuracy of the estimates, compared with exact counts of samples. */
public record EstimateAccuracy(EstimateSums estimates) {

    /** A smaller error, in percent, would be shown as 0.0. */
    private static final double MIN_SHOWN_ERROR = 0.05;

    public static EstimateAccuracy of(RequestSums requestSums) {
        return new EstimateAccuracy(requestSums.estimates());
    }

    /**
     * Writes the accuracy as an object; {@code error} is the error relative to the exact count, positive if estimates
     * are too high.
     */
    public void write(JsonWriter json) {
        json.beginObject();
        writeAccuracy(estimates.all(), json);
        json.array("byKind", estimates.byKind().entrySet(), (entry, list) -> {
            list.beginObject().string("kind", entry.getKey());
            writeAccuracy(entry.getValue(), list);
            list.endObject();
        });
        json.endObject();
    }

    private static void writeAccuracy(Accuracy accuracy, JsonWriter json) {
        json.number("samples", accuracy.samples());
        json.number("estimatedTokens", accuracy.estimatedTokens()).number("realTokens", accuracy.exactTokens());
        json.raw("error", Decimals.share(accuracy.estimatedTokens() - accuracy.exactTokens(), accuracy.exactTokens()));
        json.raw("withinFifth", Decimals.share(accuracy.withinTolerance(), accuracy.samples()));
    }

    /** Returns a sentence for people; empty if there are no samples. */
    public String sentence() {
        Accuracy all = estimates.all();
        if (all.samples() == 0) {
            return "";
        }
        double error =
                all.exactTokens() == 0 ? 0 : 100.0 * (all.estimatedTokens() - all.exactTokens()) / all.exactTokens();
        return String.format(
                Locale.ROOT,
                "Estimates: %,d were checked, %.0f %% of them are at most 20 %% off; the sum is %s.",
                all.samples(),
                100.0 * all.withinTolerance() / all.samples(),
                Math.abs(error) < MIN_SHOWN_ERROR
                        ? "less than 0.1 % off"
                        : String.format(Locale.ROOT, "%.1f %% too %s", Math.abs(error), error < 0 ? "low" : "high"));
    }
}
