package dev.plimsoll.gateway.upstream.http;

import dev.plimsoll.gateway.upstream.http.Outgoing.Header;
import dev.plimsoll.gateway.wire.ObjectEdit;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Which arguments of which tools a server wants to see in headers as well, as its listings say ({@code x-mcp-header}). */
final class ToolHeaders {

    private static final String DECLARATION = "x-mcp-header";
    private static final int MOST_TOOLS = 20_000;
    private static final int MOST_PARAMETERS = 64;
    private static final int DEEPEST = 32;
    private static final int LONGEST = 1 << 13;

    private final Map<String, List<Parameter>> byTool = new ConcurrentHashMap<>();
    private volatile boolean listed;

    /** An argument: where it stands, and what its header is called behind {@code Mcp-Param-}. */
    private record Parameter(List<String> path, String name) {}

    private record Place(Slice schema, List<String> path) {}

    /** Whether a listing has been seen, or asked for. */
    boolean isListed() {
        return listed;
    }

    void asked() {
        listed = true;
    }

    /** Takes what a result of {@code tools/list} says. */
    void learn(Slice result) {
        Slice tools = ObjectEdit.valueIn(result, "tools");
        if (tools == null || Json.type(tools) != JsonType.ARRAY) {
            return;
        }
        ItemIndex items = ItemIndex.of(tools);
        for (int i = 0; i < items.count(); i++) {
            String name = ObjectEdit.textIn(items.item(i), "name", 1024);
            Slice schema = ObjectEdit.valueIn(items.item(i), "inputSchema");
            if (name != null && schema != null && byTool.size() < MOST_TOOLS) {
                List<Parameter> parameters = parameters(schema);
                if (parameters.isEmpty()) {
                    byTool.remove(name);
                } else {
                    byTool.put(name, parameters);
                }
            }
        }
        listed = true;
    }

    private static List<Parameter> parameters(Slice schema) {
        if (!schema.utf8().contains(DECLARATION)) {
            return List.of();
        }
        List<Parameter> found = new ArrayList<>();
        Deque<Place> places = new ArrayDeque<>(List.of(new Place(schema, List.of())));
        while (!places.isEmpty() && found.size() < MOST_PARAMETERS) {
            Place place = places.remove();
            String name = ObjectEdit.textIn(place.schema, DECLARATION, 256);
            if (name != null && !place.path.isEmpty() && name.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+")) {
                found.add(new Parameter(place.path, name));
            }
            Slice properties = ObjectEdit.valueIn(place.schema, "properties");
            if (properties != null && Json.type(properties) == JsonType.OBJECT && place.path.size() < DEEPEST) {
                Members members = Members.of(properties);
                while (members.next()) {
                    List<String> path = new ArrayList<>(place.path);
                    path.add(members.keyText());
                    if (Json.type(members.value()) == JsonType.OBJECT) {
                        places.add(new Place(members.value(), path));
                    }
                }
            }
        }
        return List.copyOf(found);
    }

    /** The headers of a call. */
    List<Header> of(String tool, @Nullable Slice arguments) {
        List<Parameter> parameters = byTool.get(tool);
        if (parameters == null || arguments == null) {
            return List.of();
        }
        List<Header> headers = new ArrayList<>();
        for (Parameter parameter : parameters) {
            String value = value(arguments, parameter.path());
            if (value != null) {
                headers.add(new Header("Mcp-Param-" + parameter.name(), HeaderValue.of(value)));
            }
        }
        return headers;
    }

    /** Null for what is not there, and for what a header cannot say. */
    private static @Nullable String value(Slice arguments, List<String> path) {
        Slice value = arguments;
        for (String name : path) {
            value = value == null ? null : ObjectEdit.valueIn(value, name);
        }
        if (value == null || value.length() > LONGEST) {
            return null;
        }
        return switch (Json.type(value)) {
            case STRING -> JsonText.text(Json.stringInside(value));
            case BOOLEAN -> value.utf8();
            case NUMBER -> number(value.utf8());
            default -> null;
        };
    }

    private static @Nullable String number(String text) {
        if (text.length() > 40) {
            return null;
        }
        BigDecimal number = new BigDecimal(text);
        return Math.abs((long) number.scale()) > 40
                ? null
                : number.stripTrailingZeros().toPlainString();
    }
}
