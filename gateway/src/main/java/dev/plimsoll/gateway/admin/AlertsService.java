package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.alert.AlertMonitor;
import dev.plimsoll.gateway.alert.AlertMonitor.Standing;
import dev.plimsoll.gateway.alert.Episode;
import dev.plimsoll.gateway.http.HttpService;
import dev.plimsoll.json.ByteSink;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code GET /api/v1/alerts}: active alerts, past alerts, and rules. */
public final class AlertsService implements HttpService {

    private static final Set<String> PARAMETERS = Parameters.ordered("limit");

    private final AlertMonitor alertMonitor;

    public AlertsService(AlertMonitor alertMonitor) {
        this.alertMonitor = alertMonitor;
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
        List<Episode> past = alertMonitor.past();
        ByteSink out = new ByteSink(1 << 10);
        JsonObjectWriter jsonObjectWriter = new JsonObjectWriter(out);
        jsonObjectWriter.name("active").array(alertMonitor.active(), AlertsService::episode);
        jsonObjectWriter.name("past").array(past.subList(0, Math.min(limit, past.size())), AlertsService::episode);
        jsonObjectWriter.name("rules").array(alertMonitor.standings(), AlertsService::rule);
        jsonObjectWriter.end();
        return new Reply(200, out.slice());
    }

    private static void episode(Episode one, ByteSink out) {
        JsonObjectWriter jsonObjectWriter = new JsonObjectWriter(out);
        jsonObjectWriter.text("id", one.id()).text("alert", one.rule().word());
        jsonObjectWriter.text("status", one.lasts() ? "firing" : "resolved");
        jsonObjectWriter.text("since", one.since().toString());
        if (one.until() == null) {
            jsonObjectWriter.raw("until", "null");
        } else {
            jsonObjectWriter.text("until", one.until().toString());
        }
        jsonObjectWriter.raw("value", number(one.value())).raw("worst", number(one.worst()));
        jsonObjectWriter.raw("threshold", number(one.threshold())).text("message", one.message());
        jsonObjectWriter.end();
    }

    private static void rule(Standing one, ByteSink out) {
        JsonObjectWriter jsonObjectWriter = new JsonObjectWriter(out);
        jsonObjectWriter.text("alert", one.rule().word()).raw("threshold", number(one.threshold()));
        jsonObjectWriter.raw("value", number(one.value())).flag("firing", one.firing());
        jsonObjectWriter.end();
    }

    private static String number(@Nullable Double value) {
        return value == null ? "null" : String.format(Locale.ROOT, "%.4f", value);
    }
}
