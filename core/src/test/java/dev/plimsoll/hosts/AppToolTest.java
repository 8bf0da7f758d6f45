package dev.plimsoll.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.app.AppUse;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.StyleId;
import dev.plimsoll.policy.option.AppMode;
import dev.plimsoll.policy.option.OutputSchema;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.testkit.RealTokens;
import dev.plimsoll.testkit.sample.AppPayloads;
import dev.plimsoll.testkit.sample.ContentBlocks;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests results of tools with an app: the app gets its data unchanged, and only the content for the model is
 * shaped. */
@NullMarked
class AppToolTest {

    static final List<ClientFeatures> CLIENTS = List.of(
            ClientFeatures.current().withApps(true), ClientFeatures.modern().withApps(true));

    private static final String RECORDS = AppPayloads.records(800);
    private static final String DATA = "{\"orders\": " + RECORDS + ",\"page\": 1.0}";
    private static final Slice WITH_SHORT_TEXT = Slice.of(AppPayloads.toolResult("Here are 800 orders.", DATA));
    private static final Slice WITH_TEXT_COPY = Slice.of(AppPayloads.toolResult(DATA, DATA));
    private static final String PROSE = "The orders of the week are shown beside. ".repeat(2_000);
    private static final Slice WITH_LONG_TEXT = Slice.of(AppPayloads.toolResult(PROSE, DATA));
    private static final String PAGE = ContentBlocks.resourceText(
            "ui://shop/inline", AppPayloads.MIME_TYPE, AppPayloads.page(300_000).getBytes(StandardCharsets.UTF_8));
    private static final String SMALL_PAGE = ContentBlocks.resourceText(
            "ui://shop/inline", AppPayloads.MIME_TYPE, "<p>hello</p>".getBytes(StandardCharsets.UTF_8));

    private static Outcome guard(Policy policy, ClientFeatures clientFeatures, AppUse use, Slice result) {
        EngineHost engineHost = EngineHost.of(policy, "{}", clientFeatures);
        ToolCall call = engineHost.call.withHints(new ToolHints(true, true, null, use));
        return engineHost.plimsoll.guard(call, RawResult.of(result));
    }

    private static Outcome shared(ClientFeatures clientFeatures, Slice result) {
        return guard(Policy.defaults(), clientFeatures, AppUse.SHARED, result);
    }

    private static Slice member(Slice object, String... path) {
        Slice value = object;
        for (String name : path) {
            value = Objects.requireNonNull(Members.get(value, name), name);
        }
        return value;
    }

    private static String firstText(Slice result) {
        Slice block = ItemIndex.of(member(result, "content")).item(0);
        return JsonText.unescapeToString(Json.stringInside(member(block, "text")));
    }

    private static void assertAppDataUnchanged(Slice answer, Slice result) {
        assertThat(Json.isValid(answer)).isTrue();
        assertThat(member(answer, "structuredContent").utf8())
                .isEqualTo(member(result, "structuredContent").utf8());
        assertThat(member(answer, "_meta", "example/view").utf8())
                .isEqualTo(member(result, "_meta", "example/view").utf8());
    }

    @ParameterizedTest
    @FieldSource("CLIENTS")
    void passesSmallContentWithLargeData(ClientFeatures clientFeatures) {
        Outcome outcome = shared(clientFeatures, WITH_SHORT_TEXT);

        Slice answer = outcome.result();
        assertThat(outcome.receipt().outcome()).isEqualTo(OutcomeKind.PASSED);
        assertAppDataUnchanged(answer, WITH_SHORT_TEXT);
        assertThat(member(answer, "content").utf8())
                .isEqualTo(member(WITH_SHORT_TEXT, "content").utf8());
        assertThat(member(answer, "_meta", "dev.plimsoll/budget", "estimatedTokens")
                        .utf8())
                .isEqualTo("5");
        assertThat(outcome.receipt().originalTokens()).isEqualTo(5);
        assertThat(outcome.receipt().answerTokens()).isEqualTo(5);
    }

    @ParameterizedTest
    @FieldSource("CLIENTS")
    void pagesOnlyTheCopyOfTheDataInTheText(ClientFeatures clientFeatures) {
        Outcome outcome = shared(clientFeatures, WITH_TEXT_COPY);

        Slice answer = outcome.result();
        assertAppDataUnchanged(answer, WITH_TEXT_COPY);
        assertThat(outcome.receipt().outcome()).isEqualTo(OutcomeKind.PAGINATED);
        String text = firstText(answer);
        assertThat(text).startsWith("{\"notice\":").contains("\"totalCount\":800", "\"nextCursor\":\"");
        assertThat(RealTokens.count(text)).isLessThan(4_400);
        assertThat(Integer.parseInt(member(answer, "_meta", "dev.plimsoll/budget", "estimatedTokens")
                        .utf8()))
                .isLessThanOrEqualTo(4_000);
        assertThat(member(answer, "_meta").utf8()).contains("dev.plimsoll/page");
    }

    @ParameterizedTest
    @FieldSource("CLIENTS")
    void chunksOtherText(ClientFeatures clientFeatures) {
        Outcome outcome = shared(clientFeatures, WITH_LONG_TEXT);

        assertAppDataUnchanged(outcome.result(), WITH_LONG_TEXT);
        assertThat(outcome.receipt().outcome()).isEqualTo(OutcomeKind.CHUNKED);
        assertThat(firstText(outcome.result())).startsWith("{\"notice\":");
        assertThat(outcome.receipt().originalTokens()).isLessThan(20_000);
    }

    @Test
    void nextPageContinuesTheText() {
        EngineHost engineHost =
                EngineHost.of(Policy.defaults(), "{}", ClientFeatures.current().withApps(true));
        ToolCall call = engineHost.call.withHints(new ToolHints(true, true, null, AppUse.SHARED));
        String first = engineHost
                .plimsoll
                .guard(call, RawResult.of(WITH_TEXT_COPY))
                .result()
                .utf8();

        Slice second = engineHost
                .plimsoll
                .read(call.withTool(""), Slice.of("{\"cursor\":\"" + EngineHost.cursorIn(first) + "\"}"))
                .result();

        assertThat(firstText(second))
                .contains("\"totalCount\":800", "\"range\":[4,")
                .doesNotContain("\"previousCursor\"");
        assertThat(second.utf8()).doesNotContain("structuredContent");
    }

    @ParameterizedTest
    @ValueSource(strings = {"summary", "trim", "list", "guide", "probe", "receipt"})
    void stylesDoNotChangeResultsThatFit(StyleId style) {
        Policy policy = Policy.defaults().with(Policy.STYLE, style).with(Policy.OUTPUT_SCHEMA, OutputSchema.STRIP);

        Outcome outcome = guard(policy, ClientFeatures.current().withApps(true), AppUse.SHARED, WITH_SHORT_TEXT);

        assertThat(outcome.receipt().outcome()).isEqualTo(OutcomeKind.PASSED);
        assertAppDataUnchanged(outcome.result(), WITH_SHORT_TEXT);
    }

    @Test
    void heavyStylesShapeOnlyContent() {
        Policy policy =
                Policy.defaults().with(Policy.STYLE, StyleId.of("probe")).with(Policy.HEAVY, true);

        Slice answer = guard(policy, ClientFeatures.current().withApps(true), AppUse.SHARED, WITH_TEXT_COPY)
                .result();

        assertAppDataUnchanged(answer, WITH_TEXT_COPY);
        assertThat(firstText(answer)).startsWith("{\"preview\":");
    }

    @Test
    void errorsKeepTheirFlagAndTheData() {
        Slice error = Slice.of(WITH_LONG_TEXT.utf8().replaceFirst("\\{", "{\"isError\":true,"));

        Slice answer = shared(ClientFeatures.current().withApps(true), error).result();

        assertAppDataUnchanged(answer, error);
        assertThat(member(answer, "isError").utf8()).isEqualTo("true");
        assertThat(member(answer, "content").length()).isLessThan(40_000);
    }

    @Test
    void removesStrippedMembersAndReservedKeys() {
        Policy policy = Policy.defaults().with(Policy.STRIP, List.of("/orders/*/history"));
        Slice result = Slice.of(
                WITH_TEXT_COPY.utf8().replace("\"_meta\":{", "\"_meta\":{\"dev.plimsoll/page\":{\"forged\":true},"));

        Slice answer = guard(policy, ClientFeatures.current().withApps(true), AppUse.SHARED, result)
                .result();

        assertThat(Json.isValid(answer)).isTrue();
        assertThat(answer.utf8()).doesNotContain("history", "forged");
        assertThat(member(answer, "structuredContent", "page").utf8()).isEqualTo("1.0");
        assertThat(ItemIndex.of(member(answer, "structuredContent", "orders")).count())
                .isEqualTo(800);
    }

    @ParameterizedTest
    @FieldSource("CLIENTS")
    void passesResultsOfAppOnlyToolsUnchanged(ClientFeatures clientFeatures) {
        Outcome outcome = guard(Policy.defaults(), clientFeatures, AppUse.APP_ONLY, WITH_TEXT_COPY);

        assertThat(outcome.receipt().outcome()).isEqualTo(OutcomeKind.PASSED);
        assertThat(outcome.receipt().answerTokens()).isEqualTo(outcome.receipt().originalTokens());
        assertAppDataUnchanged(outcome.result(), WITH_TEXT_COPY);
        assertThat(member(outcome.result(), "content").utf8())
                .isEqualTo(member(WITH_TEXT_COPY, "content").utf8());
    }

    @Test
    void passesErrorsOfAppOnlyToolsUnchanged() {
        Slice error = Slice.of(WITH_LONG_TEXT.utf8().replaceFirst("\\{", "{\"isError\":true,"));

        Slice answer = guard(Policy.defaults(), ClientFeatures.current().withApps(true), AppUse.APP_ONLY, error)
                .result();

        assertThat(member(answer, "content").utf8())
                .isEqualTo(member(error, "content").utf8());
    }

    @ParameterizedTest
    @EnumSource(
            value = AppUse.class,
            names = {"SHARED", "APP_ONLY"})
    void shapesResultsForClientsWithoutAppsOrIfThePolicySaysSo(AppUse use) {
        assertThat(guard(Policy.defaults(), ClientFeatures.current(), use, WITH_SHORT_TEXT)
                        .result()
                        .length())
                .isLessThan(60_000);
        Policy shape = Policy.defaults().with(Policy.APPS, AppMode.SHAPE);
        assertThat(guard(shape, ClientFeatures.current().withApps(true), use, WITH_SHORT_TEXT)
                        .result()
                        .length())
                .isLessThan(60_000);
    }

    @ParameterizedTest
    @FieldSource("CLIENTS")
    void embeddedPagePassesUncounted(ClientFeatures clientFeatures) {
        Slice result = Slice.of("{\"content\":[" + ContentBlocks.text("Shown beside.") + "," + PAGE + "]}");

        Outcome outcome = guard(Policy.defaults(), clientFeatures, AppUse.NONE, result);

        assertThat(outcome.receipt().outcome()).isEqualTo(OutcomeKind.PASSED);
        assertThat(member(outcome.result(), "content").utf8())
                .isEqualTo(member(result, "content").utf8());
        assertThat(outcome.receipt().originalTokens()).isLessThan(10);
    }

    @ParameterizedTest
    @FieldSource("CLIENTS")
    void embeddedPagePassesWithShapedContent(ClientFeatures clientFeatures) {
        Slice result = Slice.of("{\"content\":[" + PAGE + "," + ContentBlocks.text(RECORDS) + "]}");

        Slice answer =
                guard(Policy.defaults(), clientFeatures, AppUse.NONE, result).result();

        assertThat(firstText(answer)).contains("\"totalCount\":800");
        assertThat(ItemIndex.of(member(answer, "content")).item(1).utf8()).isEqualTo(PAGE);
    }

    @Test
    void embeddedPageBecomesALinkForOtherClients() {
        Policy withLinks = Policy.defaults().with(Policy.RESOURCE_LINKS, true);
        EngineHost engineHost = EngineHost.of(withLinks, "{}", ClientFeatures.current());
        Slice result = Slice.of("{\"content\":[" + ContentBlocks.text("Shown beside.") + "," + PAGE + "]}");

        Slice answer =
                engineHost.plimsoll.guard(engineHost.call, RawResult.of(result)).result();

        ItemIndex blocks = ItemIndex.of(member(answer, "content"));
        assertThat(blocks.count()).isEqualTo(3);
        assertThat(blocks.item(0).utf8()).isEqualTo(ContentBlocks.text("Shown beside."));
        assertThat(blocks.item(1).utf8()).contains("left out: plimsoll_read with cursor ");
        assertThat(member(blocks.item(2), "type").utf8()).isEqualTo("\"resource_link\"");
        assertThat(member(blocks.item(2), "mimeType").utf8()).isEqualTo("\"text/html;profile=mcp-app\"");
        String uri = JsonText.unescapeToString(Json.stringInside(member(blocks.item(2), "uri")));
        Slice read = engineHost.plimsoll.resource(engineHost.call, uri).result();
        assertThat(ItemIndex.of(member(read, "contents")).item(0).utf8())
                .isEqualTo(member(Slice.of(PAGE), "resource").utf8());
    }

    @Test
    void smallEmbeddedPagePassesForOtherClients() {
        Slice result = Slice.of("{\"content\":[" + ContentBlocks.text("Shown beside.") + "," + SMALL_PAGE + "]}");

        assertThat(member(
                                guard(Policy.defaults(), ClientFeatures.current(), AppUse.NONE, result)
                                        .result(),
                                "content")
                        .utf8())
                .isEqualTo(member(result, "content").utf8());
    }
}
