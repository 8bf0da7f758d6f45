package dev.plimsoll.testkit;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Parses JSON with Jackson without limits: an independent check of the engine's operations on bytes. */
public final class ParsedJson {

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(1_000_000)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();
    private static final JsonMapper MAPPER = JsonMapper.builder(FACTORY).build();

    /** An escape; group 1 is the code of a lone surrogate. */
    private static final Pattern ESCAPE = Pattern.compile(
            "\\\\(?:u[dD][89abAB]\\p{XDigit}{2}\\\\u[dD][c-fC-F]\\p{XDigit}{2}|u([dD][89a-fA-F]\\p{XDigit}{2})|.)",
            Pattern.DOTALL);

    private ParsedJson() {}

    /** Returns whether this is strict UTF-8 and exactly one document under RFC 8259. */
    public static boolean isJson(byte[] utf8) {
        try {
            return visitTokens(utf8, JsonParser::finishToken) == 1;
        } catch (JacksonException | CharacterCodingException e) {
            return false;
        }
    }

    /**
     * Returns whether two valid documents have the same tokens in the same order. Numbers are compared as spelled,
     * strings as decoded.
     */
    public static boolean hasSameTokens(byte[] one, byte[] other) {
        try {
            return tokens(one).equals(tokens(other));
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("not UTF-8", e);
        }
    }

    /**
     * Returns a tree for lookups. Different documents may have equal trees, because a tree may round numbers, and drops
     * repeated keys. A lone surrogate {@code d800} becomes U+E000 and the text {@code d800}.
     */
    public static JsonNode tree(byte[] utf8) {
        try {
            return MAPPER.readTree(withoutLoneSurrogates(decode(utf8)));
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("not UTF-8", e);
        }
    }

    public static boolean isUtf8(byte[] bytes) {
        try {
            decode(bytes);
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    private static List<String> tokens(byte[] utf8) throws CharacterCodingException {
        List<String> tokens = new ArrayList<>();
        visitTokens(utf8, parser -> tokens.add(parser.currentToken().id() + parser.getString()));
        return tokens;
    }

    /** Visits each token, and returns the number of documents. */
    private static int visitTokens(byte[] utf8, Consumer<JsonParser> visit) throws CharacterCodingException {
        int documents = 0;
        int depth = 0;
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), withoutLoneSurrogates(decode(utf8)))) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                documents += depth == 0 ? 1 : 0;
                depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                visit.accept(parser);
            }
        }
        return documents;
    }

    /** Replaces lone surrogates. The grammar allows them everywhere, but Jackson 3.2 rejects them in names. */
    private static String withoutLoneSurrogates(String json) {
        return ESCAPE.matcher(json)
                .replaceAll(match -> Matcher.quoteReplacement(
                        match.group(1) == null
                                ? match.group()
                                : "\\ue000" + match.group(1).toLowerCase(Locale.ROOT)));
    }

    private static String decode(byte[] utf8) throws CharacterCodingException {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
    }
}
