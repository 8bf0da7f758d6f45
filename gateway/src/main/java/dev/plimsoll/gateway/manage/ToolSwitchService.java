package dev.plimsoll.gateway.manage;

import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.gateway.endpoint.ServerBackend;
import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.manage.file.ConfigEditException;
import dev.plimsoll.gateway.manage.file.ConfigEditor;
import dev.plimsoll.gateway.manage.file.ConfigEditor.TextChange;
import dev.plimsoll.gateway.manage.file.ToolSwitch;
import dev.plimsoll.gateway.manage.server.ServerManager;
import dev.plimsoll.gateway.reload.ConfigReloader;
import dev.plimsoll.json.JsonWriter;

/**
 * {@code POST /api/v1/servers/NAME/tools}: switches a tool on or off. With {@code preview}, changes nothing
 * and returns the configuration paths that would change.
 */
final class ToolSwitchService implements HttpService {

    private final ConfigReloader configReloader;
    private final ConfigEditor configEditor;
    private final ServerManager serverManager;

    ToolSwitchService(ConfigReloader configReloader, ConfigEditor configEditor, ServerManager serverManager) {
        this.configReloader = configReloader;
        this.configEditor = configEditor;
        this.serverManager = serverManager;
    }

    @Override
    public boolean accepts(String path) {
        return ServerPath.findServer(path, ToolListService.SUFFIX) != null;
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
        ServerBackend server = ServerPath.requireServer(serviceRequest.path(), ToolListService.SUFFIX, serverManager);
        RequestBody body = RequestBody.parse(serviceRequest);
        if (body.findMember("blocked") == null) {
            throw RequestBody.invalidMember("blocked", "is missing: true switches the tool off, false switches it on");
        }
        String tool = body.requireText("tool");
        boolean isBlocked = body.readFlag("blocked", true);
        String digest = body.findText("digest");
        ToolSwitch toolSwitch = new ToolSwitch(server.name(), tool, !isBlocked);
        try {
            LoadedConfiguration current = configReloader.current();
            TextChange change = toolSwitch.find(current, candidate -> configEditor.parseCandidate(digest, candidate));
            if (body.readFlag("preview", false)) {
                LoadedConfiguration candidate = configEditor.parseCandidate(digest, change);
                JsonWriter json = new JsonWriter(512).beginObject();
                json.string("server", server.name()).string("tool", tool).bool("blocked", isBlocked);
                json.strings("changes", configReloader.findDifferences(candidate));
                json.string("yaml", toolSwitch.yaml(candidate));
                return ManagementResponse.ok(json);
            }
            ManagementAccess.requireChangesAllowed(current.configuration());
            String caller = ManagementAccess.describeCaller(serviceRequest);
            return ManagementResponse.ok(ManagementResponse.beginEditResult(
                            configEditor.edit(caller, toolSwitch.description(), digest, change))
                    .string("server", server.name())
                    .string("tool", tool)
                    .bool("blocked", isBlocked));
        } catch (ConfigEditException e) {
            return ManagementResponse.error(e);
        } catch (ConfigurationException e) {
            throw new IllegalStateException("the editor throws only ConfigEditException", e);
        }
    }
}
