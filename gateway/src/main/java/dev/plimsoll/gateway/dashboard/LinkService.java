package dev.plimsoll.gateway.dashboard;

import dev.plimsoll.gateway.auth.OneTimeLinks;
import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import org.jspecify.annotations.Nullable;

/** Serves {@code POST /api/v1/link}: exchanges the secret of a link, which works once, for a token. */
public final class LinkService implements HttpService {

    private static final int MAX_BODY_BYTES = 1 << 10;

    private final OneTimeLinks links;
    private final String command;

    /** @param command command that prints another link */
    public LinkService(OneTimeLinks links, String command) {
        this.links = links;
        this.command = command;
    }

    @Override
    public boolean accepts(String path) {
        return path.equals("/api/v1/link");
    }

    @Override
    public boolean isPublic() {
        return true;
    }

    @Override
    public int maxBodyBytes() {
        return MAX_BODY_BYTES;
    }

    @Override
    public ServiceResponse answer(ServiceRequest serviceRequest) {
        Slice body = serviceRequest.body();
        String secret = findSecret(body);
        String token = secret == null ? null : links.open(secret);
        if (token == null) {
            throw new RefusedException(
                    ErrorCode.UNAUTHORIZED,
                    "this link is not valid: each link works once",
                    "run '" + command + "', which prints another");
        }
        JsonWriter json = new JsonWriter(128).beginObject().string("token", token);
        return new ServiceResponse(200, json.endObject().slice());
    }

    private static @Nullable String findSecret(@Nullable Slice body) {
        return body == null || !Json.isValid(body) ? null : ObjectEdit.textIn(Json.trim(body), "link", MAX_BODY_BYTES);
    }
}
