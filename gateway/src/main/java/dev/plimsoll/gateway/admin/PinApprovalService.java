package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.pin.PinRegistry;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code POST /api/v1/pins/approve}: approves one change of a tool, identified by its hash. */
final class PinApprovalService implements HttpService {

    private static final int MAX_TEXT_BYTES = 1 << 10;
    private static final int HASH_LENGTH = 64;

    private final PinRegistry pins;

    PinApprovalService(PinRegistry pins) {
        this.pins = pins;
    }

    @Override
    public boolean accepts(String path) {
        return path.equals("/api/v1/pins/approve");
    }

    @Override
    public boolean isPublic() {
        return false;
    }

    @Override
    public int maxBodyBytes() {
        return 1 << 12;
    }

    @Override
    public ServiceResponse answer(ServiceRequest serviceRequest) {
        Slice body = serviceRequest.body();
        boolean isJson = body != null && Json.isValid(body);
        String id = isJson ? findText(body, "id") : null;
        String hash = isJson ? findText(body, "hash") : null;
        if (id == null || hash == null || hash.length() != HASH_LENGTH) {
            throw new RefusedException(
                    ErrorCode.INVALID_REQUEST,
                    "the body must be a JSON object with the members id and hash",
                    "id and hash of a change of GET /api/v1/pins");
        }
        AuthenticatedCaller caller = serviceRequest.caller();
        try {
            List<String> approved = pins.approve(id, hash, caller == null ? "?" : caller.subject());
            if (approved.isEmpty()) {
                throw new RefusedException(
                        ErrorCode.NOT_FOUND,
                        "there is no such change: the tool has changed again, or the change has been approved",
                        "GET /api/v1/pins");
            }
            JsonWriter json = new JsonWriter(64).beginObject().strings("approved", approved);
            return new ServiceResponse(200, json.endObject().slice());
        } catch (IOException e) {
            throw PinsService.toRefusal(e);
        }
    }

    private static @Nullable String findText(@Nullable Slice body, String name) {
        return body == null ? null : ObjectEdit.textIn(Json.trim(body), name, MAX_TEXT_BYTES);
    }
}
