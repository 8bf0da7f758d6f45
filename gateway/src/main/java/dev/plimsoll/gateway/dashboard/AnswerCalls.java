package dev.plimsoll.gateway.dashboard;

import dev.plimsoll.gateway.trial.ParsedAnswer;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes the follow-up calls that an answer offers, with the cursor filled in. */
final class AnswerCalls {

    private static final int MAX_CALLS = 20;

    private AnswerCalls() {}

    private static JsonType type(Slice value) {
        return dev.plimsoll.json.Json.type(value);
    }

    /**
     * Writes the arguments of the calls as a list of objects. If the answer is not the end of the result, the first
     * call reads what follows.
     */
    static void write(ParsedAnswer parsedAnswer, JsonWriter json) {
        Set<Map<String, String>> calls = new LinkedHashSet<>();
        String nextCursor = parsedAnswer.findText("nextCursor");
        String cursor = nextCursor == null ? parsedAnswer.findText("cursor") : nextCursor;
        if (nextCursor != null) {
            calls.add(Map.of("cursor", nextCursor));
        }
        ParsedAnswer.Block headerBlock = parsedAnswer.findHeaderBlock();
        Slice offeredCalls = headerBlock == null ? null : headerBlock.header().get("next");
        if (offeredCalls != null && cursor != null && type(offeredCalls) == JsonType.ARRAY) {
            ItemIndex index = ItemIndex.of(offeredCalls);
            for (int i = 0; i < Math.min(MAX_CALLS, index.count()); i++) {
                Map<String, String> arguments = findArguments(index.item(i), cursor);
                if (!arguments.isEmpty()) {
                    calls.add(arguments);
                }
            }
        }
        json.array(calls, (call, list) -> {
            list.beginObject();
            call.forEach(list::string);
            list.endObject();
        });
    }

    private static Map<String, String> findArguments(Slice call, String cursor) {
        Map<String, String> arguments = new LinkedHashMap<>();
        Slice object = type(call) == JsonType.OBJECT ? Members.get(call, "arguments") : null;
        if (object != null && type(object) == JsonType.OBJECT) {
            Members members = Members.of(object);
            while (members.next()) {
                String value = findText(members.value());
                if (value != null) {
                    arguments.put(members.keyText(), value);
                }
            }
        }
        if (arguments.containsKey("cursor")) {
            arguments.put("cursor", cursor);
        }
        return arguments;
    }

    private static @Nullable String findText(Slice value) {
        return switch (type(value)) {
            case STRING -> ParsedAnswer.unescape(value);
            case NUMBER -> value.utf8();
            default -> null;
        };
    }
}
