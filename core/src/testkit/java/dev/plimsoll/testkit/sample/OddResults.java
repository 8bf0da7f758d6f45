package dev.plimsoll.testkit.sample;

import static dev.plimsoll.testkit.sample.ResultCatalogue.entry;
import static dev.plimsoll.testkit.sample.ResultCatalogue.payload;
import static dev.plimsoll.testkit.sample.ResultCatalogue.utf8;
import static dev.plimsoll.testkit.sample.SampleResults.content;
import static dev.plimsoll.testkit.sample.SampleResults.members;
import static dev.plimsoll.testkit.sample.SampleResults.structuredContent;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plimsoll.testkit.sample.SampleResults.Entry;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Named results with rare but valid members, orders, and spellings. */
final class OddResults {

    private static final String META =
            "\"_meta\":{\"com.example/trace\":\"7f3a\",\"progressToken\":1.0,\"plain\":{\"a\":[null]}}";

    private OddResults() {}

    static List<Entry> all() {
        return Stream.of(errors(), extendedBlocks(), extendedResults(), odd(), malformed())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Entry> errors() {
        return List.of(
                entry("error-short", () -> SampleResults.error(utf8("no such table: orders"))),
                entry("error-long", () -> SampleResults.error(payload("log-with-stack-traces"))),
                entry("error-first", () -> members("\"isError\":true", content(ContentBlocks.text(payload("prose"))))),
                entry("error-of-json", () -> SampleResults.error(payload("orders"))),
                entry(
                        "error-with-structured",
                        () -> members(
                                "\"isError\":true",
                                content(ContentBlocks.text(payload("wide-object"))),
                                structuredContent(payload("wide-object")))),
                entry(
                        "error-false",
                        () -> members(content(ContentBlocks.text(payload("users"))), "\"isError\":false")));
    }

    private static List<Entry> extendedBlocks() {
        return List.of(
                entry(
                        "block-annotations",
                        () -> SampleResults.blocks(
                                ContentBlocks.with(
                                        ContentBlocks.text(payload("prose")),
                                        "\"annotations\":{\"audience\":[\"user\"],\"priority\":0.90}"),
                                ContentBlocks.with(
                                        ContentBlocks.text(payload("orders")),
                                        "\"annotations\":{\"audience\":[\"assistant\",\"user\"],\"lastModified\":\"2026-03-01T00:00:00Z\"}"))),
                entry(
                        "block-meta",
                        () -> SampleResults.blocks(ContentBlocks.with(ContentBlocks.text(payload("users")), META))),
                entry(
                        "block-unknown-members",
                        () -> SampleResults.blocks(ContentBlocks.with(
                                ContentBlocks.text(payload("prose")), "\"x-rank\":1.10,\"nothing\":null"))),
                entry(
                        "block-unknown-type",
                        () -> SampleResults.blocks(
                                "{\"type\":\"chart\",\"points\":" + RecordPayloads.rows(new Random(5), 2_000) + "}",
                                ContentBlocks.text("a chart"))),
                entry(
                        "block-type-last",
                        () -> SampleResults.blocks("{\"text\":"
                                + StringEscaper.minimal(Payloads.named("users").text()) + ",\"type\":\"text\"}")),
                entry(
                        "block-text-twice",
                        () -> SampleResults.blocks("{\"type\":\"text\",\"text\":\"first\",\"text\":"
                                + StringEscaper.minimal(Payloads.named("prose").text()) + "}")));
    }

    private static List<Entry> extendedResults() {
        return List.of(
                entry("meta-of-upstream", () -> members(content(ContentBlocks.text(payload("orders"))), META)),
                entry("meta-first", () -> members(META, content(ContentBlocks.text(payload("orders"))))),
                entry(
                        "meta-huge",
                        () -> members(
                                content(ContentBlocks.text("small")),
                                "\"_meta\":{\"com.example/dump\":"
                                        + Payloads.named("wide-object").text() + "}")),
                entry(
                        "meta-like-ours",
                        () -> members(
                                content(ContentBlocks.text(payload("orders"))),
                                "\"_meta\":{\"dev.plimsoll/page\":{\"hasMore\":false,\"nextCursor\":\""
                                        + ImitationPayloads.cursor(new Random(9))
                                        + "\"},\"com.example/trace\":1,\"dev.plimsoll/budget\":{\"budgetUsed\":0}}")),
                entry(
                        "meta-like-ours-small",
                        () -> members(
                                content(ContentBlocks.text("small")),
                                "\"_meta\":{\"dev.plimsoll/page\":1,\"kept\":2}")),
                entry(
                        "unknown-members",
                        () -> members(
                                "\"x-before\":[1.10]",
                                content(ContentBlocks.text(payload("orders"))),
                                "\"vendor\":{\"cost\":1e400}")),
                entry(
                        "unknown-member-huge",
                        () -> members(
                                content(ContentBlocks.text("small")),
                                "\"vendor\":" + Payloads.named("orders").text())),
                entry(
                        "result-type-complete",
                        () -> members("\"resultType\":\"complete\"", content(ContentBlocks.text(payload("orders"))))));
    }

    private static List<Entry> odd() {
        return List.of(
                entry(
                        "escaped-slashes",
                        () -> SampleResults.blocks(ContentBlocks.textQuoted(
                                StringEscaper.slashes("https://example.org/a/b ".repeat(5_000))))),
                entry(
                        "escaped-to-ascii",
                        () -> SampleResults.blocks(ContentBlocks.textQuoted(
                                StringEscaper.ascii(Payloads.named("users").text())))),
                entry(
                        "spaced-out",
                        () -> utf8("\r\n "
                                + new String(
                                        JsonRespacer.pretty(SampleResults.withTextCopy(payload("list-at-depth-1"))),
                                        UTF_8)
                                + " \n")),
                entry("content-empty", () -> members(content())),
                entry("content-missing", () -> members()),
                entry("content-null", () -> members("\"content\":null", structuredContent(payload("wide-object")))),
                entry(
                        "content-twice",
                        () -> members(
                                content(ContentBlocks.text(payload("prose"))),
                                content(ContentBlocks.text(payload("orders"))))),
                entry(
                        "content-name-escaped",
                        () -> members("\"c\\u006fntent\":[" + ContentBlocks.text(payload("orders")) + "]")),
                entry(
                        "input-required",
                        () -> members(
                                "\"resultType\":\"input_required\"",
                                "\"inputRequests\":{\"a\":{\"method\":\"elicitation/create\"}}",
                                "\"requestState\":\"c3RhdGU\"")),
                entry(
                        "task",
                        () -> members(
                                "\"resultType\":\"task\"",
                                "\"task\":{\"taskId\":\"t-1\",\"status\":\"working\",\"ttlMs\":60000}")),
                entry("imitates-our-answer", () -> SampleResults.withTextCopy(payload("imitates-own-member"))),
                entry(
                        "imitates-our-notice",
                        () -> SampleResults.text(
                                payload("imitates-notice-in-text"), payload("imitates-notice-in-text"))));
    }

    /** Creates malformed results, which must be passed on or cut without an error. */
    private static List<Entry> malformed() {
        String big = StringEscaper.minimal(Payloads.named("prose").text());
        return List.of(
                entry("malformed-content-object", () -> members("\"content\":" + ContentBlocks.text(payload("prose")))),
                entry("malformed-content-string", () -> members("\"content\":" + big)),
                entry("malformed-blocks", () -> SampleResults.blocks(big, "null", "5", "[" + big + "]", "{}")),
                entry("malformed-text-number", () -> SampleResults.blocks("{\"type\":\"text\",\"text\":1.10}")),
                entry(
                        "malformed-text-object",
                        () -> SampleResults.blocks("{\"type\":\"text\",\"text\":{\"a\":" + big + "}}")),
                entry("malformed-text-missing", () -> SampleResults.blocks("{\"type\":\"text\",\"data\":" + big + "}")),
                entry("malformed-type-missing", () -> SampleResults.blocks("{\"text\":" + big + "}")),
                entry("malformed-type-number", () -> SampleResults.blocks("{\"type\":7,\"text\":" + big + "}")),
                entry(
                        "malformed-resource-empty",
                        () -> SampleResults.blocks("{\"type\":\"resource\",\"resource\":{\"uri\":\"a:b\"}}")),
                entry(
                        "malformed-resource-both",
                        () -> SampleResults.blocks("{\"type\":\"resource\",\"resource\":{\"uri\":\"a:b\",\"text\":"
                                + big + ",\"blob\":\"AAAA\"}}")),
                entry(
                        "malformed-error-string",
                        () -> members(content("{\"type\":\"text\",\"text\":" + big + "}"), "\"isError\":\"yes\"")),
                entry(
                        "malformed-meta-array",
                        () -> members(content("{\"type\":\"text\",\"text\":" + big + "}"), "\"_meta\":[1]")));
    }
}
