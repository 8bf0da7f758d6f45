package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.telemetry.store.Estimates;
import dev.plimsoll.gateway.telemetry.store.Estimates.Nearness;
import dev.plimsoll.gateway.telemetry.store.Sums;
import dev.plimsoll.json.ByteSink;
import java.util.Locale;

/** How good the estimates are, by what was counted exactly as well. */
public record Accuracy(Estimates estimates) {

    public static Accuracy of(Sums sums) {
        return new Accuracy(sums.estimates());
    }

    /** As JSON; {@code error} is how much too high the estimates are, a share of what was counted. */
    public String json() {
        ByteSink out = new ByteSink(256);
        Json json = new Json(out);
        nearness(estimates.all(), json);
        json.name("byKind").array(estimates.byKind().entrySet(), (one, list) -> {
            Json kind = new Json(list).text("kind", one.getKey());
            nearness(one.getValue(), kind);
            kind.end();
        });
        json.end();
        return out.slice().utf8();
    }

    private static void nearness(Nearness nearness, Json json) {
        json.number("samples", nearness.samples());
        json.number("estimatedTokens", nearness.estimated()).number("realTokens", nearness.real());
        json.raw("error", Json.share(nearness.estimated() - nearness.real(), nearness.real()));
        json.raw("withinFifth", Json.share(nearness.fitting(), nearness.samples()));
    }

    /** For people, in one sentence or none. */
    public String words() {
        Nearness all = estimates.all();
        if (all.samples() == 0) {
            return "";
        }
        double error = all.real() == 0 ? 0 : 100.0 * (all.estimated() - all.real()) / all.real();
        return String.format(
                Locale.ROOT,
                "Estimates: %,d counted exactly, %.0f %% of them at most 20 %% off, together %.1f %% too %s.",
                all.samples(),
                100.0 * all.fitting() / all.samples(),
                Math.abs(error),
                error < 0 ? "low" : "high");
    }
}
