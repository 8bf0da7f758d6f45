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
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.option.OnFailure;
import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.testkit.RealTokens;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PromptTest {

    private static final Pattern PAGE = Pattern.compile("plimsoll://page/[A-Za-z0-9_-]{48}");
    private static final SchemaValidator RESULT =
            SchemaValidator.of("{\"type\":\"object\",\"required\":[\"messages\"],\"properties\":{"
                    + "\"messages\":{\"type\":\"array\",\"minItems\":1,\"items\":{\"type\":\"object\",\"required\":[\"role\","
                    + "\"content\"],\"properties\":{\"role\":{\"enum\":[\"user\",\"assistant\"]},\"content\":{\"type\":"
                    + "\"object\",\"oneOf\":[{\"required\":[\"text\"],\"properties\":{\"type\":{\"const\":\"text\"}}},"
                    + "{\"required\":[\"uri\",\"name\"],\"properties\":{\"type\":{\"const\":\"resource_link\"}}},"
                    + "{\"required\":[\"data\",\"mimeType\"],\"properties\":{\"type\":{\"const\":\"image\"}}},"
                    + "{\"required\":[\"resource\"],\"properties\":{\"type\":{\"const\":\"resource\"}}}]}}}},"
                    + "\"content\":false,\"isError\":false}}");

    private final ToolCall call = ToolCall.of("shop", "review", "caller");

    private static EngineHost host(int budget) {
        return EngineHost.of(Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, budget), "{}");
    }

    @Test
    void passesTheSameBytesOfAPromptWithinTheBudget() {
        Slice small = prompt(text("user", "Review this."));

        assertThat(host(600).plimsoll.guardPrompt(call, small).result()).isSameAs(small);
        Receipt receipt = host(600).plimsoll.guardPrompt(call, small).receipt();
        assertThat(receipt.answerTokens()).isPositive().isEqualTo(receipt.originalTokens());
        Slice odd = Slice.of("{\"messages\":7}");
        assertThat(host(1).plimsoll.guardPrompt(call, odd).result()).isSameAs(odd);
    }

    @Test
    void cutsALongMessageAndLinksToTheWholeMessage() {
        EngineHost engineHost = host(600);
        String notes = lines(2_000);
        Slice shaped = assertShaped(
                engineHost, 600, prompt(text("user", "Review this."), text("assistant", notes), text("user", "Go.")));

        List<Slice> contents = contents(shaped);
        assertThat(contents).hasSize(4);
        assertThat(string(contents.get(0), "text")).isEqualTo("Review this.");
        String cut = string(contents.get(1), "text");
        assertThat(cut).startsWith("[Cut: the first ").contains(" of " + notes.length() + " characters");
        assertThat(notes).startsWith(cut.substring(cut.indexOf('\n') + 1));
        assertThat(string(contents.get(2), "type")).isEqualTo("resource_link");
        assertThat(string(contents.get(3), "text")).isEqualTo("Go.");
        assertThat(shaped.utf8())
                .contains("\"description\":\"d\"")
                .contains("\"role\":\"assistant\",\"content\":{\"type\":\"resource_link\"");
        assertThat(readAll(engineHost, string(contents.get(2), "uri"))).isEqualTo(notes);
    }

    @Test
    void aClientWithoutLinksGetsTheUriInTheText() {
        EngineHost engineHost = host(600);
        String notes = lines(2_000);

        Slice shaped = engineHost
                .plimsoll
                .guardPrompt(call.withClient(ClientFeatures.old()), prompt(text("user", notes)))
                .result();

        assertThat(contents(shaped)).hasSize(1);
        assertThat(readAll(engineHost, pageUriIn(string(contents(shaped).get(0), "text"))))
                .isEqualTo(notes);
    }

    @Test
    void longMessagesShareTheRestOfTheBudget() {
        EngineHost engineHost = host(3_000);
        Slice shaped = assertShaped(
                engineHost, 3_000, prompt(text("user", lines(900)), text("user", "short"), text("user", lines(700))));

        List<Slice> contents = contents(shaped);
        assertThat(contents).hasSize(5);
        int first = RealTokens.count(string(contents.get(0), "text"));
        int last = RealTokens.count(string(contents.get(3), "text"));
        assertThat(first).isBetween(last - 60, last + 60).isGreaterThan(1_200);
    }

    @Test
    void omitsFurtherMessagesWithANote() {
        EngineHost engineHost = host(600);
        List<String> messages = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            messages.add(text(i % 2 == 0 ? "user" : "assistant", "message number " + i));
        }
        List<Slice> contents = contents(assertShaped(engineHost, 600, prompt(messages.toArray(String[]::new))));

        String last = string(contents.get(contents.size() - 1), "text");
        assertThat(last).contains((1_000 - contents.size() + 1) + " more messages left out");
        String page = engineHost
                .plimsoll
                .resource(call.withTool(""), pageUriIn(last))
                .result()
                .utf8();
        assertThat(page).contains("message number " + (contents.size() - 1)).doesNotContain("message number 0");
    }

    @Test
    void shapesJsonAsValidJson() {
        ByteSink list = new ByteSink().ascii("[");
        for (int i = 0; i < 500; i++) {
            list.ascii(i == 0 ? "" : ",").ascii("{\"id\":" + i + ",\"name\":\"item \\u00e9 " + i + "\"}");
        }
        String json = list.ascii("]").slice().utf8();

        List<Slice> contents = contents(assertShaped(host(700), 700, prompt(text("user", json), text("user", "Go."))));

        assertThat(Json.isValid(Slice.of(string(contents.get(0), "text")))).isTrue();
        assertThat(string(contents.get(0), "text")).contains("of 500", "item é 0", "nextUri");
    }

    @Test
    void linksImagesAndCutsEmbeddedText() {
        byte[] noise = new byte[400_000];
        new Random(1).nextBytes(noise);
        String data = Base64.getEncoder().encodeToString(noise);
        String image = "{\"role\":\"user\",\"content\":{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\""
                + data + "\"}}";
        String resource =
                "{\"role\":\"user\",\"content\":{\"type\":\"resource\",\"resource\":{\"uri\":\"file:///a\",\"text\":"
                        + quoted(lines(900)) + "}}}";

        List<Slice> contents = contents(assertShaped(host(900), 900, prompt(image, resource)));

        assertThat(string(contents.get(0), "uri")).startsWith("plimsoll://blob/");
        assertThat(contents.get(1).utf8()).contains("\"uri\":\"file:///a\"", "[Cut: the first");
        assertThat(string(contents.get(2), "uri")).startsWith("plimsoll://page/");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 20, 60, 100, 150, 230, 300, 500, 1_000, 4_000})
    void everyBudgetHolds(int budget) {
        EngineHost engineHost = host(budget);
        for (Slice prompt : List.of(
                prompt(text("user", lines(3_000))),
                prompt(text("user", "😀".repeat(9_000)), text("user", "{\"a\":\"" + "x ".repeat(40_000) + "\"}")),
                prompt(text("user", "word ".repeat(4_100)), text("user", lines(90)), text("assistant", lines(50))))) {
            Outcome outcome = engineHost.plimsoll.guardPrompt(call, prompt);
            RESULT.assertAccepts(outcome.result().utf8());
            assertThat(outcome.receipt().answerTokens()).isLessThanOrEqualTo(budget);
        }
    }

    @Test
    void refusesAPromptThatCannotBeStoredIfThePolicySaysSo() {
        EngineHost engineHost = EngineHost.of(
                Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 600).with(Policy.ON_FAILURE, OnFailure.REFUSE),
                "{}");
        engineHost.plimsoll.guardPrompt(call, prompt(text("user", lines(900))));
        engineHost.store.close();

        assertThatThrownBy(() -> engineHost.plimsoll.guardPrompt(call, prompt(text("user", lines(901)))))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("could not be stored");
    }

    private Slice assertShaped(EngineHost engineHost, int budget, Slice prompt) {
        Outcome outcome = engineHost.plimsoll.guardPrompt(call, prompt);
        RESULT.assertAccepts(outcome.result().utf8());
        assertThat(outcome.receipt().answerTokens()).isLessThanOrEqualTo(budget);
        int tokens = 0;
        for (Slice content : contents(outcome.result())) {
            Slice text = Members.get(content, "text");
            tokens += RealTokens.count(text == null ? content.utf8() : string(content, "text"));
        }
        assertThat(tokens).isLessThanOrEqualTo(budget);
        return outcome.result();
    }

    /** Reads all pages by their URIs. */
    private String readAll(EngineHost engineHost, String firstUri) {
        StringBuilder all = new StringBuilder();
        String uri = firstUri;
        while (true) {
            Slice page = engineHost.plimsoll.resource(call.withTool(""), uri).result();
            ItemIndex items = ItemIndex.of(Objects.requireNonNull(Members.get(page, "contents")));
            String chunk = string(items.item(0), "text");
            int end = chunk.indexOf("\n\n");
            all.append(chunk.substring(end + 2));
            Matcher next = Pattern.compile("\"nextUri\":\"(" + PAGE + ")").matcher(chunk.substring(0, end));
            if (!next.find()) {
                return all.toString();
            }
            uri = next.group(1);
        }
    }

    private static String pageUriIn(String text) {
        Matcher matcher = PAGE.matcher(text);
        assertThat(matcher.find()).as(text).isTrue();
        return matcher.group();
    }

    private static List<Slice> contents(Slice result) {
        ItemIndex messages = ItemIndex.of(Objects.requireNonNull(Members.get(result, "messages")));
        List<Slice> contents = new ArrayList<>();
        for (int i = 0; i < messages.count(); i++) {
            contents.add(Objects.requireNonNull(Members.get(messages.item(i), "content")));
        }
        return contents;
    }

    private static String string(Slice object, String name) {
        return JsonText.unescapeToString(Json.stringInside(Objects.requireNonNull(Members.get(object, name))));
    }

    private static Slice prompt(String... messages) {
        return Slice.of("{\"description\":\"d\",\"messages\":[" + String.join(",", messages) + "]}");
    }

    private static String text(String role, String text) {
        return "{\"role\":\"" + role + "\",\"content\":{\"type\":\"text\",\"text\":" + quoted(text) + "}}";
    }

    private static String quoted(String text) {
        return new ByteSink().string(text).slice().utf8();
    }

    private static String lines(int count) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < count; i++) {
            lines.append("note ").append(i).append(": \"something\" happened\n");
        }
        return lines.toString();
    }
}
