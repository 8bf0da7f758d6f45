package dev.plimsoll.testkit.sample;

import static dev.plimsoll.testkit.sample.ResultCatalogue.entry;
import static dev.plimsoll.testkit.sample.ResultCatalogue.payload;
import static dev.plimsoll.testkit.sample.ResultCatalogue.utf8;
import static dev.plimsoll.testkit.sample.Results.content;
import static dev.plimsoll.testkit.sample.Results.members;
import static dev.plimsoll.testkit.sample.Results.structuredContent;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plimsoll.testkit.sample.Results.Entry;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Named results with members, orders and spellings that few servers send and all may. */
final class OddResults {

    private static final String META =
            "\"_meta\":{\"com.example/trace\":\"7f3a\",\"progressToken\":1.0,\"plain\":{\"a\":[null]}}";

    private OddResults() {}

    static List<Entry> all() {
        return Stream.of(errors(), adorned(), extended(), odd(), malformed())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Entry> errors() {
        return List.of(
                entry("error-short", () -> Results.error(utf8("no such table: orders"))),
                entry("error-long", () -> Results.error(payload("log-with-stack-traces"))),
                entry("error-first", () -> members("\"isError\":true", content(Blocks.text(payload("prose"))))),
                entry("error-of-json", () -> Results.error(payload("orders"))),
                entry(
                        "error-with-structured",
                        () -> members(
                                "\"isError\":true",
                                content(Blocks.text(payload("wide-object"))),
                                structuredContent(payload("wide-object")))),
                entry("error-false", () -> members(content(Blocks.text(payload("users"))), "\"isError\":false")));
    }

    private static List<Entry> adorned() {
        return List.of(
                entry(
                        "block-annotations",
                        () -> Results.blocks(
                                Blocks.with(
                                        Blocks.text(payload("prose")),
                                        "\"annotations\":{\"audience\":[\"user\"],\"priority\":0.90}"),
                                Blocks.with(
                                        Blocks.text(payload("orders")),
                                        "\"annotations\":{\"audience\":[\"assistant\",\"user\"],\"lastModified\":\"2026-03-01T00:00:00Z\"}"))),
                entry("block-meta", () -> Results.blocks(Blocks.with(Blocks.text(payload("users")), META))),
                entry(
                        "block-unknown-members",
                        () -> Results.blocks(
                                Blocks.with(Blocks.text(payload("prose")), "\"x-rank\":1.10,\"nothing\":null"))),
                entry(
                        "block-unknown-type",
                        () -> Results.blocks(
                                "{\"type\":\"chart\",\"points\":" + RecordPayloads.rows(new Random(5), 2_000) + "}",
                                Blocks.text("a chart"))),
                entry(
                        "block-type-last",
                        () -> Results.blocks("{\"text\":"
                                + Spelling.minimal(Payloads.named("users").text()) + ",\"type\":\"text\"}")),
                entry(
                        "block-text-twice",
                        () -> Results.blocks("{\"type\":\"text\",\"text\":\"first\",\"text\":"
                                + Spelling.minimal(Payloads.named("prose").text()) + "}")));
    }

    private static List<Entry> extended() {
        return List.of(
                entry("meta-of-upstream", () -> members(content(Blocks.text(payload("orders"))), META)),
                entry("meta-first", () -> members(META, content(Blocks.text(payload("orders"))))),
                entry(
                        "meta-huge",
                        () -> members(
                                content(Blocks.text("small")),
                                "\"_meta\":{\"com.example/dump\":"
                                        + Payloads.named("wide-object").text() + "}")),
                entry(
                        "meta-like-ours",
                        () -> members(
                                content(Blocks.text(payload("orders"))),
                                "\"_meta\":{\"dev.plimsoll/page\":{\"hasMore\":false,\"nextCursor\":\""
                                        + ImitationPayloads.cursor(new Random(9))
                                        + "\"},\"com.example/trace\":1,\"dev.plimsoll/budget\":{\"budgetUsed\":0}}")),
                entry(
                        "meta-like-ours-small",
                        () -> members(content(Blocks.text("small")), "\"_meta\":{\"dev.plimsoll/page\":1,\"kept\":2}")),
                entry(
                        "unknown-members",
                        () -> members(
                                "\"x-before\":[1.10]",
                                content(Blocks.text(payload("orders"))),
                                "\"vendor\":{\"cost\":1e400}")),
                entry(
                        "unknown-member-huge",
                        () -> members(
                                content(Blocks.text("small")),
                                "\"vendor\":" + Payloads.named("orders").text())),
                entry(
                        "result-type-complete",
                        () -> members("\"resultType\":\"complete\"", content(Blocks.text(payload("orders"))))));
    }

    private static List<Entry> odd() {
        return List.of(
                entry(
                        "escaped-slashes",
                        () -> Results.blocks(
                                Blocks.textQuoted(Spelling.slashes("https://example.org/a/b ".repeat(5_000))))),
                entry(
                        "escaped-to-ascii",
                        () -> Results.blocks(Blocks.textQuoted(
                                Spelling.ascii(Payloads.named("users").text())))),
                entry(
                        "spaced-out",
                        () -> utf8(
                                "\r\n " + new String(Spacing.pretty(Results.doubled(payload("list-at-depth-1"))), UTF_8)
                                        + " \n")),
                entry("content-empty", () -> members(content())),
                entry("content-missing", () -> members()),
                entry("content-null", () -> members("\"content\":null", structuredContent(payload("wide-object")))),
                entry(
                        "content-twice",
                        () -> members(content(Blocks.text(payload("prose"))), content(Blocks.text(payload("orders"))))),
                entry(
                        "content-name-escaped",
                        () -> members("\"c\\u006fntent\":[" + Blocks.text(payload("orders")) + "]")),
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
                entry("imitates-our-answer", () -> Results.doubled(payload("imitates-own-member"))),
                entry(
                        "imitates-our-notice",
                        () -> Results.text(payload("imitates-notice-in-text"), payload("imitates-notice-in-text"))));
    }

    /** What no server should send: to be passed on or cut, never to be choked on. */
    private static List<Entry> malformed() {
        String big = Spelling.minimal(Payloads.named("prose").text());
        return List.of(
                entry("malformed-content-object", () -> members("\"content\":" + Blocks.text(payload("prose")))),
                entry("malformed-content-string", () -> members("\"content\":" + big)),
                entry("malformed-blocks", () -> Results.blocks(big, "null", "5", "[" + big + "]", "{}")),
                entry("malformed-text-number", () -> Results.blocks("{\"type\":\"text\",\"text\":1.10}")),
                entry(
                        "malformed-text-object",
                        () -> Results.blocks("{\"type\":\"text\",\"text\":{\"a\":" + big + "}}")),
                entry("malformed-text-missing", () -> Results.blocks("{\"type\":\"text\",\"data\":" + big + "}")),
                entry("malformed-type-missing", () -> Results.blocks("{\"text\":" + big + "}")),
                entry("malformed-type-number", () -> Results.blocks("{\"type\":7,\"text\":" + big + "}")),
                entry(
                        "malformed-resource-empty",
                        () -> Results.blocks("{\"type\":\"resource\",\"resource\":{\"uri\":\"a:b\"}}")),
                entry(
                        "malformed-resource-both",
                        () -> Results.blocks("{\"type\":\"resource\",\"resource\":{\"uri\":\"a:b\",\"text\":" + big
                                + ",\"blob\":\"AAAA\"}}")),
                entry(
                        "malformed-error-string",
                        () -> members(content("{\"type\":\"text\",\"text\":" + big + "}"), "\"isError\":\"yes\"")),
                entry(
                        "malformed-meta-array",
                        () -> members(content("{\"type\":\"text\",\"text\":" + big + "}"), "\"_meta\":[1]")));
    }
}
