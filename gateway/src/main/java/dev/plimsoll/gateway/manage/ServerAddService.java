package dev.plimsoll.gateway.manage;

import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.manage.file.ConfigEditException;
import dev.plimsoll.gateway.manage.file.ConfigEditor;
import dev.plimsoll.gateway.manage.file.ConfigEditor.EditResult;
import dev.plimsoll.gateway.manage.file.ConfigEditor.TextChange;
import dev.plimsoll.gateway.manage.file.ServerEdits;
import dev.plimsoll.gateway.manage.server.ServerManager;
import dev.plimsoll.gateway.reload.ConfigReloader;
import dev.plimsoll.gateway.upstream.ServerProbe.ServerFacts;
import dev.plimsoll.gateway.upstream.UpstreamException;
import dev.plimsoll.gateway.upstream.server.ServerTrial;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * {@code POST /api/v1/servers}: adds a server. Before the file is written, the server is started once to check it,
 * unless the request has {@code "check": false}.
 */
final class ServerAddService implements HttpService {

    /** Maximum number of servers that are tried at the same time. */
    private static final int MAX_TRIALS = 2;

    private final ConfigReloader configReloader;
    private final ConfigEditor configEditor;
    private final Semaphore trialPermits = new Semaphore(MAX_TRIALS);

    ServerAddService(ConfigReloader configReloader, ConfigEditor configEditor) {
        this.configReloader = configReloader;
        this.configEditor = configEditor;
    }

    @Override
    public boolean accepts(String path) {
        return path.equals(ServerListService.PATH);
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
        RequestBody body = RequestBody.parse(serviceRequest);
        String name = body.requireText("name");
        Slice settings = body.requireObject("config");
        String digest = body.findText("digest");
        boolean hasTrial = body.readFlag("check", true);
        TextChange change = ServerEdits.add(name, settings);
        try {
            LoadedConfiguration candidate = configEditor.parseCandidate(digest, change);
            ServerFacts facts = hasTrial ? startTrial(name, candidate) : null;
            EditResult result = configEditor.edit(
                    ManagementAccess.describeCaller(serviceRequest), "added server " + name, digest, change);
            JsonWriter json = ManagementResponse.beginEditResult(result).string("server", name);
            if (facts != null) {
                json.beginObject("trial").string("name", facts.name()).string("revision", facts.revision());
                json.number("tools", facts.tools()).number("toolTokens", facts.toolTokens());
                json.number("millis", facts.millis()).endObject();
            }
            return ManagementResponse.ok(json);
        } catch (ConfigEditException e) {
            return ManagementResponse.error(e);
        }
    }

    /** Starts a server once. Returns facts about the server; null if it is stopped in the configuration. */
    private @Nullable ServerFacts startTrial(String name, LoadedConfiguration candidate) {
        ServerConfig server = ServerManager.findServable(candidate.configuration()).stream()
                .filter(serverConfig -> serverConfig.name().equals(name))
                .findFirst()
                .orElse(null);
        if (server == null) {
            throw RequestBody.invalidMember("config", "has neither command nor url");
        }
        if (candidate.configuration().serving().management().stopped().contains(name)) {
            return null;
        }
        if (!trialPermits.tryAcquire()) {
            throw new RefusedException(
                    ErrorCode.RATE_LIMITED, "other servers are being added", "repeat the request in a moment");
        }
        try {
            return ServerTrial.probe(server, candidate.configuration());
        } catch (UpstreamException e) {
            throw new RefusedException(
                    ErrorCode.UPSTREAM_UNAVAILABLE,
                    "the server does not work, so it was not added: " + e.getMessage(),
                    "correct its settings; to add it without this check, send check: false");
        } finally {
            trialPermits.release();
        }
    }
}
