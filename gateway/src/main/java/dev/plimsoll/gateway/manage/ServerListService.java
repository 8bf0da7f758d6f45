package dev.plimsoll.gateway.manage;

import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.config.view.FlatConfig;
import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.login.LoginState;
import dev.plimsoll.gateway.manage.file.ConfigEditor;
import dev.plimsoll.gateway.manage.server.ServerManager;
import dev.plimsoll.gateway.reload.ConfigReloader;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.model.RefusedException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;

/** {@code GET /api/v1/servers}: the servers of the configuration, with their settings and their state. */
final class ServerListService implements HttpService {

    static final String PATH = "/api/v1/servers";

    private final ConfigReloader configReloader;
    private final ConfigEditor configEditor;
    private final Supplier<Map<String, String>> statusLabels;

    /** @param statusLabels returns the state of each server that clients can use, by its name */
    ServerListService(
            ConfigReloader configReloader, ConfigEditor configEditor, Supplier<Map<String, String>> statusLabels) {
        this.configReloader = configReloader;
        this.configEditor = configEditor;
        this.statusLabels = statusLabels;
    }

    @Override
    public boolean accepts(String path) {
        return path.equals(PATH);
    }

    @Override
    public boolean isPublic() {
        return false;
    }

    @Override
    public ServiceResponse answer(ServiceRequest serviceRequest) {
        LoadedConfiguration loaded = configReloader.current();
        Path file = loaded.file();
        RefusedException refusal = ManagementAccess.findChangeRefusal(loaded.configuration());
        JsonWriter json = new JsonWriter(1 << 10).beginObject();
        json.string("file", file == null ? "" : file.toString()).string("digest", configEditor.digest());
        json.bool("changeable", refusal == null && file != null);
        json.string(
                "why",
                refusal != null
                        ? refusal.getMessage() + ": " + refusal.suggestion()
                        : file == null ? "the gateway runs without a configuration file" : "");
        Map<String, FlatConfig.Value> values = FlatConfig.of(loaded);
        Map<String, String> labels = statusLabels.get();
        json.array(
                "servers",
                ServerManager.findServable(loaded.configuration()),
                (ServerConfig server, JsonWriter list) -> write(server, values, labels, list, loaded));
        return ManagementResponse.ok(json);
    }

    private static void write(
            ServerConfig server,
            Map<String, FlatConfig.Value> values,
            Map<String, String> labels,
            JsonWriter json,
            LoadedConfiguration loaded) {
        boolean isStopped =
                loaded.configuration().serving().management().stopped().contains(server.name());
        json.beginObject().string("name", server.name());
        json.string("transport", server.url() == null ? "process" : "url");
        json.string("status", isStopped ? "stopped" : labels.getOrDefault(server.name(), "unknown"));
        json.string("login", loginState(server, loaded.configuration()));
        json.beginObject("settings");
        String prefix = "servers.\"" + server.name() + "\".";
        values.forEach((path, value) -> {
            if (path.startsWith(prefix)) {
                json.string(path.substring(prefix.length()), value.displayText());
            }
        });
        json.endObject().endObject();
    }

    private static String loginState(ServerConfig server, Configuration configuration) {
        if (LoginState.findObstacle(server) != null) {
            return "none";
        }
        return LoginState.isStored(server, configuration.data()) ? "signed_in" : "possible";
    }
}
