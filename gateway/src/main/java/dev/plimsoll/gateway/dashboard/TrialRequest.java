package dev.plimsoll.gateway.dashboard;

import dev.plimsoll.gateway.trial.ParsedAnswer;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.shape.style.StyleRegistry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request to the playground.
 *
 * @param steps the arguments of the follow-up reads, in order
 */
record TrialRequest(Slice payload, String tool, ClientFeatures client, Policy policy, List<Map<String, String>> steps) {

    private static final int MAX_STEPS = 40;
    private static final int MAX_ARGUMENTS = 20;

    /**
     * Policy keys that a request may set: those that change the form of an answer, but not those that limit its cost.
     */
    private static final Set<String> ALLOWED_SETTINGS = Set.of(
            "style",
            "tokenBudgetThreshold",
            "estimator",
            "encoding",
            "defaultPageSize",
            "pageByCount",
            "chunkSize",
            "summaryThreshold",
            "summaryFields",
            "keepFields",
            "countCopies",
            "outputSchema",
            "heavy");

    TrialRequest {
        steps = List.copyOf(steps);
    }

    static TrialRequest parse(Slice body) {
        if (!Json.isValid(body) || Json.type(Json.trim(body)) != JsonType.OBJECT) {
            throw refusal("the body is not a JSON object", "{\"payload\": \"…\"}");
        }
        Slice object = Json.trim(body);
        Slice payload = Members.get(object, "payload");
        if (payload == null || Json.type(payload) != JsonType.STRING) {
            throw refusal("payload is not a string", "the payload as one JSON string");
        }
        Slice text = Slice.of(JsonText.unescape(Json.stringInside(payload)));
        if (text.isEmpty() || text.length() > Playground.MAX_PAYLOAD_BYTES) {
            throw refusal(
                    "payload has " + text.length() + " bytes",
                    "1 to " + Playground.MAX_PAYLOAD_BYTES + " bytes; plimsoll try accepts larger payloads");
        }
        String tool = findText(object, "tool");
        return new TrialRequest(
                text,
                tool == null || tool.isBlank() || tool.length() > 64 ? "playground" : tool,
                parseClient(findText(object, "client")),
                parsePolicy(Members.get(object, "settings")),
                parseSteps(Members.get(object, "steps")));
    }

    private static ClientFeatures parseClient(@Nullable String name) {
        return switch (name == null ? "current" : name) {
            case "old" -> ClientFeatures.old();
            case "current" -> ClientFeatures.current();
            case "modern" -> ClientFeatures.modern();
            default -> throw refusal("client is unknown", "old, current, or modern");
        };
    }

    private static Policy parsePolicy(@Nullable Slice settings) {
        Policy policy = Policy.defaults();
        if (settings == null || Json.type(settings) != JsonType.OBJECT) {
            return policy;
        }
        for (Map.Entry<String, String> setting : readTexts(settings).entrySet()) {
            if (!ALLOWED_SETTINGS.contains(setting.getKey())) {
                throw refusal(
                        "settings has a key that is not allowed here",
                        String.join(", ", ALLOWED_SETTINGS.stream().sorted().toList()));
            }
            try {
                policy = StyleRegistry.standard().withText(policy, setting.getKey(), setting.getValue());
            } catch (IllegalArgumentException e) {
                throw refusal(String.valueOf(e.getMessage()), "an allowed value");
            }
        }
        return policy;
    }

    private static List<Map<String, String>> parseSteps(@Nullable Slice list) {
        List<Map<String, String>> steps = new ArrayList<>();
        if (list == null || Json.type(list) != JsonType.ARRAY) {
            return steps;
        }
        ItemIndex index = ItemIndex.of(list);
        if (index.count() > MAX_STEPS) {
            throw refusal("there are " + index.count() + " steps", "at most " + MAX_STEPS + "; start over");
        }
        for (int i = 0; i < index.count(); i++) {
            if (Json.type(index.item(i)) != JsonType.OBJECT) {
                throw refusal("a step is not an object", "{\"cursor\": \"…\"}");
            }
            steps.add(readTexts(index.item(i)));
        }
        return steps;
    }

    private static Map<String, String> readTexts(Slice object) {
        Map<String, String> texts = new LinkedHashMap<>();
        Members members = Members.of(object);
        while (members.next() && texts.size() < MAX_ARGUMENTS) {
            Slice value = members.value();
            boolean isString = Json.type(value) == JsonType.STRING;
            texts.put(members.keyText(), isString ? ParsedAnswer.unescape(value) : value.utf8());
        }
        return texts;
    }

    private static @Nullable String findText(Slice object, String name) {
        Slice value = Members.get(object, name);
        return value == null || Json.type(value) != JsonType.STRING ? null : ParsedAnswer.unescape(value);
    }

    private static RefusedException refusal(String message, String allowed) {
        return new RefusedException(ErrorCode.INVALID_REQUEST, message, allowed);
    }
}
