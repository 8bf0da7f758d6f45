package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.alert.Alerting;
import dev.plimsoll.gateway.alert.Alerting.Standing;
import dev.plimsoll.gateway.alert.Episode;
import dev.plimsoll.gateway.http.Service;
import dev.plimsoll.json.ByteSink;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code GET /api/v1/alerts}: what is not as it should be, what was not, and what is watched. */
public final class AlertsService implements Service {

    private static final Set<String> PARAMETERS = Parameters.ordered("limit");

    private final Alerting alerting;

    public AlertsService(Alerting alerting) {
        this.alerting = alerting;
    }

    @Override
    public boolean leadsTo(String path) {
        return path.equals("/api/v1/alerts");
    }

    @Override
    public boolean open() {
        return false;
    }

    @Override
    public Reply answer(Asked asked) {
        int limit = new Parameters(asked.query(), PARAMETERS).whole("limit", 20, 1, 100);
        List<Episode> past = alerting.past();
        ByteSink out = new ByteSink(1 << 10);
        Json json = new Json(out);
        json.name("active").array(alerting.active(), AlertsService::episode);
        json.name("past").array(past.subList(0, Math.min(limit, past.size())), AlertsService::episode);
        json.name("rules").array(alerting.standings(), AlertsService::rule);
        json.end();
        return new Reply(200, out.slice());
    }

    private static void episode(Episode one, ByteSink out) {
        Json json = new Json(out);
        json.text("id", one.id()).text("alert", one.rule().word());
        json.text("status", one.lasts() ? "firing" : "resolved");
        json.text("since", one.since().toString());
        if (one.until() == null) {
            json.raw("until", "null");
        } else {
            json.text("until", one.until().toString());
        }
        json.raw("value", number(one.value())).raw("worst", number(one.worst()));
        json.raw("threshold", number(one.threshold())).text("message", one.message());
        json.end();
    }

    private static void rule(Standing one, ByteSink out) {
        Json json = new Json(out);
        json.text("alert", one.rule().word()).raw("threshold", number(one.threshold()));
        json.raw("value", number(one.value())).flag("firing", one.firing());
        json.end();
    }

    private static String number(@Nullable Double value) {
        return value == null ? "null" : String.format(Locale.ROOT, "%.4f", value);
    }
}
