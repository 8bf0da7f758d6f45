package dev.plimsoll.gateway.watch;

import dev.plimsoll.call.ProgramCalls;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.ReceivedMessages;
import dev.plimsoll.gateway.rpc.RequestIds;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.gateway.rpc.line.LinePeer;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineFramer;
import dev.plimsoll.json.frame.LineTooLongException;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** MCP client that reads one saved view through a session of {@code plimsoll run}. Not thread-safe. */
public final class ViewClient {

    private static final String REVISION = Revision.LATEST_LEGACY.text();
    private static final int MAX_MESSAGE_BYTES = 256 << 20;
    private static final int MAX_TEXT_BYTES = 8_192;

    /** JSON-RPC error for requests of the server, none of which this client supports. */
    private static final Slice METHOD_NOT_FOUND = methodNotFound();

    private final LinePeer server;
    private final LineFramer fromServer;
    private final String uri;
    private final RequestIds ids = RequestIds.numbers();

    /**
     * Creates a client that has sent nothing yet.
     *
     * @param out input of the session
     * @param in output of the session
     */
    public ViewClient(OutputStream out, InputStream in, String uri) {
        this.server = new LinePeer(out);
        this.fromServer = new LineFramer(in, MAX_MESSAGE_BYTES);
        this.uri = uri;
    }

    private static Slice methodNotFound() {
        JsonWriter json = new JsonWriter(64).beginObject().number("code", ErrorObject.METHOD_NOT_FOUND);
        return json.string("message", "not supported").endObject().slice();
    }

    /** Initializes the session. */
    public void initialize() throws ViewReadException {
        JsonWriter params = new JsonWriter(256).beginObject().string("protocolVersion", REVISION);
        params.beginObject("capabilities").endObject().beginObject("clientInfo");
        params.string("name", "plimsoll-watch").string("version", "1").endObject();
        request("initialize", params.endObject().slice());
        send(Message.notification("notifications/initialized"));
    }

    /**
     * Calls the tool of the view, and returns the new value as JSON.
     *
     * @throws ViewReadException if the view has no value now, or was removed
     */
    public Slice read() throws ViewReadException {
        JsonWriter params = new JsonWriter(256).beginObject().string("uri", uri);
        params.beginObject("_meta").bool(ProgramCalls.WHOLE_KEY, true);
        Slice result = request("resources/read", params.endObject().endObject().slice());
        Slice contents = ObjectEdit.valueIn(result, "contents");
        Elements items =
                Elements.of(contents == null || Json.type(contents) != JsonType.ARRAY ? Slice.of("[]") : contents);
        Slice text = items.next() ? ObjectEdit.valueIn(items.value(), "text") : null;
        if (text == null || Json.type(text) != JsonType.STRING) {
            throw new ViewReadException("the result of resources/read has no text", false);
        }
        Slice content = JsonText.unescapeToSlice(Json.stringInside(text));
        boolean isJson = "application/json".equals(ObjectEdit.textIn(items.value(), "mimeType", MAX_TEXT_BYTES));
        return isJson && Json.isValid(content) ? content : toJson(Document.ofDecoded(content));
    }

    /** Returns a text as JSON. If it is not JSON, returns an array of its lines, so that changes are found by line. */
    private static Slice toJson(Document text) {
        return text.isJson()
                ? text.bytes()
                : new JsonWriter(text.bytes().length() + 256)
                        .strings(text.bytes().utf8().lines().toList())
                        .slice();
    }

    private Slice request(String method, Slice params) throws ViewReadException {
        Slice id = ids.next();
        send(Message.request(id, method, params));
        while (true) {
            Message message = receive();
            if (message.isRequest() && message.id() != null) {
                send(Message.error(message.id(), METHOD_NOT_FOUND));
            } else if (message.isResponse() && id.equals(message.id())) {
                Slice result = message.result();
                if (result == null) {
                    throw toException(message.error());
                }
                return result;
            }
        }
    }

    private static ViewReadException toException(@Nullable Slice error) {
        Slice data = error == null ? null : ObjectEdit.valueIn(error, "data");
        Slice plimsollError = data == null ? null : ObjectEdit.valueIn(data, "error");
        String code = plimsollError == null ? null : ObjectEdit.textIn(plimsollError, "code", MAX_TEXT_BYTES);
        String message = error == null ? null : ObjectEdit.textIn(error, "message", MAX_TEXT_BYTES);
        Slice details = plimsollError == null ? null : ObjectEdit.valueIn(plimsollError, "details");
        String suggestion = details == null ? null : ObjectEdit.textIn(details, "suggestion", MAX_TEXT_BYTES);
        boolean isFinal = ErrorCode.NOT_FOUND.name().equals(code)
                || ErrorCode.FORBIDDEN.name().equals(code);
        return new ViewReadException(
                (message == null ? "the server returned an error" : message)
                        + (suggestion == null || suggestion.isEmpty() ? "" : "; " + suggestion),
                isFinal);
    }

    private void send(Message message) throws ViewReadException {
        try {
            server.send(message);
        } catch (IOException e) {
            throw sessionEndedException();
        }
    }

    private Message receive() throws ViewReadException {
        while (true) {
            try {
                Slice line = fromServer.next();
                if (line == null) {
                    throw sessionEndedException();
                }
                Message message = ReceivedMessages.parse(line).single();
                if (message != null) {
                    return message;
                }
            } catch (LineTooLongException e) {
                throw new ViewReadException("the value of the view is too long to be compared", true);
            } catch (IOException e) {
                throw sessionEndedException();
            }
        }
    }

    private static ViewReadException sessionEndedException() {
        return new ViewReadException("the server has ended", true);
    }
}
