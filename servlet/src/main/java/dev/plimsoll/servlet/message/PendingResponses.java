package dev.plimsoll.servlet.message;

import dev.plimsoll.json.Envelope;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Requests whose responses are rewritten if they occur in one HTTP response. These are the requests of the HTTP request, or, on an event stream of a session, all recent requests of the session. Not thread-safe.
 */
public final class PendingResponses {

    private static final System.Logger LOG = System.getLogger("dev.plimsoll");

    private final Map<String, Request> requestById = new LinkedHashMap<>();
    private final @Nullable RecentRequests recent;
    private String session;

    private record Request(Slice id, ResponseHandler handler) {}

    /** Creates an empty set for one HTTP exchange. */
    PendingResponses() {
        this.recent = null;
        this.session = "";
    }

    /** Creates the set for an event stream of a session. */
    PendingResponses(RecentRequests recent, String session) {
        this.recent = recent;
        this.session = session;
    }

    void add(Slice id, ResponseHandler handler) {
        requestById.put(key(id), new Request(id, handler));
    }

    private @Nullable Request remove(Slice id) {
        Request pendingRequest = requestById.remove(key(id));
        if (pendingRequest != null || recent == null) {
            return pendingRequest;
        }
        ResponseHandler handler = recent.find(session, key(id));
        return handler == null ? null : new Request(id, handler);
    }

    /** Returns the normalized form of an id, because servers may escape the characters of a string differently. */
    static String key(Slice id) {
        return Json.type(id) == JsonType.STRING
                ? "s" + JsonText.unescapeToString(Json.stringInside(id))
                : "n" + Json.trim(id).utf8();
    }

    /** Returns whether no further response is rewritten. */
    public boolean isEmpty() {
        return requestById.isEmpty() && recent == null;
    }

    /** Records the session that the response starts; null if it starts none. */
    public void setSession(@Nullable String id) {
        session = id == null ? session : id;
    }

    /**
     * Returns the message for the client: a changed message if it is the response to one of these requests, else the same
     * slice.
     */
    public Slice rewrite(Slice message) {
        Envelope envelope = isEmpty() ? null : Envelope.parse(message);
        Slice id = envelope == null ? null : envelope.id();
        if (envelope == null || id == null || envelope.rawMethod() != null) {
            return message;
        }
        Slice result = envelope.result();
        Slice error = envelope.error();
        Request request = result == null && error == null ? null : remove(id);
        if (request == null) {
            return message;
        }
        if (result == null) {
            if (error != null) {
                request.handler().onError(error);
            }
            return message;
        }
        return withResult(message, id, result, request);
    }

    private Slice withResult(Slice message, Slice id, Slice result, Request request) {
        try {
            Slice changed = request.handler().onResult(result, session);
            return changed.isSameRange(result) ? message : JsonObjects.withMember(message, "result", changed);
        } catch (RefusedException refused) {
            return JsonRpc.error(id, JsonRpc.INTERNAL_ERROR, refused);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "a response passes unchanged because Plimsoll failed", e);
            return message;
        }
    }

    /** Returns a refusal for each pending request, in place of a body that is too large. */
    public List<Slice> refuse(RefusedException refused) {
        List<Slice> responses = new ArrayList<>();
        for (Request request : requestById.values()) {
            try {
                responses.add(JsonRpc.result(request.id(), request.handler().onRefusal(refused)));
            } catch (RefusedException error) {
                responses.add(JsonRpc.error(request.id(), JsonRpc.INTERNAL_ERROR, error));
            }
        }
        requestById.clear();
        return responses;
    }
}
