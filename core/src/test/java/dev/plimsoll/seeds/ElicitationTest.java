package dev.plimsoll.seeds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.call.ElicitationRequest;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Preset;
import dev.plimsoll.seeds.Seed.Answer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests elicitation as in seed 004 (docs/reference/seeds/004.md): the form about a long list, and the answer
 * for each response. */
class ElicitationTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final List<String> NAMES = List.of("Ada Byron", "Grace Hopper", "Mary Somerville", "Ünal /Öz/ a+b");

    private final Seed seed = Seed.of(Preset.GUIDED, policy -> policy.with(Policy.ELICIT, true));
    private final ToolCall call =
            seed.call().withClient(ClientFeatures.current().withElicitation(true));

    private static String tickets(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "{\"id\":" + i + ",\"status\":\"" + (i % 3 == 0 ? "open" : "closed")
                        + "\",\"customer\":\"" + NAMES.get(i % 4) + " " + i % 40 + "\",\"urgent\":" + (i % 5 == 0)
                        + ",\"search\":\"x" + i % 2 + "\"}")
                .collect(Collectors.joining(",", "{\"tickets\":[", "]}"));
    }

    private Outcome guard(ToolCall toolCall, String text) {
        return seed.engine()
                .guard(
                        toolCall,
                        RawResult.of(
                                Slice.of("{\"content\":[{\"type\":\"text\",\"text\":" + Seed.quoted(text) + "}]}")));
    }

    /** Returns the elicitation that the engine requests for a result with this text. */
    private ElicitationRequest question(String text) {
        return Objects.requireNonNull(guard(call, text).elicitation());
    }

    private Answer answered(ElicitationRequest elicitationRequest, String content) {
        Slice response = Slice.of("{\"action\":\"accept\",\"content\":" + content + "}");
        return new Answer(seed.engine().answerElicitation(call, elicitationRequest.state(), response));
    }

    private static JsonNode properties(ElicitationRequest elicitationRequest) {
        return JSON.readTree(elicitationRequest.schema().utf8()).path("properties");
    }

    @Test
    void offersFieldsOfItems() {
        ElicitationRequest elicitationRequest = question(tickets(300));
        assertThat(elicitationRequest.message())
                .isEqualTo("list_orders gives 300 tickets, too many to show at once. Which ones do you want?");
        assertThat(elicitationRequest.timeout()).isEqualTo(Duration.ofSeconds(45));
        JsonNode properties = properties(elicitationRequest);
        assertThat(properties.propertyNames()).containsExactly("search", "status", "urgent", "limit", "show");
        assertThat(properties.at("/status/enum").toString()).isEqualTo("[\"(any)\",\"closed\",\"open\"]");
        assertThat(properties.at("/urgent/enum").toString()).isEqualTo("[\"(any)\",\"false\",\"true\"]");
        assertThat(properties.at("/limit/maximum").asInt()).isEqualTo(50);
    }

    @Test
    void doesNotAskBelowFiftyItemsOrWithoutSupport() {
        assertThat(guard(call, tickets(50)).elicitation()).isNull();
        assertThat(guard(seed.call(), tickets(300)).elicitation()).isNull();
        Seed withoutElicitation = Seed.of(Preset.GUIDED);
        Slice result = Slice.of("{\"content\":[{\"type\":\"text\",\"text\":" + Seed.quoted(tickets(300)) + "}]}");
        assertThat(withoutElicitation.engine().guard(call, RawResult.of(result)).elicitation())
                .isNull();
    }

    @Test
    void filtersByFields() {
        Answer open = answered(question(tickets(300)), "{\"status\":\"open\",\"urgent\":true,\"search\":\"\"}");
        assertThat(open.outcome()).isEqualTo("read");
        assertThat(open.json().path("notice").asString())
                .startsWith("The user wants only those with status = open and urgent = true. Results 1-20 of 20");
        assertThat(open.json().path("results").size()).isEqualTo(20);
        assertThat(open.json().at("/results/1").toString())
                .isEqualTo(
                        "{\"id\":15,\"status\":\"open\",\"customer\":\"Ünal /Öz/ a+b 15\",\"urgent\":true,\"search\":\"x1\"}");
        assertThat(open.json().has("cursor")).isTrue();
    }

    @Test
    void combinesFiltersSearchAndLimit() {
        Answer filtered = answered(
                question(tickets(600)),
                "{\"status\":\"open\",\"search\":\"grace HOPPER\",\"limit\":7,\"show\":\"items\"}");
        assertThat(filtered.json().path("notice").asString())
                .startsWith(
                        "The user wants only those with status = open and the text \"grace HOPPER\". Results 1-7 of 50");
        assertThat(filtered.json().path("results")).allSatisfy(ticket -> {
            assertThat(ticket.path("status").asString()).isEqualTo("open");
            assertThat(ticket.path("customer").asString()).startsWith("Grace Hopper");
        });
        Answer next = seed.read(filtered.json().path("nextCursor").asString(), "{\"cursor\":\"$\"}");
        assertThat(next.json().path("results").size()).isEqualTo(7);
        assertThat(next.json().path("notice").asString()).startsWith("The user wants only those with status = open");
        Answer all = seed.read(filtered.json().path("nextCursor").asString(), "{\"cursor\":\"$\",\"query\":\".\"}");
        assertThat(all.json().at("/totalCount").asInt()).isEqualTo(600);
        assertThat(all.text()).doesNotContain("The user wants");
        assertThat(next.json().at("/results/0/id").asInt())
                .isGreaterThan(filtered.json().at("/results/6/id").asInt());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ünal /öz/ A+B", "/Öz/", "a+b", "HOPPER"})
    void searchesForExactText(String text) {
        Answer found = answered(question(tickets(300)), "{\"search\":" + Seed.quoted(text) + "}");
        assertThat(found.json().path("notice").asString()).startsWith("The user wants only those with the text \"");
        assertThat(found.json().path("totalMatches").asInt()).isEqualTo(75);
        assertThat(found.json().path("matches").size()).isGreaterThan(5);
        Answer combined =
                answered(question(tickets(300)), "{\"status\":\"open\",\"search\":" + Seed.quoted(text) + "}");
        assertThat(combined.json().path("totalResults").asInt()).isEqualTo(25);
    }

    @Test
    void reportsNoMatchesAndOffersNextStep() {
        Answer noMatches = answered(question(tickets(300)), "{\"search\":\"zebra\",\"status\":\"open\"}");
        assertThat(noMatches.json().path("notice").asString()).contains("The query has no results");
        String cursor = noMatches.json().path("cursor").asString();
        assertThat(seed.read(cursor, "{\"cursor\":\"$\"}").json().path("data").size())
                .isEqualTo(25);
    }

    @Test
    void pagesAllItemsIfFormIsEmpty() {
        for (String emptyForm : List.of("{}", "{\"status\":\"(any)\",\"search\":\"  \",\"limit\":null}", "null")) {
            Answer page = answered(question(tickets(300)), emptyForm);
            assertThat(page.keys()).containsExactly("data", "metadata");
            assertThat(page.json().path("data").size()).isEqualTo(25);
        }
        Answer more = answered(question(tickets(300)), "{\"limit\":\"40.0\"}");
        assertThat(more.json().path("data").size()).isEqualTo(40);
        assertThat(more.json().at("/metadata/nextCursor").asString()).hasSize(48);
    }

    @Test
    void returnsOutline() {
        Answer outline = answered(question(tickets(300)), "{\"show\":\"outline\"}");
        assertThat(outline.json().path("notice").asString()).startsWith("The user wants the outline. Outline of");
        assertThat(outline.json().path("outline").toString()).contains("status");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "7",
                "\"accept\"",
                "{\"action\":\"decline\"}",
                "{\"action\":\"cancel\",\"content\":{}}",
                "{\"action\":7}",
                "{\"action\":\"accept\",\"content\":7}",
                "{\"action\":\"accept\",\"content\":[\"open\"]}",
                "{\"action\":\"accept\",\"content\":{\"status\":\"lost\"}}",
                "{\"action\":\"accept\",\"content\":{\"status\":[\"open\"]}}",
                "{\"action\":\"accept\",\"content\":{\"status\":{}}}",
                "{\"action\":\"accept\",\"content\":{\"urgent\":1}}",
                "{\"action\":\"accept\",\"content\":{\"password\":\"x\"}}",
                "{\"action\":\"accept\",\"content\":{\"limit\":0}}",
                "{\"action\":\"accept\",\"content\":{\"limit\":201}}",
                "{\"action\":\"accept\",\"content\":{\"limit\":2.5}}",
                "{\"action\":\"accept\",\"content\":{\"limit\":1e1}}",
                "{\"action\":\"accept\",\"content\":{\"show\":\"all\"}}",
                "{\"action\":\"accept\",\"content\":{\"search\":\"a\\u0000\\ud800\",\"status\":\"open\",\"x\":1}}"
            })
    void givesOrdinaryAnswerToOtherResponses(String response) {
        ElicitationRequest elicitationRequest = question(tickets(300));
        Outcome outcome = seed.engine().answerElicitation(call, elicitationRequest.state(), Slice.of(response));
        assertThat(outcome.elicitation()).isNull();
        assertThat(new Answer(outcome).json().path("type").asString()).isEqualTo("elicitation");
        assertThat(new Answer(outcome).json().path("nextCursor").asString()).hasSize(48);
    }

    @Test
    void givesOrdinaryAnswerWithoutResponse() {
        Answer form = new Answer(
                seed.engine().answerElicitation(call, question(tickets(300)).state(), null));
        assertThat(form.keys()).contains("type", "nextCursor");
    }

    @Test
    void staysWithinBudget() {
        Random random = new Random(7);
        for (int budget : new int[] {150, 300, 1000}) {
            ToolCall small = call.withMaxTokens(budget);
            ElicitationRequest elicitationRequest = guard(small, tickets(300)).elicitation();
            for (int i = 0; elicitationRequest != null && i < 20; i++) {
                String content = "{\"search\":\"" + random.nextInt(40) + "\",\"limit\":" + (1 + random.nextInt(200))
                        + (random.nextBoolean() ? ",\"status\":\"closed\"" : "") + "}";
                Answer answer = answered(elicitationRequest, content);
                assertThat(answer.guarded().receipt().answerTokens()).isLessThanOrEqualTo(budget);
                assertThat(answer.whole().path("isError").asBoolean()).isFalse();
            }
        }
    }

    @Test
    void acceptsStateOnlyFromSameCallerAndTool() {
        ElicitationRequest elicitationRequest = question(tickets(300));
        Slice accepted = Slice.of("{\"action\":\"accept\",\"content\":{}}");
        ToolCall otherCaller = ToolCall.of("shop", "list_orders", "eve").withClient(call.client());
        assertThat(new Answer(seed.engine().answerElicitation(otherCaller, elicitationRequest.state(), accepted))
                        .text())
                .contains("CURSOR_INVALID");
        assertThat(new Answer(seed.engine()
                                .answerElicitation(call.withTool("other"), elicitationRequest.state(), accepted))
                        .text())
                .contains("CURSOR_INVALID");
        seed.clock().advance(Duration.ofHours(1));
        assertThat(new Answer(seed.engine().answerElicitation(call, elicitationRequest.state(), accepted)).text())
                .contains("CURSOR_EXPIRED");
    }

    @Test
    void offersOnlyTextSearchIfItemsAreNotObjects() {
        String names =
                IntStream.range(0, 200).mapToObj(i -> "\"name " + i + "\"").collect(Collectors.joining(",", "[", "]"));
        ElicitationRequest elicitationRequest = question(names);
        assertThat(properties(elicitationRequest).propertyNames()).containsExactly("search", "limit", "show");
        assertThat(answered(elicitationRequest, "{\"search\":\"NAME 19\"}")
                        .json()
                        .path("totalMatches")
                        .asInt())
                .isEqualTo(11);
    }

    @Test
    void omitsFieldsThatFormCannotShowOrThatDoNotFilter() {
        String unsuitable = IntStream.range(0, 200)
                .mapToObj(i -> "{\"same\":1,\"one\":\"a\",\"n\":" + i % 3 + ",\"o\":{},\"a b\":\"x" + i % 2
                        + "\",\"esc\":\"\\n" + i % 2 + "\",\"mixed\":" + (i % 2 == 0 ? "\"s\"" : "1") + ",\"many\":\"m"
                        + i
                        + "\",\"edge\":\" " + i % 2 + "\",\"limit\":\"y" + i % 2 + "\",\"maybe\":"
                        + (i % 2 == 0 ? "null" : i % 4 == 1 ? "\"p\"" : "\"q\"") + "}")
                .collect(Collectors.joining(",", "[", "]"));
        assertThat(properties(question(unsuitable)).propertyNames())
                .containsExactly("search", "maybe", "limit", "show");
    }
}
