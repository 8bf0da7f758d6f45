package dev.plimsoll.testkit.sample;

import dev.plimsoll.testkit.Generator;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Results of {@code tools/call} as raw JSON: with given payloads, by name, or random. Each named result always has the
 * same bytes; most exceed common budgets.
 */
public final class SampleResults {

    private SampleResults() {}

    /** Returns all named results. */
    public static List<SampleToolResult> samples() {
        return ResultCatalogue.ALL.stream().map(Entry::result).toList();
    }

    public static List<String> names() {
        return ResultCatalogue.ALL.stream().map(Entry::name).toList();
    }

    /** Returns the result with this name. */
    public static SampleToolResult named(String name) {
        return ResultCatalogue.ALL.stream()
                .filter(entry -> entry.name.equals(name))
                .findFirst()
                .map(Entry::result)
                .orElseThrow(() -> new IllegalArgumentException("unknown result " + name + "; results: " + names()));
    }

    /** Returns a generator of any results: all kinds of blocks, copies, members, and orders around random payloads. */
    public static Generator<SampleToolResult> any() {
        return new RandomResults();
    }

    /** Creates a result with one text block per text. */
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

    /**
     * Creates a result like that of FastMCP for a list of Pydantic models: a block with formatted JSON for each model,
     * and all models again as structured content.
     */
    public static byte[] models(int count) {
        return members(
                modelBlocks(count),
                "\"structuredContent\":{\"result\":"
                        + RecordPayloads.array(count, i -> RecordPayloads.order(new Random(i), i)) + "}");
    }

    /** Creates a result like that of older FastMCP releases: only the blocks. */
    public static byte[] modelsAsBlocks(int count) {
        return members(modelBlocks(count));
    }

    private static String modelBlocks(int count) {
        return content(IntStream.rangeClosed(1, count)
                .mapToObj(i -> ContentBlocks.text(JsonRespacer.prettyText(RecordPayloads.order(new Random(i), i))))
                .toArray(String[]::new));
    }

    /** Creates a result with structured content and no blocks. */
    public static byte[] structured(byte[] json) {
        return members(content(), structuredContent(json));
    }

    /** Creates a result with structured content and an equal text block. */
    public static byte[] withTextCopy(byte[] json) {
        return withTextCopy(json, json);
    }

    /** Creates a result with structured content and a text copy, which may have other spacing or order. */
    public static byte[] withTextCopy(byte[] json, byte[] copy) {
        return members(content(ContentBlocks.text(copy)), structuredContent(json));
    }

    /**
     * Creates a result like a file server's: the text as a block, and again as the only string of the structured
     * content.
     */
    public static byte[] fileServer(byte[] utf8) {
        String text = StringEscaper.minimal(utf8(utf8));
        return members(content(ContentBlocks.textQuoted(text)), "\"structuredContent\":{\"content\":" + text + "}");
    }

    public static byte[] error(byte[] utf8) {
        return members(content(ContentBlocks.text(utf8)), "\"isError\":true");
    }

    /** Creates an object from members given as JSON text. */
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
