package dev.plimsoll.gateway.manage;

import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.manage.file.ConfigEditException;
import dev.plimsoll.gateway.manage.file.ConfigEditor;
import dev.plimsoll.gateway.reload.ConfigReloader;

/** {@code POST /api/v1/config/undo}: undoes the last change that was made through the API. */
final class ConfigUndoService implements HttpService {

    private final ConfigReloader configReloader;
    private final ConfigEditor configEditor;

    ConfigUndoService(ConfigReloader configReloader, ConfigEditor configEditor) {
        this.configReloader = configReloader;
        this.configEditor = configEditor;
    }

    @Override
    public boolean accepts(String path) {
        return path.equals("/api/v1/config/undo");
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
        ManagementAccess.requireChangesAllowed(configReloader.current().configuration());
        try {
            String digest = RequestBody.parse(serviceRequest).findText("digest");
            return ManagementResponse.ok(ManagementResponse.beginEditResult(
                    configEditor.undo(ManagementAccess.describeCaller(serviceRequest) + ", undo", digest)));
        } catch (ConfigEditException e) {
            return ManagementResponse.error(e);
        }
    }
}
