package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.telemetry.store.EstimateQuery;
import dev.plimsoll.gateway.telemetry.store.EstimateQuery.Nearness;
import dev.plimsoll.gateway.telemetry.store.RequestSums;
import dev.plimsoll.json.ByteSink;
import java.util.Locale;

/** Accuracy of the estimates, compared with exact counts of samples. */
public record EstimateAccuracy(EstimateQuery estimates) {

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
        nearness(estimates.all(), jsonObjectWriter);
        jsonObjectWriter.name("byKind").array(estimates.byKind().entrySet(), (one, list) -> {
            JsonObjectWriter kind = new JsonObjectWriter(list).text("kind", one.getKey());
            nearness(one.getValue(), kind);
            kind.end();
        });
        jsonObjectWriter.end();
        return out.slice().utf8();
    }

    private static void nearness(Nearness nearness, JsonObjectWriter jsonObjectWriter) {
        jsonObjectWriter.number("samples", nearness.samples());
        jsonObjectWriter.number("estimatedTokens", nearness.estimated()).number("realTokens", nearness.real());
        jsonObjectWriter.raw("error", JsonObjectWriter.share(nearness.estimated() - nearness.real(), nearness.real()));
        jsonObjectWriter.raw("withinFifth", JsonObjectWriter.share(nearness.fitting(), nearness.samples()));
    }

    /** Returns a sentence for people; empty if there are no samples. */
    public String words() {
        Nearness all = estimates.all();
        if (all.samples() == 0) {
            return "";
        }
        double error = all.real() == 0 ? 0 : 100.0 * (all.estimated() - all.real()) / all.real();
        return String.format(
                Locale.ROOT,
                "Estimates: %,d were checked, %.0f %% of them are at most 20 %% off; the sum is %.1f %% too %s.",
                all.samples(),
                100.0 * all.fitting() / all.samples(),
                Math.abs(error),
                error < 0 ? "low" : "high");
    }
}
