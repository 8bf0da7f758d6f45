package dev.plimsoll.gateway.manage;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.gateway.endpoint.ServerBackend;
import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.manage.file.ConfigEditor;
import dev.plimsoll.gateway.manage.server.ServerManager;
import dev.plimsoll.gateway.manage.server.ToolSize;
import dev.plimsoll.gateway.reload.ConfigReloader;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Policies;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Semaphore;

/** {@code GET /api/v1/servers/NAME/tools}: the tools of a server, with the size of their definitions. */
final class ToolListService implements HttpService {

    static final String SUFFIX = "tools";

    /** Maximum number of requests that are handled at the same time. */
    private static final int MAX_RUNNING = 4;

    private final ConfigReloader configReloader;
    private final ConfigEditor configEditor;
    private final ServerManager serverManager;
    private final Semaphore permits = new Semaphore(MAX_RUNNING);

    ToolListService(ConfigReloader configReloader, ConfigEditor configEditor, ServerManager serverManager) {
        this.configReloader = configReloader;
        this.configEditor = configEditor;
        this.serverManager = serverManager;
    }

    @Override
    public boolean accepts(String path) {
        return ServerPath.findServer(path, SUFFIX) != null;
    }

    @Override
    public boolean isPublic() {
        return false;
    }

    @Override
    public ServiceResponse answer(ServiceRequest serviceRequest) throws InterruptedException {
        requireOwnPage(serviceRequest);
        ServerBackend server = ServerPath.requireServer(serviceRequest.path(), SUFFIX, serverManager);
        AuthenticatedCaller caller = serviceRequest.caller();
        LoadedConfiguration loaded = configReloader.current();
        Policies policies = loaded.configuration().policies();
        List<ToolSize> allTools = list(server, caller == null ? AuthenticatedCaller.ANONYMOUS : caller, policies);
        List<ToolSize> tools =
                allTools.stream().filter(tool -> !isReadTool(tool)).toList();
        int readToolTokens = allTools.stream()
                .filter(ToolListService::isReadTool)
                .mapToInt(ToolSize::tokens)
                .sum();
        JsonWriter json = new JsonWriter(4096).beginObject().string("server", server.name());
        json.string("digest", configEditor.digest());
        json.string("catalog", catalogName(loaded, server));
        json.number("listedTokens", ToolSize.sumTokens(tools, false))
                .number("blockedTokens", ToolSize.sumTokens(tools, true));
        json.number("readToolTokens", readToolTokens);
        json.array(
                "tools",
                tools,
                (ToolSize tool, JsonWriter list) -> list.beginObject()
                        .string("name", tool.name())
                        .string("description", tool.description())
                        .number("tokens", tool.tokens())
                        .bool("blocked", tool.isBlocked())
                        .string("tier", tool.tier().toString())
                        .endObject());
        return ManagementResponse.ok(json);
    }

    /**
     * Refuses a request from a page of another website, because the request starts the server. For example, a page
     * could use this URL as the address of an image. A request with an {@code Origin} header was checked before.
     */
    private static void requireOwnPage(ServiceRequest serviceRequest) {
        String site = serviceRequest.header().apply("Sec-Fetch-Site");
        boolean isFromOtherSite = site != null && !site.equals("same-origin") && !site.equals("none");
        if (isFromOtherSite && serviceRequest.header().apply("Origin") == null) {
            throw new RefusedException(
                    ErrorCode.FORBIDDEN, "this request comes from another website", "open the dashboard itself");
        }
    }

    private static String catalogName(LoadedConfiguration loaded, ServerBackend server) {
        return loaded.configuration().catalogs().forServer(server.name()).name().toLowerCase(Locale.ROOT);
    }

    private static boolean isReadTool(ToolSize tool) {
        return tool.name().equals(ClientFeatures.READ_TOOL);
    }

    private List<ToolSize> list(ServerBackend server, AuthenticatedCaller caller, Policies policies)
            throws InterruptedException {
        if (!permits.tryAcquire()) {
            throw new RefusedException(
                    ErrorCode.RATE_LIMITED, "other servers list their tools", "repeat the request in a moment");
        }
        try {
            return ToolInventory.list(server, caller, entry -> ToolSize.of(entry, server.name(), policies));
        } finally {
            permits.release();
        }
    }
}
