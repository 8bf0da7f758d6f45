package dev.plimsoll.gateway.manage;

import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.manage.file.ConfigEditException;
import dev.plimsoll.gateway.manage.file.ConfigEditor;
import dev.plimsoll.gateway.manage.file.ServerEdits;
import dev.plimsoll.gateway.manage.server.ServerManager;
import dev.plimsoll.gateway.reload.ConfigReloader;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code POST /api/v1/servers/NAME/start}, {@code .../stop}, and {@code .../restart}: starts, stops, or
 * restarts a server.
 */
final class ServerActionService implements HttpService {

    private static final String PREFIX = ServerListService.PATH + "/";
    private static final Set<String> ACTIONS = Set.of("start", "stop", "restart");

    private final ConfigReloader configReloader;
    private final ConfigEditor configEditor;
    private final ServerManager serverManager;

    ServerActionService(ConfigReloader configReloader, ConfigEditor configEditor, ServerManager serverManager) {
        this.configReloader = configReloader;
        this.configEditor = configEditor;
        this.serverManager = serverManager;
    }

    /** Returns the name of the server and the action; null if the path has another form. */
    private static String @Nullable [] parse(String path) {
        String[] parts =
                path.startsWith(PREFIX) ? path.substring(PREFIX.length()).split("/", -1) : new String[0];
        return parts.length == 2 && ACTIONS.contains(parts[1]) ? parts : null;
    }

    @Override
    public boolean accepts(String path) {
        return parse(path) != null;
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
        String digest = RequestBody.parse(serviceRequest).findText("digest");
        String[] nameAndAction = parse(serviceRequest.path());
        if (nameAndAction == null) {
            throw new IllegalStateException("this path was not accepted");
        }
        String name = nameAndAction[0];
        String caller = ManagementAccess.describeCaller(serviceRequest);
        if (nameAndAction[1].equals("restart")) {
            return restart(name, caller);
        }
        boolean isStart = nameAndAction[1].equals("start");
        try {
            return ManagementResponse.ok(ManagementResponse.beginEditResult(configEditor.edit(
                            caller,
                            (isStart ? "started server " : "stopped server ") + name,
                            digest,
                            ServerEdits.setEnabled(name, isStart)))
                    .string("server", name));
        } catch (ConfigEditException e) {
            return ManagementResponse.error(e);
        }
    }

    private ServiceResponse restart(String name, String caller) {
        if (!serverManager.restart(name)) {
            throw new RefusedException(
                    ErrorCode.CONNECTOR_NOT_FOUND,
                    "no running server has this name",
                    "start it if it is stopped; GET /api/v1/servers lists the servers");
        }
        configReloader.recordAction(caller, "servers." + name, "server restarted");
        return ManagementResponse.ok(
                new JsonWriter(64).beginObject().string("result", "restarted").string("server", name));
    }
}
