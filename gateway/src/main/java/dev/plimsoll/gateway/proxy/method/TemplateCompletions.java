package dev.plimsoll.gateway.proxy.method;

import dev.plimsoll.gateway.access.AccessRequest;
import dev.plimsoll.gateway.proxy.request.RelaySession;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * Filters the completions of a variable of a resource template: removes each value with which no access rule
 * can allow a URI, because values may be names of resources that the caller must not know.
 *
 * @param variable the variable whose values the server proposes; empty if the request does not name it
 * @param knownValues values of other variables, from the context of the request
 */
record TemplateCompletions(String template, String variable, Map<String, String> knownValues) {

    private static final int MAX_NAME_BYTES = 1024;
    private static final int MAX_VALUE_BYTES = 1024;

    /** Reads the variables of a request. */
    static TemplateCompletions of(Message request, String template) {
        Slice params = request.params();
        Slice argument = params == null ? null : ObjectEdit.objectIn(params, "argument");
        String variable = ObjectEdit.textIn(argument, "name", MAX_NAME_BYTES);
        Map<String, String> knownValues = new LinkedHashMap<>();
        Slice context = params == null ? null : ObjectEdit.objectIn(params, "context");
        Slice arguments = context == null ? null : ObjectEdit.objectIn(context, "arguments");
        if (arguments != null) {
            Members members = Members.of(arguments);
            while (members.next()) {
                String name = members.key().length() <= MAX_NAME_BYTES ? members.keyText() : "";
                boolean isUsed = members.type() == JsonType.STRING && AccessRequest.hasVariable(template, name);
                if (isUsed && members.valueLength() <= MAX_VALUE_BYTES) {
                    knownValues.put(name, JsonText.unescapeToString(Json.stringInside(members.value())));
                }
            }
        }
        return new TemplateCompletions(template, variable == null ? "" : variable, knownValues);
    }

    /**
     * Returns the result without the values that the caller cannot use. If any are removed, also removes the
     * total. Throws if the result cannot be parsed, because it could contain such values.
     */
    Slice filter(Slice result, RelaySession relaySession) {
        try {
            return withoutForbidden(result, relaySession);
        } catch (RuntimeException | StackOverflowError | LinkageError e) {
            throw new RefusedException(
                    ErrorCode.INTERNAL_ERROR, "invalid completion result of the server", "repeat the request later");
        }
    }

    private Slice withoutForbidden(Slice result, RelaySession relaySession) {
        Slice completion = ObjectEdit.valueIn(result, "completion");
        Slice values = completion == null ? null : ObjectEdit.valueIn(completion, "values");
        if (completion == null || values == null || Json.type(values) != JsonType.ARRAY) {
            return result;
        }
        ItemIndex items = ItemIndex.of(values);
        List<Slice> allowedValues = new ArrayList<>();
        for (int i = 0; i < items.count(); i++) {
            if (canUse(items.item(i), relaySession)) {
                allowedValues.add(items.item(i));
            }
        }
        if (allowedValues.size() == items.count()) {
            return result;
        }
        Slice list = new JsonWriter(values.length())
                .array(allowedValues, (value, json) -> json.raw(value))
                .slice();
        Slice filtered = ObjectEdit.without(ObjectEdit.with(completion, "values", list), "total");
        return ObjectEdit.with(result, "completion", filtered);
    }

    private boolean canUse(Slice value, RelaySession relaySession) {
        if (Json.type(value) != JsonType.STRING || value.length() > MAX_VALUE_BYTES || variable.isEmpty()) {
            return false;
        }
        SequencedMap<String, String> variables = new LinkedHashMap<>(knownValues);
        variables.remove(variable);
        variables.put(variable, JsonText.unescapeToString(Json.stringInside(value)));
        return AccessRequest.ofExpandedTemplate(relaySession.server(), template, variables).stream()
                .anyMatch(relaySession.access()::canAllow);
    }
}
