package dev.plimsoll.gateway.manage;

import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.login.WebLogins;
import dev.plimsoll.gateway.manage.file.ConfigEditor;
import dev.plimsoll.gateway.manage.server.ServerManager;
import dev.plimsoll.gateway.reload.ConfigReloader;
import dev.plimsoll.gateway.telemetry.store.Ledger;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Services with which an operator changes the servers, their tools, and the configuration file of a running gateway.
 *
 * @param statusLabels returns the status of each server, by its name
 * @param ledger recorded requests, to which previews apply new budgets and rules
 */
public record ManagementServices(
        ConfigReloader configReloader,
        ServerManager serverManager,
        Supplier<Map<String, String>> statusLabels,
        Ledger ledger,
        InstantSource clock,
        Log log) {

    /** Returns the services. */
    public List<HttpService> services() {
        Path data = configReloader.current().configuration().data();
        ConfigEditor configEditor = new ConfigEditor(configReloader, data);
        WebLogins webLogins = new WebLogins(data, clock);
        return List.of(
                new ServerListService(configReloader, configEditor, statusLabels),
                new ServerAddService(configReloader, configEditor),
                new ServerRemoveService(configReloader, configEditor),
                new ServerActionService(configReloader, configEditor, serverManager),
                new ToolListService(configReloader, configEditor, serverManager),
                new ToolSwitchService(configReloader, configEditor, serverManager),
                new LoginService(configReloader, webLogins),
                new LoginStateService(configReloader, webLogins),
                new LogoutService(configReloader, serverManager),
                new LoginCallbackService(configReloader, serverManager, webLogins, log),
                new ConfigEditService(configReloader, configEditor, ledger, clock),
                new ConfigHistoryService(configReloader, configEditor),
                new ConfigUndoService(configReloader, configEditor));
    }
}
