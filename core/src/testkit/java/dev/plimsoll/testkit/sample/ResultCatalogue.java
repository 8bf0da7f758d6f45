package dev.plimsoll.testkit.sample;

import static dev.plimsoll.testkit.sample.SampleResults.content;
import static dev.plimsoll.testkit.sample.SampleResults.members;
import static dev.plimsoll.testkit.sample.SampleResults.structuredContent;

import dev.plimsoll.testkit.sample.SampleResults.Entry;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The named results. {@code SampleResultsTest} checks that each result matches its name. */
final class ResultCatalogue {

    static final List<Entry> ALL = Stream.of(texts(), structured(), resources(), media(), OddResults.all())
            .flatMap(List::stream)
            .toList();

    private ResultCatalogue() {}

    private static List<Entry> texts() {
        return List.of(
                entry("text-of-json", () -> SampleResults.text(payload("orders"))),
                entry("text-of-prose", () -> SampleResults.text(payload("prose"))),
                entry("text-of-python", () -> SampleResults.text(payload("python"))),
                entry("text-of-git-log", () -> SampleResults.text(payload("git-log"))),
                entry("text-of-matches", () -> SampleResults.text(payload("matches"))),
                entry("text-of-table", () -> SampleResults.text(payload("table"))),
                entry("text-of-blocks", () -> SampleResults.fileServer(payload("blocks"))),
                entry("text-of-toon", () -> SampleResults.text(payload("toon"))),
                entry("text-of-diff", () -> SampleResults.fileServer(payload("diff"))),
                entry("text-of-yaml", () -> SampleResults.text(payload("yaml"))),
                entry("text-of-fenced-json", () -> SampleResults.text(payload("fenced-json"))),
                entry("text-of-files", () -> SampleResults.text(payload("files"))),
                entry("text-of-row-arrays", () -> SampleResults.text(payload("row-arrays"))),
                entry("text-of-log", () -> SampleResults.text(payload("log-with-stack-traces"))),
                entry("text-small", () -> SampleResults.text(utf8("42 orders"))),
                entry("text-empty", () -> SampleResults.text(utf8(""))),
                entry(
                        "texts-several",
                        () -> SampleResults.text(payload("orders"), payload("markdown"), payload("cjk"))),
                entry(
                        "texts-one-big-among-small",
                        () -> SampleResults.text(utf8("Found:"), payload("users"), utf8("Done."))),
                entry(
                        "texts-many-small",
                        () -> SampleResults.blocks(
                                many(2_000, i -> ContentBlocks.text("line " + i + " of the listing")))),
                entry(
                        "texts-one-record-each",
                        () -> SampleResults.blocks(
                                many(500, i -> ContentBlocks.text(RecordPayloads.order(new Random(i), i))))),
                entry("texts-one-model-each", () -> SampleResults.modelsAsBlocks(300)),
                entry("text-twice-the-same", () -> SampleResults.text(payload("prose"), payload("prose"))),
                entry("text-of-a-result", () -> SampleResults.text(SampleResults.withTextCopy(payload("orders")))),
                entry(
                        "text-with-lone-surrogates",
                        () -> SampleResults.blocks(
                                ContentBlocks.textQuoted("\"" + "a\\ud800b\\udc00 ".repeat(8_000) + "\""))),
                entry("text-with-nul", () -> SampleResults.text(utf8("a\0b ".repeat(10_000)))));
    }

    private static List<Entry> structured() {
        return List.of(
                entry("structured-alone", () -> SampleResults.structured(payload("list-at-depth-1"))),
                entry("structured-without-content", () -> members(structuredContent(payload("list-at-depth-1")))),
                entry("structured-doubled", () -> SampleResults.withTextCopy(payload("list-at-depth-2"))),
                entry("structured-doubled-pretty", () -> doubledPretty("list-at-depth-1")),
                entry("structured-doubled-reordered", () -> doubledReordered("wide-object")),
                entry(
                        "structured-doubled-escaped",
                        () -> members(
                                content(ContentBlocks.textQuoted(StringEscaper.ascii(
                                        Payloads.named("balanced-object").text()))),
                                structuredContent(payload("balanced-object")))),
                entry(
                        "structured-doubled-with-remark",
                        () -> members(
                                content(
                                        ContentBlocks.text("All went well."),
                                        ContentBlocks.text(payload("upstream-next"))),
                                structuredContent(payload("upstream-next")))),
                entry(
                        "structured-unlike-text",
                        () -> SampleResults.withTextCopy(payload("wide-object"), payload("markdown"))),
                entry(
                        "structured-with-short-text",
                        () -> SampleResults.withTextCopy(payload("list-at-depth-3"), utf8("600 orders"))),
                entry("structured-small", () -> SampleResults.withTextCopy(utf8("{\"ok\":true,\"rate\":1.10}"))),
                entry("structured-of-text", () -> SampleResults.fileServer(payload("markdown"))),
                entry("structured-of-json-text", () -> SampleResults.fileServer(payload("orders"))),
                entry(
                        "structured-list-in-result",
                        () -> members(
                                content(many(300, i -> ContentBlocks.text(RecordPayloads.order(new Random(i), i)))),
                                "\"structuredContent\":{\"result\":"
                                        + RecordPayloads.array(300, i -> RecordPayloads.order(new Random(i), i))
                                        + "}")),
                entry("structured-list-of-models", () -> SampleResults.models(300)),
                entry("structured-array", () -> SampleResults.withTextCopy(payload("orders"))),
                entry("structured-string", () -> SampleResults.structured(payload("one-giant-string"))),
                entry(
                        "structured-null",
                        () -> members(content(ContentBlocks.text(payload("prose"))), "\"structuredContent\":null")),
                entry(
                        "structured-first",
                        () -> members(
                                structuredContent(payload("wide-object")),
                                content(ContentBlocks.text(payload("wide-object"))))));
    }

    private static byte[] doubledPretty(String name) {
        return SampleResults.withTextCopy(payload(name), JsonRespacer.pretty(payload(name)));
    }

    private static byte[] doubledReordered(String name) {
        return SampleResults.withTextCopy(payload(name), JsonRespacer.reordered(payload(name)));
    }

    private static List<Entry> resources() {
        return List.of(
                entry(
                        "resource-text",
                        () -> SampleResults.blocks(ContentBlocks.resourceText(
                                "file:///handbook.md", "text/markdown", payload("markdown")))),
                entry(
                        "resource-json",
                        () -> SampleResults.blocks(
                                ContentBlocks.resourceText("orders://all", "application/json", payload("orders")))),
                entry(
                        "resource-beside-its-text",
                        () -> SampleResults.blocks(
                                ContentBlocks.text(payload("prose")),
                                ContentBlocks.resourceText("file:///a.txt", "text/plain", payload("prose")))),
                entry(
                        "resource-blob",
                        () -> SampleResults.blocks(ContentBlocks.resourceBlob(
                                "file:///a.bin", "application/octet-stream", noise(300_000)))),
                entry(
                        "resource-blob-small",
                        () -> SampleResults.blocks(
                                ContentBlocks.resourceBlob("file:///b.bin", "application/octet-stream", noise(300)))),
                entry(
                        "resource-links",
                        () -> SampleResults.blocks(
                                many(800, i -> ContentBlocks.link("file:///logs/" + i + ".log", "log " + i)))),
                entry(
                        "resource-link-and-text",
                        () -> SampleResults.blocks(
                                ContentBlocks.link("file:///a.csv", "a.csv"),
                                ContentBlocks.text(payload("csv-with-quoted-newlines")))));
    }

    private static List<Entry> media() {
        return List.of(
                entry(
                        "image-png",
                        () -> SampleResults.blocks(ContentBlocks.image("image/png", Pictures.png(800, 600)))),
                entry(
                        "image-jpeg",
                        () -> SampleResults.blocks(ContentBlocks.image("image/jpeg", Pictures.jpeg(1_024, 768)))),
                entry(
                        "image-gif",
                        () -> SampleResults.blocks(ContentBlocks.image("image/gif", Pictures.gif(320, 200)))),
                entry(
                        "image-huge-dimensions",
                        () -> SampleResults.blocks(ContentBlocks.image("image/png", Pictures.png(8_000, 6_000)))),
                entry(
                        "image-many-bytes",
                        () -> SampleResults.blocks(ContentBlocks.image("image/png", Pictures.noisyPng(400, 300)))),
                entry(
                        "images-many",
                        () -> SampleResults.blocks(many(
                                40, i -> ContentBlocks.image("image/jpeg", Pictures.jpeg(100 + i, 900))))),
                entry(
                        "image-among-long-texts",
                        () -> SampleResults.blocks(
                                ContentBlocks.text(payload("prose")),
                                ContentBlocks.image("image/png", Pictures.png(400, 300)),
                                ContentBlocks.text(payload("orders")))),
                entry(
                        "image-that-is-none",
                        () -> SampleResults.blocks("{\"type\":\"image\",\"data\":\"" + "no base64! ".repeat(9_000)
                                + "\",\"mimeType\":\"image/png\"}")),
                entry("audio-small", () -> SampleResults.blocks(ContentBlocks.audio("audio/wav", noise(2_000)))),
                entry("audio-large", () -> SampleResults.blocks(ContentBlocks.audio("audio/mpeg", noise(400_000)))));
    }

    static Entry entry(String name, Supplier<byte[]> bytes) {
        return new Entry(name, bytes);
    }

    static byte[] payload(String name) {
        return Payloads.named(name).bytes();
    }

    private static byte[] noise(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private static String[] many(int count, IntFunction<String> block) {
        return IntStream.rangeClosed(1, count).mapToObj(block).toArray(String[]::new);
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
