package dev.plimsoll.gateway.manage;

import dev.plimsoll.gateway.admin.Parameters;
import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.manage.file.ConfigEditException;
import dev.plimsoll.gateway.manage.file.ConfigEditor;
import dev.plimsoll.gateway.manage.file.ServerEdits;
import dev.plimsoll.gateway.reload.ConfigReloader;
import java.util.Set;

/** {@code DELETE /api/v1/servers/NAME}: removes a server. */
final class ServerRemoveService implements HttpService {

    private static final String PREFIX = ServerListService.PATH + "/";

    private final ConfigReloader configReloader;
    private final ConfigEditor configEditor;

    ServerRemoveService(ConfigReloader configReloader, ConfigEditor configEditor) {
        this.configReloader = configReloader;
        this.configEditor = configEditor;
    }

    @Override
    public boolean accepts(String path) {
        return path.startsWith(PREFIX) && path.indexOf('/', PREFIX.length()) < 0;
    }

    @Override
    public boolean isPublic() {
        return false;
    }

    @Override
    public boolean isDelete() {
        return true;
    }

    @Override
    public ServiceResponse answer(ServiceRequest serviceRequest) {
        ManagementAccess.requireChangesAllowed(configReloader.current().configuration());
        Parameters parameters = new Parameters(serviceRequest.query(), Set.of("digest"));
        String name = serviceRequest.path().substring(PREFIX.length());
        try {
            return ManagementResponse.ok(ManagementResponse.beginEditResult(configEditor.edit(
                            ManagementAccess.describeCaller(serviceRequest),
                            "removed server " + name,
                            parameters.find("digest"),
                            ServerEdits.remove(name)))
                    .string("server", name));
        } catch (ConfigEditException e) {
            return ManagementResponse.error(e);
        }
    }
}
