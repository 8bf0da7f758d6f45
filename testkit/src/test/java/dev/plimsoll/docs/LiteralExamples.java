package dev.plimsoll.docs;

import static dev.plimsoll.docs.ExampleEngine.block;

import dev.plimsoll.call.ElicitationRequest;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.ToolArgument;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.StyleId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Examples of the styles that define the keys of their answers: probe, list, cursor, guide, and receipt. */
final class LiteralExamples {

    private static final Policy SHORT = Policy.defaults().with(Policy.DEFAULT_PAGE_SIZE, 3);
    private static final List<ToolArgument> ARGUMENTS = List.of(
            new ToolArgument("query", "Search by customer", ""),
            new ToolArgument("status", "", "\"open\""),
            new ToolArgument("limit", "", ""));

    private LiteralExamples() {}

    static Map<String, String> byName() {
        Map<String, String> examples = new LinkedHashMap<>();
        ExampleEngine probe = ExampleEngine.of(
                "list_orders", SHORT.with(Policy.STYLE, StyleId.of("probe")).with(Policy.HEAVY, true));
        ClientResult first = probe.text(Payload.orders(60));
        examples.put("probe", first.text(0));
        examples.put("probe-meta", first.member("_meta"));
        examples.put(
                "probe-page", probe.read(first.cursor(), "{\"cursor\":\"$\"}").text(0));
        String summary = "{\"continuation_token\":\"$\",\"mode\":\"summary\"}";
        examples.put("probe-summary", probe.read(first.cursor(), summary).text(0));
        ExampleEngine list = ExampleEngine.of(
                "list_orders", SHORT.with(Policy.STYLE, StyleId.of("list")).with(Policy.HEAVY, true));
        examples.put("list", list.text(Payload.orders(60)).text(0));
        Policy cursor = SHORT.with(Policy.STYLE, StyleId.of("cursor")).with(Policy.PAGE_BY_COUNT, true);
        ExampleEngine paged = ExampleEngine.of("list_orders", cursor);
        examples.put("cursor", paged.secondPage(Payload.orders(60)));
        addGuideExamples(examples);
        Policy receipt = SHORT.with(Policy.STYLE, StyleId.of("receipt")).with(Policy.TOKEN_BUDGET_THRESHOLD, 800);
        String echo = "{\"status\":\"created\",\"batch_id\":\"B-9\",\"orders\":" + Payload.orders(60) + "}";
        examples.put(
                "receipt", ExampleEngine.of("create_orders", receipt).text(echo).text(0));
        return examples;
    }

    private static void addGuideExamples(Map<String, String> examples) {
        Policy guide = SHORT.with(Policy.STYLE, StyleId.of("guide")).with(Policy.LIMIT_ARRAY_ITEMS, 3);
        examples.put(
                "guide-some",
                ExampleEngine.of("list_orders", guide).text(Payload.orders(5)).text(0));
        examples.put("guide-many", firstAnswer(guide).text(0));
        Policy elicit = guide.with(Policy.ELICIT, true);
        examples.put("elicit", firstAnswer(elicit).text(0));
        ExampleEngine exampleEngine = ExampleEngine.of("list_orders", elicit);
        ToolCall call = exampleEngine.call().withClient(ClientFeatures.current().withElicitation(true));
        ElicitationRequest elicitationRequest =
                Objects.requireNonNull(guarded(exampleEngine, call).elicitation());
        examples.put("elicit-schema", Layout.of(elicitationRequest.schema()));
        Slice response = Slice.of("{\"action\":\"accept\",\"content\":{\"status\":\"open\",\"limit\":2}}");
        examples.put(
                "elicit-answered",
                new ClientResult(exampleEngine
                                .engine()
                                .answerElicitation(call, elicitationRequest.state(), response)
                                .result())
                        .text(0));
    }

    private static ClientResult firstAnswer(Policy policy) {
        ExampleEngine exampleEngine = ExampleEngine.of("list_orders", policy);
        return new ClientResult(guarded(exampleEngine, exampleEngine.call()).result());
    }

    private static Outcome guarded(ExampleEngine exampleEngine, ToolCall call) {
        Slice result = Slice.of("{\"content\":[" + block(Payload.orders(60)) + "]}");
        return exampleEngine.engine().guard(call.withArguments(ARGUMENTS), RawResult.of(result));
    }
}
