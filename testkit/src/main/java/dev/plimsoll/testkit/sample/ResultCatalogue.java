package dev.plimsoll.testkit.sample;

import static dev.plimsoll.testkit.sample.Results.content;
import static dev.plimsoll.testkit.sample.Results.members;
import static dev.plimsoll.testkit.sample.Results.structuredContent;

import dev.plimsoll.testkit.sample.Results.Entry;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The named results. A name is a promise: {@code ResultsTest} checks that each result is what its name says. */
final class ResultCatalogue {

    static final List<Entry> ALL = Stream.of(texts(), structured(), resources(), media(), OddResults.all())
            .flatMap(List::stream)
            .toList();

    private ResultCatalogue() {}

    private static List<Entry> texts() {
        return List.of(
                entry("text-of-json", () -> Results.text(payload("orders"))),
                entry("text-of-prose", () -> Results.text(payload("prose"))),
                entry("text-of-log", () -> Results.text(payload("log-with-stack-traces"))),
                entry("text-small", () -> Results.text(utf8("42 orders"))),
                entry("text-empty", () -> Results.text(utf8(""))),
                entry("texts-several", () -> Results.text(payload("orders"), payload("markdown"), payload("cjk"))),
                entry("texts-one-big-among-small", () -> Results.text(utf8("Found:"), payload("users"), utf8("Done."))),
                entry(
                        "texts-many-small",
                        () -> Results.blocks(many(2_000, i -> Blocks.text("line " + i + " of the listing")))),
                entry(
                        "texts-one-record-each",
                        () -> Results.blocks(many(500, i -> Blocks.text(RecordPayloads.order(new Random(i), i))))),
                entry("texts-one-model-each", () -> Results.modelsAsBlocks(300)),
                entry("text-twice-the-same", () -> Results.text(payload("prose"), payload("prose"))),
                entry("text-of-a-result", () -> Results.text(Results.doubled(payload("orders")))),
                entry(
                        "text-with-lone-surrogates",
                        () -> Results.blocks(Blocks.textQuoted("\"" + "a\\ud800b\\udc00 ".repeat(8_000) + "\""))),
                entry("text-with-nul", () -> Results.text(utf8("a\0b ".repeat(10_000)))));
    }

    private static List<Entry> structured() {
        return List.of(
                entry("structured-alone", () -> Results.structured(payload("list-at-depth-1"))),
                entry("structured-without-content", () -> members(structuredContent(payload("list-at-depth-1")))),
                entry("structured-doubled", () -> Results.doubled(payload("list-at-depth-2"))),
                entry("structured-doubled-pretty", () -> doubledPretty("list-at-depth-1")),
                entry("structured-doubled-reordered", () -> doubledReordered("wide-object")),
                entry(
                        "structured-doubled-escaped",
                        () -> members(
                                content(Blocks.textQuoted(Spelling.ascii(
                                        Payloads.named("balanced-object").text()))),
                                structuredContent(payload("balanced-object")))),
                entry(
                        "structured-doubled-with-remark",
                        () -> members(
                                content(Blocks.text("All went well."), Blocks.text(payload("upstream-next"))),
                                structuredContent(payload("upstream-next")))),
                entry("structured-unlike-text", () -> Results.doubled(payload("wide-object"), payload("markdown"))),
                entry(
                        "structured-with-short-text",
                        () -> Results.doubled(payload("list-at-depth-3"), utf8("600 orders"))),
                entry("structured-small", () -> Results.doubled(utf8("{\"ok\":true,\"rate\":1.10}"))),
                entry("structured-of-text", () -> Results.fileServer(payload("markdown"))),
                entry("structured-of-json-text", () -> Results.fileServer(payload("orders"))),
                entry(
                        "structured-list-in-result",
                        () -> members(
                                content(many(300, i -> Blocks.text(RecordPayloads.order(new Random(i), i)))),
                                "\"structuredContent\":{\"result\":"
                                        + RecordPayloads.array(300, i -> RecordPayloads.order(new Random(i), i))
                                        + "}")),
                entry("structured-list-of-models", () -> Results.models(300)),
                entry("structured-array", () -> Results.doubled(payload("orders"))),
                entry("structured-string", () -> Results.structured(payload("one-giant-string"))),
                entry(
                        "structured-null",
                        () -> members(content(Blocks.text(payload("prose"))), "\"structuredContent\":null")),
                entry(
                        "structured-first",
                        () -> members(
                                structuredContent(payload("wide-object")),
                                content(Blocks.text(payload("wide-object"))))));
    }

    private static byte[] doubledPretty(String name) {
        return Results.doubled(payload(name), Spacing.pretty(payload(name)));
    }

    private static byte[] doubledReordered(String name) {
        return Results.doubled(payload(name), Spacing.reordered(payload(name)));
    }

    private static List<Entry> resources() {
        return List.of(
                entry(
                        "resource-text",
                        () -> Results.blocks(
                                Blocks.resourceText("file:///handbook.md", "text/markdown", payload("markdown")))),
                entry(
                        "resource-json",
                        () -> Results.blocks(
                                Blocks.resourceText("orders://all", "application/json", payload("orders")))),
                entry(
                        "resource-beside-its-text",
                        () -> Results.blocks(
                                Blocks.text(payload("prose")),
                                Blocks.resourceText("file:///a.txt", "text/plain", payload("prose")))),
                entry(
                        "resource-blob",
                        () -> Results.blocks(
                                Blocks.resourceBlob("file:///a.bin", "application/octet-stream", noise(300_000)))),
                entry(
                        "resource-blob-small",
                        () -> Results.blocks(
                                Blocks.resourceBlob("file:///b.bin", "application/octet-stream", noise(300)))),
                entry(
                        "resource-links",
                        () -> Results.blocks(many(800, i -> Blocks.link("file:///logs/" + i + ".log", "log " + i)))),
                entry(
                        "resource-link-and-text",
                        () -> Results.blocks(
                                Blocks.link("file:///a.csv", "a.csv"),
                                Blocks.text(payload("csv-with-quoted-newlines")))));
    }

    private static List<Entry> media() {
        return List.of(
                entry("image-png", () -> Results.blocks(Blocks.image("image/png", Pictures.png(800, 600)))),
                entry("image-jpeg", () -> Results.blocks(Blocks.image("image/jpeg", Pictures.jpeg(1_024, 768)))),
                entry("image-gif", () -> Results.blocks(Blocks.image("image/gif", Pictures.gif(320, 200)))),
                entry(
                        "image-huge-dimensions",
                        () -> Results.blocks(Blocks.image("image/png", Pictures.png(8_000, 6_000)))),
                entry("image-many-bytes", () -> Results.blocks(Blocks.image("image/png", Pictures.noisyPng(400, 300)))),
                entry(
                        "images-many",
                        () -> Results.blocks(many(40, i -> Blocks.image("image/jpeg", Pictures.jpeg(100 + i, 900))))),
                entry(
                        "image-among-long-texts",
                        () -> Results.blocks(
                                Blocks.text(payload("prose")),
                                Blocks.image("image/png", Pictures.png(400, 300)),
                                Blocks.text(payload("orders")))),
                entry(
                        "image-that-is-none",
                        () -> Results.blocks("{\"type\":\"image\",\"data\":\"" + "no base64! ".repeat(9_000)
                                + "\",\"mimeType\":\"image/png\"}")),
                entry("audio-small", () -> Results.blocks(Blocks.audio("audio/wav", noise(2_000)))),
                entry("audio-large", () -> Results.blocks(Blocks.audio("audio/mpeg", noise(400_000)))));
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
