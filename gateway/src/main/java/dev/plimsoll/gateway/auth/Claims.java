package dev.plimsoll.gateway.auth;

import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The claims of an access token that we use.
 *
 * @param expiresSeconds in seconds since 1970; null if missing
 * @param notBefore in seconds since 1970; null if missing
 */
record Claims(
        @Nullable String issuer,
        @Nullable String subject,
        Set<String> audience,
        @Nullable Double expiresSeconds,
        @Nullable Double notBefore,
        Set<String> scopes) {

    /** Reads the claims of a valid JSON object. */
    static Claims of(Slice object) {
        Set<String> scopes = new HashSet<>();
        // some issuers write "scp", as a text or as a list
        for (String text : strings(object, "scope")) {
            scopes.addAll(List.of(text.strip().split(" +")));
        }
        for (String text : strings(object, "scp")) {
            scopes.addAll(List.of(text.strip().split(" +")));
        }
        scopes.remove("");
        return new Claims(
                Jwt.findText(object, "iss"),
                Jwt.findText(object, "sub"),
                Set.copyOf(strings(object, "aud")),
                number(object, "exp"),
                number(object, "nbf"),
                Set.copyOf(scopes));
    }

    private static Set<String> strings(Slice object, String name) {
        Slice value = Members.get(object, name);
        if (value == null) {
            return Set.of();
        }
        List<String> texts = new ArrayList<>();
        if (Json.type(value) == JsonType.STRING) {
            texts.add(JsonText.unescapeToString(Json.stringInside(value)));
        } else if (Json.type(value) == JsonType.ARRAY) {
            Elements elements = Elements.of(value);
            while (elements.next()) {
                if (Json.type(elements.value()) == JsonType.STRING) {
                    texts.add(JsonText.unescapeToString(Json.stringInside(elements.value())));
                }
            }
        }
        return new HashSet<>(texts);
    }

    private static @Nullable Double number(Slice object, String name) {
        Slice value = Members.get(object, name);
        return value == null || Json.type(value) != JsonType.NUMBER
                ? null
                : Double.valueOf(new String(value.toByteArray(), StandardCharsets.US_ASCII));
    }
}
