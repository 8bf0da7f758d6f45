package dev.plimsoll.gateway.manage;

import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.manage.file.ConfigEditor;
import dev.plimsoll.gateway.manage.file.ConfigEditor.AppliedEdit;
import dev.plimsoll.gateway.reload.ConfigReloader;
import dev.plimsoll.json.JsonWriter;

/** {@code GET /api/v1/config/edits}: the changes that were made through the API and can be undone. */
final class ConfigHistoryService implements HttpService {

    private final ConfigReloader configReloader;
    private final ConfigEditor configEditor;

    ConfigHistoryService(ConfigReloader configReloader, ConfigEditor configEditor) {
        this.configReloader = configReloader;
        this.configEditor = configEditor;
    }

    @Override
    public boolean accepts(String path) {
        return path.equals("/api/v1/config/edits");
    }

    @Override
    public boolean isPublic() {
        return false;
    }

    @Override
    public ServiceResponse answer(ServiceRequest serviceRequest) {
        JsonWriter json = new JsonWriter(512).beginObject();
        json.bool(
                "changeable",
                ManagementAccess.findChangeRefusal(configReloader.current().configuration()) == null
                        && configReloader.current().file() != null);
        json.string("digest", configEditor.digest());
        json.array(
                "edits",
                configEditor.undoableEdits(),
                (AppliedEdit edit, JsonWriter list) -> list.beginObject()
                        .string("at", edit.at().toString())
                        .string("by", edit.caller())
                        .string("what", edit.description())
                        .endObject());
        return ManagementResponse.ok(json);
    }
}
