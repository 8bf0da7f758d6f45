package dev.plimsoll.gateway.config.check;

import dev.plimsoll.gateway.config.key.StoredKeys;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import dev.plimsoll.stored.ParameterType;
import dev.plimsoll.stored.StoredParameter;
import dev.plimsoll.stored.StoredText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads stored queries and programs from settings. */
final class StoredTexts {

    private StoredTexts() {}

    /** Returns the entries of a table. */
    static List<StoredText> parseAll(Map<String, ScopeSettings> table) {
        List<StoredText> texts = new ArrayList<>();
        table.forEach((name, entry) -> texts.add(parse(name, entry)));
        return texts;
    }

    /** Returns an entry. Its text is empty if the configuration does not set one. */
    static StoredText parse(String name, ScopeSettings entry) {
        String textKey = Objects.requireNonNull(StoredKeys.findTextKey(entry.scope()));
        List<StoredParameter> parameters = new ArrayList<>();
        entry.table(StoredKeys.PARAMETERS).forEach((parameter, settings) -> {
            ParameterType type = parameterType(settings);
            parameters.add(new StoredParameter(
                    parameter, type, findDefault(type, settings), textOrEmpty(settings, "description")));
        });
        return new StoredText(name, textOrEmpty(entry, textKey), textOrEmpty(entry, "description"), parameters);
    }

    static ParameterType parameterType(ScopeSettings parameter) {
        return Objects.requireNonNull(ParameterType.find(parameter.text("type")));
    }

    /** Returns the default as JSON; null if there is none, or if it is not valid for the type. */
    static @Nullable Slice findDefault(ParameterType type, ScopeSettings parameter) {
        if (!parameter.has("default")) {
            return null;
        }
        String text = parameter.text("default");
        if (type == ParameterType.STRING) {
            return new ByteSink(text.length() + 2).string(text).slice();
        }
        Slice value = Slice.of(text.strip());
        boolean isValid = !value.isEmpty() && Json.isValid(value) && (isNull(value) || type.isTypeOf(value));
        return isValid ? value : null;
    }

    private static boolean isNull(Slice value) {
        return value.contentEquals(Slice.of("null"));
    }

    private static String textOrEmpty(ScopeSettings settings, String path) {
        return settings.has(path) ? settings.text(path) : "";
    }
}
