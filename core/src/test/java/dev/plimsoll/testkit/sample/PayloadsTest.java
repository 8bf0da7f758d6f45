package dev.plimsoll.testkit.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.testkit.ParsedJson;
import dev.plimsoll.testkit.RealTokens;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class PayloadsTest {

    @Test
    void isJsonIsCorrect() {
        for (SamplePayload samplePayload : Payloads.samples()) {
            assertThat(ParsedJson.isJson(samplePayload.bytes()))
                    .as(samplePayload.name())
                    .isEqualTo(samplePayload.isJson());
        }
    }

    @Test
    void namesAreUniqueAndCanBeFound() {
        assertThat(Payloads.names()).doesNotHaveDuplicates().hasSizeGreaterThan(80);
        assertThat(Payloads.samples()).allMatch(samplePayload -> samplePayload.bytes().length < 1_500_000);
        assertThatThrownBy(() -> Payloads.named("nothing"))
                .hasMessageContaining("nothing")
                .hasMessageContaining("orders");
    }

    @Test
    void createsTheSameBytesForTheSameName() {
        for (SamplePayload samplePayload : Payloads.samples()) {
            assertThat(Payloads.named(samplePayload.name()).bytes())
                    .as(samplePayload.name())
                    .isEqualTo(samplePayload.bytes());
        }
    }

    @Test
    void exceedsUsualBudgetsExceptForSmallSamples() {
        Set<String> small = Payloads.samples().stream()
                .filter(samplePayload -> RealTokens.count(samplePayload.bytes()) < 8_000)
                .map(SamplePayload::name)
                .collect(Collectors.toCollection(TreeSet::new));
        small.removeIf(name -> name.startsWith("empty-") || name.startsWith("number-") || name.startsWith("one-"));
        assertThat(small)
                .containsExactly(
                        "blank-lines",
                        "false",
                        "integer-of-30-digits",
                        "levels-400-arrays",
                        "levels-400-objects",
                        "null",
                        "spaces-only",
                        "ten-small-items");
    }

    @Test
    void createsBookingsOfTheRequestedSizes() {
        JsonNode bookings = ParsedJson.tree(Payloads.bookings(40, 2_000, 12_000));

        assertThat(bookings).hasSize(40).allSatisfy(booking -> {
            int bytes = booking.toString().getBytes(StandardCharsets.UTF_8).length;
            assertThat(bytes).isBetween(1_900, 12_600);
            assertThat(booking.at("/property/name").isString()).isTrue();
            assertThat(booking.at("/pricing/nightly").size()).isEqualTo(4);
        });
        JsonNode sections = ParsedJson.tree(Payloads.sectionedBooking(1_500));
        assertThat(sections.propertyNames()).contains("checkIn", "checkOut", "property", "nights");
        assertThat(sections.valueStream().filter(JsonNode::isContainer)).hasSize(21);
    }

    @Test
    void createsGiants() {
        List<SamplePayload> giants = Payloads.giants();
        assertThat(giants).allMatch(samplePayload -> samplePayload.bytes().length > 9_000_000);
        assertThat(giants)
                .allMatch(samplePayload -> ParsedJson.isJson(samplePayload.bytes()) == samplePayload.isJson());
        assertThat(text("line-of-10-mb")).doesNotContain("\n");
        assertThat(tree("orders-of-20-mb").size()).isEqualTo(66_000);
    }

    @Test
    void numbersRecordsInOrder() {
        assertThat(tree("orders").get(0).get("id").asInt()).isEqualTo(1);
        assertThat(tree("orders").get(799).get("id").asInt()).isEqualTo(800);
        assertThat(text("users"))
                .contains("@example.org", "Zürich", "straße", "佐藤", "\"geo\":{")
                .containsPattern("[0-9a-f]{8}-[0-9a-f]{4}-4");
        assertThat(ParsedJson.tree(Payloads.orders(3)).size()).isEqualTo(3);
        assertThat(ParsedJson.tree(Payloads.users(0)).size()).isZero();
    }

    @Test
    void createsOneGiantOfEachKind() {
        assertThat(tree("one-giant-record").size()).isEqualTo(1);
        assertThat(tree("one-giant-record").get(0).toString()).hasSizeGreaterThan(200_000);
        assertThat(tree("one-giant-string").asString()).hasSizeGreaterThan(200_000);
        assertThat(tree("one-giant-key").propertyNames()).anyMatch(key -> key.length() > 200_000);
        assertThat(tree("short-strings-10000").size()).isEqualTo(10_000);
        assertThat(text("line-of-200-kb")).hasSizeGreaterThan(200_000).doesNotContain("\n");
    }

    @Test
    void hasTheNestingDepthOfItsName() {
        assertThat(text("levels-400-arrays")).startsWith("[".repeat(400)).doesNotStartWith("[".repeat(401));
        assertThat(text("levels-400-objects"))
                .startsWith("{\"a\":".repeat(400))
                .doesNotStartWith("{\"a\":".repeat(401));
        assertThat(text("levels-20000")).startsWith("[".repeat(20_000));
    }

    @Test
    void containsOddSpellings() {
        assertThat(text("odd-numbers")).contains(":1e400", ":1.10}", OddPayloads.LONG_INTEGER, ":-0}", ":1E+05}");
        assertThat(OddPayloads.LONG_INTEGER).hasSize(30);
        assertThat(text("number-1e400")).isEqualTo("1e400");
        assertThat(text("number-1.10")).isEqualTo("1.10");
        assertThat(text("duplicate-keys")).contains("\"id\":1,\"id\":-1").contains("\\u0061");
        assertThat(text("lone-surrogates")).contains("\\ud800", "\\uDC00", "\\ud83d\\ude00", "\"key\\udfff\"");
        assertThat(text("nul-escapes")).contains("a\\u0000b", "\"\\u0000\":");
        assertThat(text("u-escaped-text")).isASCII().contains("\\u", "\\/");
        assertThat(text("zwj-emoji")).contains("👨‍👩‍👧‍👦", "🇩🇪");
        assertThat(text("random-hangul").replace("\n", "")).matches("[\\x{ac00}-\\x{d7a3}]+");
        assertThat(text("random-han").replace("\n", "")).matches("[\\x{4e00}-\\x{9fff}]+");
    }

    @Test
    void oneMemberDominatesIfTheNameSaysSo() {
        for (int depth = 1; depth <= 3; depth++) {
            JsonNode node = tree("list-at-depth-" + depth);
            for (int level = 1; level < depth; level++) {
                node = node.get("level" + level);
            }
            assertThat(node.get("orders").toString().length() * 10)
                    .isGreaterThan(9 * text("list-at-depth-" + depth).length());
        }
        assertThat(tree("dominating-string").get("content").asString().length() * 2)
                .isGreaterThan(text("dominating-string").length());
        for (JsonNode member : tree("balanced-object")) {
            assertThat(member.toString().length() * 2)
                    .isLessThan(text("balanced-object").length());
        }
        assertThat(tree("map-of-thousands").size()).isEqualTo(4_000);
    }

    @Test
    void imitatesAnswersOfPlimsoll() {
        assertThat(text("imitates-own-member"))
                .startsWith("{\"_plimsoll\":{\"notice\"")
                .endsWith("\"_plimsoll\":7}");
        assertThat(tree("imitates-wrapper").get("nextCursor").asString()).matches("[A-Za-z0-9_-]{48}");
        assertThat(text("imitates-wrapper")).contains("\"items\":[");
        assertThat(text("imitates-result-with-meta")).contains("\"_meta\":{\"dev.plimsoll/page\"");
        assertThat(tree("upstream-next").get("has_more").asBoolean()).isTrue();
        assertThat(tree("upstream-next").get("count").asInt())
                .isGreaterThan(tree("upstream-next").get("results").size());
    }

    @Test
    void createsTextsOfEachKind() {
        assertThat(text("csv-with-quoted-newlines")).contains(",\n\"\"", "\r\nthird line\"");
        assertThat(text("log-with-stack-traces")).contains("\n\tat org.example", "\nCaused by:");
        assertThat(text("markdown"))
                .contains("\n## ", "\n```java\n# not a heading")
                .contains("|---|");
        assertThat(text("json-lines").lines())
                .allMatch(line -> ParsedJson.isJson(line.getBytes(StandardCharsets.UTF_8)));
        assertThat(text("truncated-json")).startsWith("[{");
        assertThat(text("json-with-trailing-comma")).endsWith("},]");
        assertThat(text("empty-text")).isEmpty();
        assertThat(text("empty-string")).isEqualTo("\"\"");
    }

    private static String text(String name) {
        return Payloads.named(name).text();
    }

    private static JsonNode tree(String name) {
        return ParsedJson.tree(Payloads.named(name).bytes());
    }
}
