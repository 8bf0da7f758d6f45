package dev.plimsoll.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.call.CallDecision;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.option.OutputSchema;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.testkit.ParsedJson;
import dev.plimsoll.testkit.sample.SampleResults;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Checks that under {@code outputSchema: slice} each page matches a schema with strict items, or is an error. */
class SliceSchemaTest {

    private static final int COUNT = 60;

    private static final String SCHEMA = "{\"type\":\"object\",\"required\":[\"orders\",\"asOf\"],\"properties\":{"
            + "\"asOf\":{\"type\":\"string\"},\"orders\":{\"type\":\"array\",\"items\":{\"type\":\"object\","
            + "\"required\":[\"id\",\"note\",\"lines\"],\"additionalProperties\":false,\"properties\":{"
            + "\"id\":{\"type\":\"integer\"},\"note\":{\"type\":\"string\",\"pattern\":\"[.]$\"},"
            + "\"lines\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"required\":[\"sku\"]}}}}}}}";

    private static String order(int id, int words) {
        return "{\"id\":" + id + ",\"note\":\"" + "left at the door ".repeat(words / 4) + ".\",\"lines\":["
                + "{\"sku\":\"cup\",\"count\":2},{\"sku\":\"plate\",\"count\":6}]}";
    }

    /** Creates a list in which each seventh order is longer than the budget. */
    private static byte[] result(long seed, int budget) {
        Random random = new Random(seed);
        List<String> orders = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            orders.add(order(i, i % 7 == 6 ? 2 * budget : random.nextInt(budget / 4)));
        }
        return SampleResults.withTextCopy(
                SampleResults.members("\"orders\":[" + String.join(",", orders) + "]", "\"asOf\":\"2026-01-15\""));
    }

    @ParameterizedTest
    @CsvSource({"700, 1", "700, 2", "1500, 3", "1500, 4", "4000, 5", "4000, 6"})
    void pagesOfWholeItemsMatchAndLongItemsAreErrors(int budget, long seed) {
        Policy policy = Policy.defaults()
                .with(Policy.TOKEN_BUDGET_THRESHOLD, budget)
                .with(Policy.OUTPUT_SCHEMA, OutputSchema.SLICE);
        ListedTool tool = ListedTool.of(Slice.of(
                "{\"name\":\"list_orders\",\"inputSchema\":{\"type\":\"object\"},\"outputSchema\":" + SCHEMA + "}"));
        SchemaValidator validator = SchemaValidator.of(SCHEMA);
        EngineHost engineHost = EngineHost.of(policy, "{}");
        CallDecision.Forward forward =
                (CallDecision.Forward) engineHost.plimsoll.classify(engineHost.call, tool, Slice.of("{}"));
        Outcome outcome = engineHost.plimsoll.guard(forward.call(), RawResult.of(Slice.of(result(seed, budget))));
        List<Integer> shown = new ArrayList<>();
        List<Integer> errors = new ArrayList<>();
        List<Integer> pageStarts = new ArrayList<>();
        String firstCursor = null;

        while (true) {
            JsonNode answer = ParsedJson.tree(outcome.result().toByteArray());
            pageStarts.add(shown.size());
            if (answer.path("isError").asBoolean(false)) {
                assertThat(answer.has("structuredContent")).as("%s", answer).isFalse();
                JsonNode header =
                        ParsedJson.tree(answer.at("/content/0/text").asString().getBytes(StandardCharsets.UTF_8));
                assertThat(header.path("folded").size()).as("%s", answer).isEqualTo(1);
                int index = header.at("/folded/0/index").asInt();
                shown.add(index);
                errors.add(index);
            } else {
                validator.assertAccepts(answer.path("structuredContent").toString());
                answer.at("/structuredContent/orders")
                        .forEach(order -> shown.add(order.path("id").asInt()));
            }
            JsonNode next = answer.at("/_meta/dev.plimsoll~1page/nextCursor");
            if (!next.isString()) {
                break;
            }
            firstCursor = firstCursor == null ? next.asString() : firstCursor;
            outcome = ((CallDecision.Answer) engineHost.plimsoll.classify(
                            engineHost.call, tool, Slice.of("{\"cursor\":\"" + next.asString() + "\"}")))
                    .outcome();
        }

        assertThat(shown).isEqualTo(IntStream.range(0, COUNT).boxed().toList());
        assertThat(errors)
                .isEqualTo(IntStream.range(0, COUNT)
                        .filter(i -> i % 7 == 6)
                        .boxed()
                        .toList());
        // the bounds of pages are the same for the read tool, whose answers no schema binds, also if it reads first
        assertThat(startsByReadTool(engineHost, Objects.requireNonNull(firstCursor), pageStarts.size()))
                .isEqualTo(pageStarts);
        EngineHost otherHost = EngineHost.of(policy, "{}");
        Outcome firstOutcome = otherHost.plimsoll.guard(
                ((CallDecision.Forward) otherHost.plimsoll.classify(otherHost.call, tool, Slice.of("{}"))).call(),
                RawResult.of(Slice.of(result(seed, budget))));
        String otherCursor = ParsedJson.tree(firstOutcome.result().toByteArray())
                .at("/_meta/dev.plimsoll~1page/nextCursor")
                .asString();
        assertThat(startsByReadTool(otherHost, otherCursor, pageStarts.size())).isEqualTo(pageStarts);
    }

    /** Returns the indexes of the first items of all pages, which it reads in reverse order. */
    private static List<Integer> startsByReadTool(EngineHost engineHost, String cursor, int pageCount) {
        List<Integer> starts = new ArrayList<>();
        for (int page = pageCount; page > 1; page--) {
            String arguments = "{\"cursor\":\"" + cursor + "\",\"page\":" + page + "}";
            String text = ParsedJson.tree(engineHost
                            .plimsoll
                            .read(engineHost.call, Slice.of(arguments))
                            .result()
                            .toByteArray())
                    .at("/content/0/text")
                    .asString();
            JsonNode header = ParsedJson.tree(text.getBytes(StandardCharsets.UTF_8));
            starts.add(0, header.at("/range/0").asInt() - 1);
        }
        starts.add(0, 0);
        return starts;
    }
}
