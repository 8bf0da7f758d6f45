package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.alert.AlertMonitor;
import dev.plimsoll.gateway.alert.AlertMonitor.RuleStatus;
import dev.plimsoll.gateway.alert.Episode;
import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.json.JsonWriter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code GET /api/v1/alerts}: active alerts, past alerts, and rules. */
final class AlertsService implements HttpService {

    private static final Set<String> PARAMETERS = Parameters.orderedSet("limit");

    private final AlertMonitor alertMonitor;

    AlertsService(AlertMonitor alertMonitor) {
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
        List<Episode> past = alertMonitor.pastEpisodes();
        JsonWriter json = new JsonWriter(1 << 10).beginObject();
        json.array("active", alertMonitor.activeEpisodes(), AlertsService::writeEpisode);
        json.array("past", past.subList(0, Math.min(limit, past.size())), AlertsService::writeEpisode);
        json.array("rules", alertMonitor.ruleStatuses(), AlertsService::writeRule);
        json.endObject();
        return new ServiceResponse(200, json.slice());
    }

    private static void writeEpisode(Episode episode, JsonWriter json) {
        json.beginObject();
        json.string("id", episode.id()).string("alert", episode.rule().label());
        json.string("status", episode.isActive() ? "firing" : "resolved");
        json.string("since", episode.since().toString());
        json.stringOrNull("until", Objects.toString(episode.until(), null));
        json.raw("value", format(episode.value())).raw("worst", format(episode.worst()));
        json.raw("threshold", format(episode.threshold())).string("message", episode.message());
        json.endObject();
    }

    private static void writeRule(RuleStatus ruleStatus, JsonWriter json) {
        json.beginObject();
        json.string("alert", ruleStatus.rule().label()).raw("threshold", format(ruleStatus.threshold()));
        json.raw("value", format(ruleStatus.value())).bool("firing", ruleStatus.isFiring());
        json.endObject();
    }

    private static String format(@Nullable Double value) {
        return value == null ? "null" : String.format(Locale.ROOT, "%.4f", value);
    }
}
