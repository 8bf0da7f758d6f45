package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.telemetry.store.EstimateSums;
import dev.plimsoll.gateway.telemetry.store.EstimateSums.Accuracy;
import dev.plimsoll.gateway.telemetry.store.RequestSums;
import dev.plimsoll.json.ByteSink;
import java.util.Locale;

/** Accuracy of the estimates, compared with exact counts of samples. */
public record EstimateAccuracy(EstimateSums estimates) {

    public static EstimateAccuracy of(RequestSums requestSums) {
        return new EstimateAccuracy(requestSums.estimates());
    }

    /**
     * Returns the accuracy as JSON; {@code error} is the error relative to the exact count, positive if estimates are
     * too high.
     */
    public String json() {
        ByteSink out = new ByteSink(256);
        JsonObjectWriter jsonObjectWriter = new JsonObjectWriter(out);
        writeAccuracy(estimates.all(), jsonObjectWriter);
        jsonObjectWriter.name("byKind").array(estimates.byKind().entrySet(), (entry, list) -> {
            JsonObjectWriter kind = new JsonObjectWriter(list).text("kind", entry.getKey());
            writeAccuracy(entry.getValue(), kind);
            kind.end();
        });
        jsonObjectWriter.end();
        return out.slice().utf8();
    }

    private static void writeAccuracy(Accuracy accuracy, JsonObjectWriter jsonObjectWriter) {
        jsonObjectWriter.number("samples", accuracy.samples());
        jsonObjectWriter.number("estimatedTokens", accuracy.estimated()).number("realTokens", accuracy.exact());
        jsonObjectWriter.raw(
                "error", JsonObjectWriter.share(accuracy.estimated() - accuracy.exact(), accuracy.exact()));
        jsonObjectWriter.raw("withinFifth", JsonObjectWriter.share(accuracy.withinTolerance(), accuracy.samples()));
    }

    /** Returns a sentence for people; empty if there are no samples. */
    public String sentence() {
        Accuracy all = estimates.all();
        if (all.samples() == 0) {
            return "";
        }
        double error = all.exact() == 0 ? 0 : 100.0 * (all.estimated() - all.exact()) / all.exact();
        return String.format(
                Locale.ROOT,
                "Estimates: %,d were checked, %.0f %% of them are at most 20 %% off; the sum is %.1f %% too %s.",
                all.samples(),
                100.0 * all.withinTolerance() / all.samples(),
                Math.abs(error),
                error < 0 ? "low" : "high");
    }
}
