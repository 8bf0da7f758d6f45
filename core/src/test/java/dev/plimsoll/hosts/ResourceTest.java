package dev.plimsoll.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.testkit.RealTokens;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResourceTest {

    private static final int BUDGET = 600;
    private static final String URI = "file:///notes/all.txt";
    private static final Pattern PAGE = Pattern.compile("plimsoll://page/[A-Za-z0-9_-]{48}");
    private static final Pattern BLOB = Pattern.compile("plimsoll://blob/[A-Za-z0-9_-]{48}");
    private static final SchemaValidator RESULT =
            SchemaValidator.of("{\"type\":\"object\",\"required\":[\"contents\"],\"properties\":{"
                    + "\"contents\":{\"type\":\"array\",\"minItems\":1,\"items\":{\"type\":\"object\",\"required\":[\"uri\"],"
                    + "\"properties\":{\"uri\":{\"type\":\"string\"},\"mimeType\":{\"type\":\"string\"},"
                    + "\"text\":{\"type\":\"string\"},\"blob\":{\"type\":\"string\"}},"
                    + "\"oneOf\":[{\"required\":[\"text\"]},{\"required\":[\"blob\"]}]}},"
                    + "\"content\":false,\"isError\":false,\"structuredContent\":false}}");
    private static final SchemaValidator MODERN = SchemaValidator.of(
            "{\"required\":[\"ttlMs\",\"cacheScope\",\"resultType\"],\"properties\":{"
                    + "\"ttlMs\":{\"const\":0},\"cacheScope\":{\"const\":\"private\"},\"resultType\":{\"const\":\"complete\"}}}");

    private final EngineHost engineHost = host(ClientFeatures.current());
    private final ToolCall call = ToolCall.of("shop", "", "caller");

    private static EngineHost host(ClientFeatures clientFeatures) {
        return EngineHost.of(Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, BUDGET), "{}", clientFeatures);
    }

    @Test
    void passesTheSameBytesOfAResourceWithinTheBudget() {
        Slice small = resource("\"text\":\"short\"", ",\"ttlMs\":60000,\"cacheScope\":\"public\"");

        assertThat(engineHost.plimsoll.guardResource(call, URI, small).result()).isSameAs(small);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"7", "{}", "{\"contents\":7}", "{\"contents\":[{\"uri\"", "{\"resultType\":\"input_required\"}"})
    void passesTheSameBytesOfAnInvalidResult(String odd) {
        Slice result = Slice.of(odd);

        assertThat(engineHost.plimsoll.guardResource(call, URI, result).result())
                .isSameAs(result);
    }

    @Test
    void passesTheSameBytesOfARequestForInput() {
        Slice result = resource(text(lines(3_000)), ",\"resultType\":\"input_required\"");

        ToolCall modernCall = call.withClient(ClientFeatures.modern());
        assertThat(engineHost.plimsoll.guardResource(modernCall, URI, result).result())
                .isSameAs(result);
    }

    @Test
    void readsALongTextByUris() {
        String text = lines(800);
        Slice page = assertShaped(engineHost, resource(text(text), ""), URI);
        StringBuilder joined = new StringBuilder();
        String uri = URI;
        while (true) {
            List<String> texts = texts(page);
            assertThat(texts).hasSize(1);
            long line = joined.chars().filter(c -> c == '\n').count() + 1;
            assertThat(texts.get(0)).startsWith("{\"notice\":\"Lines " + line + "-");
            String header = texts.get(0).substring(0, texts.get(0).indexOf("\n\n"));
            assertThat(header).doesNotContain("nextCursor");
            assertThat(page.utf8()).contains("\"uri\":\"" + uri + "\"");
            joined.append(texts.get(0).substring(header.length() + 2));
            uri = nextUri(header);
            if (uri == null) {
                break;
            }
            page = engineHost.plimsoll.resource(call, uri).result();
            assertThat(tokens(page)).isLessThanOrEqualTo(BUDGET);
            RESULT.assertAccepts(page.utf8());
        }
        assertThat(joined).hasToString(text);
    }

    @Test
    void readsAListByUris() {
        String list = JsonText.unescapeToString(Json.stringInside(Objects.requireNonNull(Members.get(
                ItemIndex.of(Objects.requireNonNull(Members.get(EngineHost.orders(300), "content")))
                        .item(0),
                "text"))));
        Slice page = assertShaped(engineHost, resource(text(list), ",\"vendor\":1.10"), URI);
        assertThat(page.utf8()).contains("\"vendor\":1.10", "application/x-own");
        int items = 0;
        String uri = URI;
        while (uri != null) {
            Slice shown = Slice.of(texts(page).get(0));
            items += ItemIndex.of(Objects.requireNonNull(Members.get(shown, "items")))
                    .count();
            uri = nextUri(shown.utf8());
            page = uri == null ? page : engineHost.plimsoll.resource(call, uri).result();
        }
        assertThat(items).isEqualTo(300);
    }

    @Test
    void readToolAcceptsUrisAndUrisAcceptArguments() {
        String uri = Objects.requireNonNull(nextUri(texts(assertShaped(engineHost, resource(text(lines(900)), ""), URI))
                .get(0)));
        String byTool = engineHost
                .plimsoll
                .read(call.withTool(""), Slice.of("{\"cursor\":\"" + uri + "\",\"startLine\":7,\"endLine\":8}"))
                .result()
                .utf8();
        Slice byUri = engineHost
                .plimsoll
                .resource(call, uri + "?start_line=7&end_line=%38")
                .result();

        assertThat(byTool).contains("line 6 of", "line 7 of").doesNotContain("line 8 of");
        assertThat(texts(byUri).get(0)).contains("line 6 of", "line 7 of").doesNotContain("line 8 of");
        assertThat(engineHost.plimsoll.ownsCursor(call, Slice.of("{\"cursor\":\"" + uri + "\"}")))
                .isTrue();
    }

    @Test
    void noticesDoNotNameUnlistedTools() {
        Slice result = resource(text(lines(900)), "");
        ToolCall callWithoutTools = call.withClient(new ClientFeatures("", true, false, true));

        assertThat(engineHost.plimsoll.guardResource(call, URI, result).result().utf8())
                .contains("plimsoll_read");
        assertThat(engineHost
                        .plimsoll
                        .guardResource(callWithoutTools, URI, result)
                        .result()
                        .utf8())
                .contains("to read on, read the resource nextUri.")
                .doesNotContain("plimsoll_read");
    }

    @Test
    void marksShapedResourcesAsNotCacheable() {
        EngineHost modern = host(ClientFeatures.modern());
        Slice result =
                resource(text(lines(900)), ",\"ttlMs\":60000,\"cacheScope\":\"public\",\"resultType\":\"complete\"");
        ToolCall modernCall = call.withClient(ClientFeatures.modern());
        Slice first = modern.plimsoll.guardResource(modernCall, URI, result).result();
        Slice second = modern.plimsoll
                .resource(
                        modernCall, Objects.requireNonNull(nextUri(texts(first).get(0))))
                .result();

        for (Slice page : List.of(first, second)) {
            RESULT.assertAccepts(page.utf8());
            MODERN.assertAccepts(page.utf8());
            assertThat(page.utf8().split("ttlMs|resultType", -1)).hasSize(3);
        }
        assertThat(engineHost.plimsoll.guardResource(call, URI, result).result().utf8())
                .doesNotContain("ttlMs");
    }

    @Test
    void linksALargeBlobAndReadsRangesOfIt() {
        byte[] bytes = new byte[300_001];
        new Random(3).nextBytes(bytes);
        String base64 = Base64.getEncoder().encodeToString(bytes);
        Slice first = assertShaped(engineHost, resource("\"blob\":\"" + base64.replace("/", "\\/") + "\"", ""), URI);
        String uri = firstMatch(BLOB, texts(first).get(0));

        assertThat(decodeBlob(engineHost.plimsoll.resource(call, uri).result())).isEqualTo(bytes);
        byte[] range = decodeBlob(
                engineHost.plimsoll.resource(call, uri + "?from=1001&to=2003").result());
        assertThat(range).isEqualTo(Arrays.copyOfRange(bytes, 1001, 2003));
        assertThat(decodeBlob(
                        engineHost.plimsoll.resource(call, uri + "?from=300000").result()))
                .hasSize(1);
        assertThat(decodeBlob(engineHost
                        .plimsoll
                        .resource(call, uri + "?to=900000000")
                        .result()))
                .hasSize(300_001);
        for (String wrong : List.of("?from=-1", "?from=x", "?from=300002", "?from=5&to=4")) {
            assertThatThrownBy(() -> engineHost.plimsoll.resource(call, uri + wrong))
                    .isInstanceOf(RefusedException.class);
        }
    }

    @Test
    void uriParametersSelectSearchQueryAndOutline() {
        Slice first = assertShaped(engineHost, resource(text(lines(900)), ""), URI);
        String uri = Objects.requireNonNull(nextUri(texts(first).get(0)));

        Slice found = read(uri + "?find=line%20777&max_tokens=" + BUDGET);
        assertThat(texts(found).get(0)).contains("\"totalMatches\":1", "line 777 of");
        Slice ranged = read(uri + "?find=/7$|8/&start_line=1&end_line=9");
        assertThat(texts(ranged).get(0)).contains("\"totalMatches\":1");
        Slice nothing = read(uri + "?find=no%20such%20thing");
        assertThat(texts(nothing).get(0)).contains("Nothing found", "?mode=outline");
        String outlineUri = firstMatch(PAGE, texts(nothing).get(0)) + "?mode=outline";
        Slice outline = read(outlineUri);
        assertThat(texts(outline).get(0)).contains("\"lines\":900", "?find=TEXT, ?query=JQ or ?path=PATH");
        assertThat(texts(read(uri + "?query=length")).get(0)).contains("900");
        assertThat(texts(read(uri + "?query=%5B.%5B%5D%20%7C%20select(test(%22line%203%22))%5D%20%7C%20length"))
                        .get(0))
                .contains("111");
        assertThat(errorCode(uri + "?mode=find")).isEqualTo(ErrorCode.INVALID_REQUEST);
        assertThat(errorCode(uri + "?query=.%5B")).isEqualTo(ErrorCode.QUERY_INVALID);
    }

    private Slice read(String uri) {
        Slice result = engineHost.plimsoll.resource(call, uri).result();
        RESULT.assertAccepts(result.utf8());
        return result;
    }

    @Test
    void pagesManyContentsAsOneList() {
        ByteSink many = new ByteSink().ascii("{\"contents\":[");
        for (int i = 0; i < 400; i++) {
            many.ascii(i == 0 ? "" : ",")
                    .ascii("{\"uri\":\"file:///" + i + "\",\"text\":\"content number " + i + "\"}");
        }

        Slice first = assertShaped(engineHost, many.ascii("]}").slice(), "file:///");

        assertThat(texts(first).get(0)).contains("of 400", "content number 0");
    }

    @Test
    void throwsForAFailedRead() {
        String uri = Objects.requireNonNull(nextUri(texts(assertShaped(engineHost, resource(text(lines(900)), ""), URI))
                .get(0)));

        assertThat(errorCode(uri + "?page=x")).isEqualTo(ErrorCode.INVALID_REQUEST);
        assertThat(errorCode(uri.substring(0, uri.length() - 1))).isEqualTo(ErrorCode.CURSOR_INVALID);
        assertThat(errorCode(uri.replace("page", "blob"))).isEqualTo(ErrorCode.CURSOR_INVALID);
        assertThat(errorCode("file:///x")).isEqualTo(ErrorCode.INVALID_REQUEST);
        assertThat(errorCode("plimsoll://page/")).isEqualTo(ErrorCode.INVALID_REQUEST);
        engineHost.clock.advance(Duration.ofHours(1));
        assertThat(errorCode(uri)).isEqualTo(ErrorCode.CURSOR_EXPIRED);
    }

    private ErrorCode errorCode(String uri) {
        try {
            engineHost.plimsoll.resource(call, uri);
        } catch (RefusedException refused) {
            return refused.code();
        }
        throw new AssertionError("expected a refusal of " + uri);
    }

    private Slice assertShaped(EngineHost engineHost, Slice result, String uri) {
        Outcome outcome = engineHost.plimsoll.guardResource(call, uri, result);
        RESULT.assertAccepts(outcome.result().utf8());
        assertThat(outcome.receipt().answerTokens()).isLessThanOrEqualTo(BUDGET);
        assertThat((long) tokens(outcome.result()))
                .isLessThanOrEqualTo(outcome.receipt().answerTokens());
        return outcome.result();
    }

    private static int tokens(Slice result) {
        return texts(result).stream().mapToInt(RealTokens::count).sum();
    }

    private static List<String> texts(Slice result) {
        ItemIndex items = ItemIndex.of(Objects.requireNonNull(Members.get(result, "contents")));
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < items.count(); i++) {
            Slice text = Objects.requireNonNull(Members.get(items.item(i), "text"));
            texts.add(JsonText.unescapeToString(Json.stringInside(text)));
        }
        return texts;
    }

    private static @Nullable String nextUri(String header) {
        Matcher matcher = Pattern.compile("\"nextUri\":\"(" + PAGE + ")\"").matcher(header);
        return matcher.find() ? matcher.group(1) : null;
    }

    private static String firstMatch(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        assertThat(matcher.find()).as(text).isTrue();
        return matcher.group();
    }

    private static byte[] decodeBlob(Slice result) {
        RESULT.assertAccepts(result.utf8());
        Slice item = ItemIndex.of(Objects.requireNonNull(Members.get(result, "contents")))
                .item(0);
        return Base64.getDecoder()
                .decode(JsonText.unescapeToString(
                        Json.stringInside(Objects.requireNonNull(Members.get(item, "blob")))));
    }

    private static Slice resource(String body, String others) {
        return Slice.of("{\"contents\":[{\"uri\":\"" + URI + "\",\"mimeType\":\"application/x-own\"," + body + "}]"
                + others + "}");
    }

    private static String text(String text) {
        return "\"text\":" + new ByteSink().string(text).slice().utf8();
    }

    private static String lines(int count) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < count; i++) {
            lines.append("line ").append(i).append(" of \"some\" notes – ünïcode\n");
        }
        return lines.toString();
    }
}
