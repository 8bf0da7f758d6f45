package dev.plimsoll.gateway.manage;

import dev.plimsoll.gateway.http.exchange.HttpService.ServiceResponse;
import dev.plimsoll.gateway.manage.file.ConfigEditException;
import dev.plimsoll.gateway.manage.file.ConfigEditor.EditResult;
import dev.plimsoll.gateway.reload.ConfigChange;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.model.ErrorCode;

/** Writes the responses to requests that change the configuration. */
final class ManagementResponse {

    private ManagementResponse() {}

    /**
     * Begins the object of a successful edit: its result, the new digest of the file, and the list of changed
     * settings.
     */
    static JsonWriter beginEditResult(EditResult edit) {
        JsonWriter json = new JsonWriter(512).beginObject();
        json.string("result", edit.attempt().result().label()).string("digest", edit.digest());
        return json.array(
                "changes",
                edit.attempt().changes(),
                (ConfigChange change, JsonWriter list) -> list.beginObject()
                        .string("path", change.path())
                        .string("was", change.oldValue())
                        .string("is", change.newValue())
                        .endObject());
    }

    static ServiceResponse ok(JsonWriter json) {
        return new ServiceResponse(200, json.endObject().slice());
    }

    static ServiceResponse error(ConfigEditException e) {
        int status = switch (e.reason()) {
            case INVALID -> 400;
            case UNKNOWN_SERVER, NOTHING_TO_UNDO -> 404;
            case CONFLICT -> 409;
            case UNWRITABLE -> 500;
        };
        ErrorCode code = switch (e.reason()) {
            case INVALID, CONFLICT -> ErrorCode.INVALID_REQUEST;
            case UNKNOWN_SERVER -> ErrorCode.CONNECTOR_NOT_FOUND;
            case NOTHING_TO_UNDO -> ErrorCode.NOT_FOUND;
            case UNWRITABLE -> ErrorCode.INTERNAL_ERROR;
        };
        JsonWriter json = new JsonWriter(512).beginObject().beginObject("error");
        json.string("code", code.name()).string("message", e.getMessage()).beginObject("details");
        json.strings("faults", e.errors());
        json.string("suggestion", suggestion(e)).endObject().endObject().endObject();
        return new ServiceResponse(status, json.slice());
    }

    private static String suggestion(ConfigEditException e) {
        return switch (e.reason()) {
            case INVALID ->
                e.errors().isEmpty()
                        ? "correct the problem in the message, then repeat the request"
                        : "correct the listed faults, then repeat the request";
            case UNKNOWN_SERVER -> "GET /api/v1/servers lists the servers";
            case NOTHING_TO_UNDO -> "GET /api/v1/config/edits lists the changes that can be undone";
            case CONFLICT -> "read the current state, then repeat the request";
            case UNWRITABLE -> "give the user that runs 'plimsoll serve' write access to the file and its folder";
        };
    }
}
