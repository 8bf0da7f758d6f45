package dev.plimsoll.testkit.sample;

import dev.plimsoll.testkit.Generator;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Results of {@code tools/call} as raw JSON, around payloads of your own, by name, or at random. Named ones are always
 * the same bytes; most are above usual budgets.
 */
public final class SampleResults {

    private SampleResults() {}

    /** All named results. */
    public static List<SampleToolResult> samples() {
        return ResultCatalogue.ALL.stream().map(Entry::result).toList();
    }

    public static List<String> names() {
        return ResultCatalogue.ALL.stream().map(Entry::name).toList();
    }

    /** The sample of that name. */
    public static SampleToolResult named(String name) {
        return ResultCatalogue.ALL.stream()
                .filter(entry -> entry.name.equals(name))
                .findFirst()
                .map(Entry::result)
                .orElseThrow(
                        () -> new IllegalArgumentException("no result is named " + name + "; there are " + names()));
    }

    /** Any result: all sorts of blocks, copies, members and orders around random payloads. */
    public static Generator<SampleToolResult> any() {
        return new RandomResults();
    }

    /** One text block for each text. */
    public static byte[] text(byte[]... utf8) {
        String[] blocks = new String[utf8.length];
        for (int i = 0; i < blocks.length; i++) {
            blocks[i] = ContentBlocks.text(utf8[i]);
        }
        return blocks(blocks);
    }

    public static byte[] blocks(String... blocks) {
        return members(content(blocks));
    }

    /** As FastMCP answers with a list of models: a block for each, laid out for reading, and all of them once more as data. */
    public static byte[] models(int count) {
        return members(
                modelBlocks(count),
                "\"structuredContent\":{\"result\":"
                        + RecordPayloads.array(count, i -> RecordPayloads.order(new Random(i), i)) + "}");
    }

    /** As older releases of it do: the blocks alone. */
    public static byte[] modelsAsBlocks(int count) {
        return members(modelBlocks(count));
    }

    private static String modelBlocks(int count) {
        return content(IntStream.range(0, count)
                .mapToObj(i -> ContentBlocks.text(JsonRespacer.prettyText(RecordPayloads.order(new Random(i), i))))
                .toArray(String[]::new));
    }

    /** Structured content and no blocks. */
    public static byte[] structured(byte[] json) {
        return members(content(), structuredContent(json));
    }

    /** Structured content, and the same as text. */
    public static byte[] doubled(byte[] json) {
        return doubled(json, json);
    }

    /** Structured content, and a copy of it as text that may be spaced or ordered in another way. */
    public static byte[] doubled(byte[] json, byte[] copy) {
        return members(content(ContentBlocks.text(copy)), structuredContent(json));
    }

    /** As file servers answer: the text as a block, and once more as the only string of the structured content. */
    public static byte[] fileServer(byte[] utf8) {
        String text = StringEscaper.minimal(utf8(utf8));
        return members(content(ContentBlocks.textQuoted(text)), "\"structuredContent\":{\"content\":" + text + "}");
    }

    public static byte[] error(byte[] utf8) {
        return members(content(ContentBlocks.text(utf8)), "\"isError\":true");
    }

    /** An object of these members, given as JSON text. */
    public static byte[] members(String... members) {
        return ("{" + String.join(",", members) + "}").getBytes(StandardCharsets.UTF_8);
    }

    public static String content(String... blocks) {
        return "\"content\":[" + String.join(",", blocks) + "]";
    }

    public static String structuredContent(byte[] json) {
        return "\"structuredContent\":" + utf8(json);
    }

    private static String utf8(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    record Entry(String name, Supplier<byte[]> bytes) {

        SampleToolResult result() {
            return new SampleToolResult(name, bytes.get());
        }
    }
}
