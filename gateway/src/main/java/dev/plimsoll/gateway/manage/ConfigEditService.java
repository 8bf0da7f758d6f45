package dev.plimsoll.gateway.manage;

import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.gateway.config.edit.EditException;
import dev.plimsoll.gateway.config.edit.YamlEntryEditor;
import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.manage.file.ConfigEditException;
import dev.plimsoll.gateway.manage.file.ConfigEditor;
import dev.plimsoll.gateway.manage.file.ConfigEditor.TextChange;
import dev.plimsoll.gateway.reload.ConfigReloader;
import dev.plimsoll.gateway.report.PolicyReplay;
import dev.plimsoll.gateway.report.PrintedReplay;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.telemetry.store.Ledger;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * {@code POST /api/v1/config/edit}: sets or removes one budget or rule. With {@code preview}, changes nothing and
 * returns what the change would have done to the results of the last seven days.
 */
final class ConfigEditService implements HttpService {

    private static final Set<String> SECTIONS = Set.of("policy", "tools", "resources");
    /** Maximum length of a path, such as {@code tools / NAME / policy / KEY}. */
    private static final int MAX_PATH_LENGTH = 4;

    /** Age of the oldest results that a preview replays. */
    private static final Duration REPLAY_PERIOD = Duration.ofDays(7);

    private final ConfigReloader configReloader;
    private final ConfigEditor configEditor;
    private final Ledger ledger;
    private final InstantSource clock;
    private final Semaphore replayPermit = new Semaphore(1);

    /** @param ledger the recorded results, to which a preview applies the change */
    ConfigEditService(ConfigReloader configReloader, ConfigEditor configEditor, Ledger ledger, InstantSource clock) {
        this.configReloader = configReloader;
        this.configEditor = configEditor;
        this.ledger = ledger;
        this.clock = clock;
    }

    @Override
    public boolean accepts(String path) {
        return path.equals("/api/v1/config/edit");
    }

    @Override
    public boolean isPublic() {
        return false;
    }

    @Override
    public int maxBodyBytes() {
        return RequestBody.MAX_BYTES;
    }

    @Override
    public ServiceResponse answer(ServiceRequest serviceRequest) {
        RequestBody body = RequestBody.parse(serviceRequest);
        List<String> path = parsePath(body);
        Slice value = ObjectEdit.valueIn(body.json(), "value");
        boolean isRemoval = body.readFlag("remove", false);
        if ((value == null) != isRemoval) {
            throw RequestBody.invalidMember("value", "is missing, or given together with remove");
        }
        TextChange change =
                text -> value == null ? YamlEntryEditor.remove(text, path) : YamlEntryEditor.put(text, path, value);
        try {
            if (body.readFlag("preview", false)) {
                return preview(path, value, configEditor.parseCandidate(body.findText("digest"), change));
            }
            ManagementAccess.requireChangesAllowed(configReloader.current().configuration());
            String description = (value == null ? "removed " : "set ") + String.join(" / ", path);
            return ManagementResponse.ok(ManagementResponse.beginEditResult(configEditor.edit(
                    ManagementAccess.describeCaller(serviceRequest), description, body.findText("digest"), change)));
        } catch (ConfigEditException e) {
            return ManagementResponse.error(e);
        }
    }

    private static List<String> parsePath(RequestBody body) {
        Slice json = ObjectEdit.valueIn(body.json(), "path");
        List<String> path = new ArrayList<>();
        if (json != null && Json.type(json) == JsonType.ARRAY) {
            ItemIndex items = ItemIndex.of(json);
            for (int i = 0; i < items.count() && i <= MAX_PATH_LENGTH; i++) {
                Slice item = items.item(i);
                if (Json.type(item) != JsonType.STRING) {
                    throw RequestBody.invalidMember("path", "must be an array of strings");
                }
                path.add(JsonText.unescapeToString(Json.stringInside(item)));
            }
        }
        if (path.size() < 2 || path.size() > MAX_PATH_LENGTH || !SECTIONS.contains(path.get(0))) {
            throw RequestBody.invalidMember(
                    "path",
                    "must be an array of 2 to " + MAX_PATH_LENGTH
                            + " strings that begins with policy, tools, or resources");
        }
        return path;
    }

    private ServiceResponse preview(List<String> path, @Nullable Slice value, LoadedConfiguration candidate)
            throws ConfigEditException {
        JsonWriter json = new JsonWriter(1 << 10).beginObject();
        json.strings("changes", configReloader.findDifferences(candidate));
        json.string("yaml", value == null ? "" : toYaml(path, value));
        json.raw("replay", replay(candidate));
        return ManagementResponse.ok(json);
    }

    private static String toYaml(List<String> path, Slice value) throws ConfigEditException {
        try {
            return YamlEntryEditor.put("", path, value);
        } catch (EditException e) {
            throw new ConfigEditException(ConfigEditException.Reason.INVALID, e.getMessage(), e);
        }
    }

    private String replay(LoadedConfiguration candidate) {
        if (!replayPermit.tryAcquire()) {
            throw new RefusedException(
                    ErrorCode.RATE_LIMITED, "another preview is running", "repeat the request in a moment");
        }
        try {
            Instant to = clock.instant().truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
            return PrintedReplay.json(PolicyReplay.replay(
                            ledger, candidate.configuration().policies(), to.minus(REPLAY_PERIOD), to))
                    .strip();
        } catch (IOException e) {
            throw new RefusedException(
                    ErrorCode.INTERNAL_ERROR, "the records cannot be read: " + e.getMessage(), "GET /health");
        } finally {
            replayPermit.release();
        }
    }
}
