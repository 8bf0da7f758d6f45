package dev.plimsoll.gateway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.StyleId;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Tests large log messages, completions, prompts, and resources, and resources in tool results. */
class BigContentTest {

    private static final Policies DEFAULT_POLICIES = Policies.of(Policy.defaults());
    private static final String ALL_CAPABILITIES =
            "{\"tools\":{},\"resources\":{},\"prompts\":{},\"completions\":{},\"logging\":{}}";
    /** The byte limit of the default budget: 12 bytes for each of 4,000 tokens. */
    private static final int MAX_BYTES = 48_000;

    private static String words(int bytes) {
        return "a line of a report ".repeat(bytes / 19 + 1).substring(0, bytes);
    }

    private static String blob(int bytes) {
        byte[] content = new byte[bytes];
        new SplittableRandom(3).nextBytes(content);
        return Base64.getEncoder().encodeToString(content);
    }

    // --- log messages

    private static String logMessage(String data) {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"info\",\"data\":"
                + data + ",\"logger\":\"db\"}}";
    }

    @Test
    void cutsALogMessageAtTheByteLimit() throws Exception {
        try (RelayFixture relay = new RelayFixture(DEFAULT_POLICIES)) {
            String largestMessage = logMessage("\"" + words(MAX_BYTES) + "\"");
            assertThat(relay.fromServer(largestMessage).nextAtClient()).isEqualTo(largestMessage);
            relay.fromServer(logMessage("\"" + words(1_000_000) + "\""));
            JsonNode cutMessage = RelayFixture.JSON.readTree(relay.nextAtClient());
            assertThat(cutMessage.at("/params/data").asString()).isEqualTo(words(MAX_BYTES) + "… [1000000 bytes]");
            assertThat(cutMessage.at("/params/level").asString()).isEqualTo("info");
            assertThat(cutMessage.at("/params/logger").asString()).isEqualTo("db");
        }
    }

    @Test
    void cutsALogMessageBetweenCharacters() throws Exception {
        try (RelayFixture relay = new RelayFixture(DEFAULT_POLICIES)) {
            relay.fromServer(logMessage("\"x" + "é\\n".repeat(40_000) + "\""));
            String data = RelayFixture.JSON
                    .readTree(relay.nextAtClient())
                    .at("/params/data")
                    .asString();
            assertThat(data).startsWith("xé\né\n").endsWith("… [120001 bytes]").doesNotContain("\uFFFD");
        }
    }

    @Test
    void replacesALoggedDocumentByItsFirstCharacters() throws Exception {
        String document = "{\"rows\":[" + "{\"n\":1.10},".repeat(10_000) + "{}]}";
        try (RelayFixture relay = new RelayFixture(DEFAULT_POLICIES)) {
            relay.fromServer(logMessage(document));
            String data = RelayFixture.JSON
                    .readTree(relay.nextAtClient())
                    .at("/params/data")
                    .asString();
            assertThat(data).isEqualTo(document.substring(0, MAX_BYTES) + "… [" + document.length() + " bytes]");
        }
    }

    @Test
    void cutsNothingIfTheStyleIsPass() throws Exception {
        String message = logMessage("\"" + words(1_000_000) + "\"");
        Policies policiesWithoutShaping = Policies.of(Policy.defaults().with(Policy.STYLE, StyleId.of("pass")));
        try (RelayFixture relay = new RelayFixture(policiesWithoutShaping)) {
            assertThat(relay.fromServer(message).nextAtClient()).isEqualTo(message);
        }
    }

    // --- completions

    @Test
    void limitsCompletionsAndSetsHasMore() throws Exception {
        List<String> values =
                IntStream.range(0, 100).mapToObj(i -> i + words(2_000)).toList();
        try (RelayFixture relay = new RelayFixture(DEFAULT_POLICIES).open("2025-06-18", ALL_CAPABILITIES)) {
            JsonNode fewValues = relay.exchange(1, "completion/complete", "{}", completions(values.subList(0, 20)));
            assertThat(fewValues.at("/completion/values")).hasSize(20);
            assertThat(fewValues.at("/completion/hasMore").asBoolean()).isFalse();
            JsonNode manyValues = relay.exchange(2, "completion/complete", "{}", completions(values));
            JsonNode listedValues = manyValues.at("/completion/values");
            assertThat(listedValues.toString().length()).isBetween(MAX_BYTES - 2_010, MAX_BYTES);
            assertThat(listedValues.valueStream().map(JsonNode::asString))
                    .isEqualTo(values.subList(0, listedValues.size()));
            assertThat(manyValues.at("/completion/hasMore").asBoolean()).isTrue();
            assertThat(manyValues.at("/completion/total").asInt()).isEqualTo(100);
        }
    }

    private static String completions(List<String> values) {
        return "{\"completion\":{\"values\":" + RelayFixture.JSON.writeValueAsString(values)
                + ",\"total\":100,\"hasMore\":false}}";
    }

    // --- prompts

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"text\",\"text\":\"WORDS\"}",
                "{\"type\":\"resource\",\"resource\":{\"uri\":\"test://a\",\"mimeType\":\"text/plain\",\"text\":\"WORDS\"}}"
            })
    void cutsALongPromptMessageWithALinkToTheRest(String content) throws Exception {
        try (RelayFixture relay = new RelayFixture(DEFAULT_POLICIES).open("2025-06-18", ALL_CAPABILITIES)) {
            JsonNode prompt = relay.exchange(
                    1, "prompts/get", "{\"name\":\"p\"}", prompt(content.replace("WORDS", words(500_000))));
            assertThat(prompt.toString().length()).isLessThan(MAX_BYTES);
            assertThat(prompt.at("/messages/2/content/text").asString()).isEqualTo("Go on.");
            String uri = link(prompt);
            assertThat(relay.exchangeLocally(2, "resources/read", "{\"uri\":\"" + uri + "\"}")
                            .toString())
                    .contains("a line of a report");
        }
    }

    @Test
    void replacesAnEmbeddedBlobOfAPromptByALink() throws Exception {
        String blob = blob(400_000);
        String content =
                "{\"type\":\"resource\",\"resource\":{\"uri\":\"test://a\",\"mimeType\":\"image/png\",\"blob\":\""
                        + blob + "\"}}";
        try (RelayFixture relay = new RelayFixture(DEFAULT_POLICIES).open("2025-06-18", ALL_CAPABILITIES)) {
            JsonNode prompt = relay.exchange(1, "prompts/get", "{\"name\":\"p\"}", prompt(content));
            assertThat(prompt.toString().length()).isLessThan(MAX_BYTES);
            JsonNode resource = relay.exchangeLocally(2, "resources/read", "{\"uri\":\"" + link(prompt) + "\"}");
            assertThat(resource.at("/contents/0/blob").asString()).isEqualTo(blob);
        }
    }

    private static String prompt(String content) {
        return "{\"messages\":[{\"role\":\"user\",\"content\":" + content
                + "},{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"Go on.\"}}]}";
    }

    private static String link(JsonNode result) {
        Matcher uri = Pattern.compile("plimsoll://[a-z]+/[A-Za-z0-9_-]+").matcher(result.toString());
        assertThat(uri.find()).as("a link in " + result).isTrue();
        return uri.group();
    }

    // --- resources

    @Test
    void readsATemplateResourceCompletelyInPages() throws Exception {
        String text = IntStream.range(0, 9_000)
                .mapToObj(i -> "line " + i + " of the log\n")
                .reduce("", String::concat);
        try (RelayFixture relay = new RelayFixture(DEFAULT_POLICIES).open("2025-06-18", ALL_CAPABILITIES)) {
            JsonNode page = relay.exchange(
                    1,
                    "resources/read",
                    "{\"uri\":\"test://log/7\"}",
                    "{\"contents\":[{\"uri\":\"test://log/7\",\"mimeType\":\"text/plain\",\"text\":"
                            + RelayFixture.JSON.writeValueAsString(text) + "}]}");
            StringBuilder joinedPages = new StringBuilder();
            int id = 2;
            while (true) {
                assertThat(page.toString().length()).isLessThan(MAX_BYTES);
                assertThat(page.get("contents").size()).isEqualTo(1);
                String chunk = page.at("/contents/0/text").asString();
                int end = chunk.indexOf("\n\n");
                joinedPages.append(chunk.substring(end + 2));
                JsonNode next =
                        RelayFixture.JSON.readTree(chunk.substring(0, end)).path("nextUri");
                if (next.isMissingNode()) {
                    break;
                }
                page = relay.exchangeLocally(id++, "resources/read", "{\"uri\":\"" + next.asString() + "\"}");
            }
            assertThat(joinedPages.toString()).isEqualTo(text);
        }
    }

    @Test
    void readsABigBlobCompletelyInRanges() throws Exception {
        byte[] content = new byte[1_000_003];
        new SplittableRandom(5).nextBytes(content);
        String result = "{\"contents\":[{\"uri\":\"test://image\",\"mimeType\":\"image/png\",\"blob\":\""
                + Base64.getEncoder().encodeToString(content) + "\"}]}";
        try (RelayFixture relay = new RelayFixture(DEFAULT_POLICIES).open("2025-06-18", ALL_CAPABILITIES)) {
            JsonNode first = relay.exchange(1, "resources/read", "{\"uri\":\"test://image\"}", result);
            assertThat(first.toString().length()).isLessThan(MAX_BYTES);
            assertThat(first.at("/contents/0/mimeType").asString()).isEqualTo("text/plain");
            String uri = link(first);
            byte[] joinedPages = new byte[content.length];
            int id = 2;
            for (int from = 0; from < content.length; from += 100_000) {
                int to = Math.min(content.length, from + 100_000);
                JsonNode range = relay.exchangeLocally(
                        id++, "resources/read", "{\"uri\":\"" + uri + "?from=" + from + "&to=" + to + "\"}");
                byte[] bytes =
                        Base64.getDecoder().decode(range.at("/contents/0/blob").asString());
                assertThat(bytes).hasSize(to - from);
                System.arraycopy(bytes, 0, joinedPages, from, bytes.length);
            }
            assertThat(joinedPages).isEqualTo(content);
            assertThat(relay.serverReceivedNothing()).isTrue();
        }
    }

    // --- results of tools

    @Test
    void guardsABigEmbeddedResourceLikeText() throws Exception {
        String result =
                "{\"content\":[{\"type\":\"text\",\"text\":\"Here:\"},{\"type\":\"resource\",\"resource\":{\"uri\":\"test://a\",\"text\":\""
                        + words(500_000) + "\"}},{\"type\":\"resource\",\"resource\":{\"uri\":\"test://b\",\"blob\":\""
                        + blob(400_000) + "\"}}]}";
        try (RelayFixture relay = new RelayFixture(DEFAULT_POLICIES).open("2025-06-18", ALL_CAPABILITIES)) {
            JsonNode answer = relay.exchange(1, "tools/call", "{\"name\":\"t\"}", result);
            assertThat(answer.toString().length()).isLessThan(MAX_BYTES);
            Matcher line = Pattern.compile("left out: plimsoll_read with cursor (\\S+) gives it")
                    .matcher(answer.toString());
            assertThat(line.find()).as("a line in " + answer).isTrue();
            String uri = "plimsoll://blob/" + line.group(1);
            JsonNode resource = relay.exchangeLocally(2, "resources/read", "{\"uri\":\"" + uri + "\"}");
            assertThat(resource.at("/contents/0/blob").asString()).isEqualTo(blob(400_000));
        }
    }
}
