package dev.plimsoll.gateway.manage;

import dev.plimsoll.gateway.http.HttpService;
import dev.plimsoll.gateway.reload.ConfigReloader;

/** {@code POST /api/v1/config/undo}: undoes the last change that was made through the API. */
public final class ConfigUndoService implements HttpService {

    private final ConfigReloader configReloader;
    private final ConfigEditor configEditor;

    public ConfigUndoService(ConfigReloader configReloader, ConfigEditor configEditor) {
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

    /** Allows a small request body, which is ignored. */
    @Override
    public int maxBodyBytes() {
        return 1 << 10;
    }

    @Override
    public ServiceResponse answer(ServiceRequest serviceRequest) {
        ManagementAccess.require(configReloader.current().configuration());
        try {
            return ManageResponse.ok(
                    ManageResponse.begin(configEditor.undo(ServerAddService.caller(serviceRequest) + ", undo")));
        } catch (ConfigEditException e) {
            return ManageResponse.error(e);
        }
    }
}
