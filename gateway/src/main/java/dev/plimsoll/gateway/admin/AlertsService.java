package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.alert.AlertMonitor;
import dev.plimsoll.gateway.alert.AlertMonitor.RuleStatus;
import dev.plimsoll.gateway.alert.Episode;
import dev.plimsoll.gateway.http.HttpService;
import dev.plimsoll.json.ByteSink;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code GET /api/v1/alerts}: active alerts, past alerts, and rules. */
public final class AlertsService implements HttpService {

    private static final Set<String> PARAMETERS = Parameters.orderedSet("limit");

    private final AlertMonitor alertMonitor;

    public AlertsService(AlertMonitor alertMonitor) {
        this.alertMonitor = alertMonitor;
    }

    @Override
    public boolean accepts(String path) {
        return path.equals("/api/v1/alerts");
    }

    @Override
    public boolean isPublic() {
        return false;
    }

    @Override
    public ServiceResponse answer(ServiceRequest serviceRequest) {
        int limit = new Parameters(serviceRequest.query(), PARAMETERS).integer("limit", 20, 1, 100);
        List<Episode> past = alertMonitor.past();
        ByteSink out = new ByteSink(1 << 10);
        JsonObjectWriter jsonObjectWriter = new JsonObjectWriter(out);
        jsonObjectWriter.name("active").array(alertMonitor.active(), AlertsService::writeEpisode);
        jsonObjectWriter.name("past").array(past.subList(0, Math.min(limit, past.size())), AlertsService::writeEpisode);
        jsonObjectWriter.name("rules").array(alertMonitor.ruleStatuses(), AlertsService::writeRule);
        jsonObjectWriter.end();
        return new ServiceResponse(200, out.slice());
    }

    private static void writeEpisode(Episode episode, ByteSink out) {
        JsonObjectWriter jsonObjectWriter = new JsonObjectWriter(out);
        jsonObjectWriter.text("id", episode.id()).text("alert", episode.rule().label());
        jsonObjectWriter.text("status", episode.isActive() ? "firing" : "resolved");
        jsonObjectWriter.text("since", episode.since().toString());
        if (episode.until() == null) {
            jsonObjectWriter.raw("until", "null");
        } else {
            jsonObjectWriter.text("until", episode.until().toString());
        }
        jsonObjectWriter.raw("value", number(episode.value())).raw("worst", number(episode.worst()));
        jsonObjectWriter.raw("threshold", number(episode.threshold())).text("message", episode.message());
        jsonObjectWriter.end();
    }

    private static void writeRule(RuleStatus ruleStatus, ByteSink out) {
        JsonObjectWriter jsonObjectWriter = new JsonObjectWriter(out);
        jsonObjectWriter.text("alert", ruleStatus.rule().label()).raw("threshold", number(ruleStatus.threshold()));
        jsonObjectWriter.raw("value", number(ruleStatus.value())).flag("firing", ruleStatus.isFiring());
        jsonObjectWriter.end();
    }

    private static String number(@Nullable Double value) {
        return value == null ? "null" : String.format(Locale.ROOT, "%.4f", value);
    }
}
