package dev.plimsoll.gateway.auth;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A parsed but unverified JSON Web Token in compact form.
 *
 * @param signed the bytes that the signature covers
 * @param claims a valid JSON object
 */
record Jwt(@Nullable Algorithm algorithm, @Nullable String kid, byte[] signed, byte[] signature, Slice claims) {

    /** Types of access tokens by RFC 9068, and those that were used before it. */
    private static final Set<String> TYPES = Set.of("jwt", "at+jwt", "application/at+jwt");

    /** Returns whether the token has three parts. */
    static boolean hasThreeParts(String token) {
        int first = token.indexOf('.');
        int second = token.indexOf('.', first + 1);
        return first > 0 && second > first + 1 && token.indexOf('.', second + 1) < 0;
    }

    /**
     * Parses a token. Keys inside the token are never used.
     *
     * @throws IllegalArgumentException if it is not a valid token
     */
    static Jwt parse(String token) {
        if (!hasThreeParts(token)) {
            throw new IllegalArgumentException("is not of three parts");
        }
        int first = token.indexOf('.');
        int second = token.indexOf('.', first + 1);
        Slice header = decodeObject(token.substring(0, first));
        if (Members.get(header, "crit") != null) {
            throw new IllegalArgumentException("asks for extensions");
        }
        String type = findText(header, "typ");
        if (type != null && !TYPES.contains(type.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException("is of another type");
        }
        return new Jwt(
                Algorithm.find(findText(header, "alg")),
                findText(header, "kid"),
                token.substring(0, second).getBytes(StandardCharsets.US_ASCII),
                Base64.getUrlDecoder().decode(token.substring(second + 1)),
                decodeObject(token.substring(first + 1, second)));
    }

    private static Slice decodeObject(String encoded) {
        Slice decoded = Slice.of(Base64.getUrlDecoder().decode(encoded));
        if (!Json.isValid(decoded) || Json.type(decoded) != JsonType.OBJECT) {
            throw new IllegalArgumentException("has a part that is not a JSON object");
        }
        return decoded;
    }

    /** Returns a text member of a valid object, or null. */
    static @Nullable String findText(Slice object, String name) {
        Slice value = Members.get(object, name);
        return value == null || Json.type(value) != JsonType.STRING
                ? null
                : JsonText.unescapeToString(Json.stringInside(value));
    }
}
