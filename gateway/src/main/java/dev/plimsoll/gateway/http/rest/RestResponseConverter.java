package dev.plimsoll.gateway.http.rest;

import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.OwnRequests;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.NameSuggestions;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Converts a JSON-RPC response into a REST response: the result, or an error with its HTTP status. */
record RestResponseConverter(String server, String tool, EndpointSession endpointSession) {

    private static final int MAX_ERROR_LENGTH = 1 << 16;
    private static final int MAX_PAGES = 100;
    private static final int MAX_NAMES = 20;
    private static final int LIST_TIMEOUT_SECONDS = 30;

    RestResponse toResponse(@Nullable Message response) {
        if (response == null) {
            return errorResponse(new RefusedException(
                    ErrorCode.UPSTREAM_UNAVAILABLE,
                    "the server " + server + " sent no response",
                    "repeat the call if it changes nothing"));
        }
        Slice result = response.result();
        if (result == null) {
            return fromError(response.error());
        }
        if (Json.type(result) != JsonType.OBJECT || !isTrue(result, "isError")) {
            return RestResponse.ofResult(result);
        }
        Slice plimsollError = findPlimsollError(findText(result));
        return plimsollError != null
                ? fromPlimsollError(plimsollError)
                : unknownToolOrElse(() -> RestResponse.ofResult(result));
    }

    private RestResponse fromError(@Nullable Slice error) {
        Slice data = error == null ? null : ObjectEdit.objectIn(error, "data");
        if (data != null && findCode(data) != null) {
            return fromPlimsollError(data);
        }
        Slice number = error == null ? null : ObjectEdit.valueIn(error, "code");
        String code = number == null ? "none" : number.utf8();
        String errorText = String.valueOf(ObjectEdit.textIn(error, "message", MAX_ERROR_LENGTH));
        return unknownToolOrElse(() -> errorResponse(new RefusedException(
                        code.equals(String.valueOf(ErrorObject.INVALID_PARAMS))
                                ? ErrorCode.INVALID_REQUEST
                                : ErrorCode.INTERNAL_ERROR,
                        "the server " + server + " returned an error: " + errorText,
                        "check the tool's input schema: tools/list")
                .detail("upstreamCode", code)));
    }

    private static RestResponse errorResponse(RefusedException reason) {
        return fromPlimsollError(Slice.of(reason.json()));
    }

    /** Creates a response from an error of Plimsoll, whose code determines the status. */
    private static RestResponse fromPlimsollError(Slice body) {
        ErrorCode code = findCode(body);
        Slice error = ObjectEdit.objectIn(body, "error");
        Slice details = error == null ? null : ObjectEdit.objectIn(error, "details");
        String seconds = details == null ? null : findRetrySeconds(details);
        return new RestResponse(
                code == null ? 500 : code.status(), body, seconds == null ? Map.of() : Map.of("Retry-After", seconds));
    }

    /** Returns the seconds until the next try, which the gateway or the server has set; null if there are none. */
    private static @Nullable String findRetrySeconds(Slice details) {
        Slice retryAfterSeconds = ObjectEdit.valueIn(details, "retryAfterSeconds");
        String seconds =
                retryAfterSeconds == null ? ObjectEdit.textIn(details, "retryAfter", 12) : retryAfterSeconds.utf8();
        return seconds != null && seconds.matches("[0-9]{1,10}") ? seconds : null;
    }

    /** Returns the text as JSON if it is an error of Plimsoll, with one of its codes; otherwise null. */
    private static @Nullable Slice findPlimsollError(@Nullable String text) {
        Slice body = text == null ? null : Slice.of(text);
        return body != null && Json.isValid(body) && findCode(Json.trim(body)) != null ? Json.trim(body) : null;
    }

    private static @Nullable ErrorCode findCode(Slice body) {
        String code = Json.type(body) == JsonType.OBJECT
                ? ObjectEdit.textIn(ObjectEdit.objectIn(body, "error"), "code", 64)
                : null;
        for (ErrorCode errorCode : ErrorCode.values()) {
            if (errorCode.name().equals(code)) {
                return errorCode;
            }
        }
        return null;
    }

    private static boolean isTrue(Slice object, String name) {
        Slice value = Members.get(object, name);
        return value != null && value.utf8().equals("true");
    }

    private static @Nullable String findText(Slice result) {
        Slice content = Members.get(result, "content");
        if (content == null || Json.type(content) != JsonType.ARRAY) {
            return null;
        }
        ItemIndex blocks = ItemIndex.of(content);
        return blocks.count() == 0 ? null : ObjectEdit.textIn(blocks.item(0), "text", MAX_ERROR_LENGTH);
    }

    // --- MCP servers have no common error for an unknown tool

    private interface FallbackResponse {
        RestResponse response();
    }

    private RestResponse unknownToolOrElse(FallbackResponse fallback) {
        Set<String> names = listToolNames();
        if (names.isEmpty() || names.contains(tool)) {
            return fallback.response();
        }
        Set<String> nearestFirst = new LinkedHashSet<>(NameSuggestions.similarNames(tool, names, 3));
        nearestFirst.addAll(names);
        String shownNames =
                String.join(", ", nearestFirst.stream().limit(MAX_NAMES).toList());
        return errorResponse(new RefusedException(
                        ErrorCode.ACTION_NOT_FOUND,
                        "the server " + server + " has no tool " + tool,
                        "one of " + shownNames + (names.size() > MAX_NAMES ? ", …" : ""))
                .detail("server", server)
                .detail("tool", tool));
    }

    /** Returns the tools that the server lists for this caller; empty if the listing is not available. */
    private Set<String> listToolNames() {
        Set<String> names = new TreeSet<>();
        String cursor = null;
        OwnRequests requests = OwnRequests.to(endpointSession::handle);
        for (int page = 0; page < MAX_PAGES; page++) {
            Slice result = fetchPage(requests, cursor);
            Slice tools = result == null ? null : ObjectEdit.valueIn(result, "tools");
            if (result == null || tools == null || Json.type(tools) != JsonType.ARRAY) {
                return Set.of();
            }
            ItemIndex entries = ItemIndex.of(tools);
            for (int i = 0; i < entries.count(); i++) {
                String name = ObjectEdit.textIn(entries.item(i), "name", 4096);
                if (name != null) {
                    names.add(name);
                }
            }
            Slice next = Members.get(result, "nextCursor");
            if (next == null || Json.type(next) != JsonType.STRING) {
                return names;
            }
            cursor = JsonText.unescapeToString(Json.stringInside(next));
        }
        return Set.of();
    }

    private static @Nullable Slice fetchPage(OwnRequests requests, @Nullable String cursor) {
        JsonWriter params = new JsonWriter().beginObject();
        if (cursor != null) {
            params.string("cursor", cursor);
        }
        params.beginObject("_meta").string(RequestMeta.PROTOCOL_VERSION, Revision.MODERN.text());
        params.beginObject(RequestMeta.CLIENT_CAPABILITIES).endObject().endObject();
        try {
            Message response = requests.send("tools/list", params.endObject().slice())
                    .await(System.nanoTime() + TimeUnit.SECONDS.toNanos(LIST_TIMEOUT_SECONDS));
            return response == null ? null : response.result();
        } catch (IOException e) {
            return null;
        }
    }
}
