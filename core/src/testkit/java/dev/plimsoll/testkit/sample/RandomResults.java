package dev.plimsoll.testkit.sample;

import dev.plimsoll.testkit.Generator;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Generates results: random payloads in random content blocks and members, with random order, escapes, and
 * white space. */
final class RandomResults implements Generator<SampleToolResult> {

    @Override
    public SampleToolResult generate(Random random, int size) {
        String shape = List.of("text", "texts", "structured", "doubled", "file", "blocks", "bare")
                .get(random.nextInt(7));
        List<String> members = new ArrayList<>();
        switch (shape) {
            case "text" ->
                members.add(
                        SampleResults.content(textBlock(random, Payloads.any().generate(random, size))));
            case "texts" -> members.add(SampleResults.content(blocks(random, size, false)));
            case "structured" ->
                members.addAll(List.of(
                        random.nextBoolean()
                                ? SampleResults.content()
                                : SampleResults.content(ContentBlocks.text("done")),
                        SampleResults.structuredContent(Payloads.object().generate(random, size))));
            case "doubled" -> members.addAll(withTextCopy(random, size));
            case "file" -> members.addAll(file(random, size));
            case "blocks" -> members.add(SampleResults.content(blocks(random, size, true)));
            default -> members.add(random.nextBoolean() ? SampleResults.content() : "\"structuredContent\":{}");
        }
        addExtraMembers(random, members);
        return new SampleToolResult("random-" + shape, serialize(random, members));
    }

    private static byte[] serialize(Random random, List<String> members) {
        if (random.nextInt(3) == 0) {
            Collections.shuffle(members, random);
        }
        byte[] bytes = SampleResults.members(members.toArray(String[]::new));
        return random.nextInt(8) == 0 ? JsonRespacer.pretty(bytes) : bytes;
    }

    private static List<String> withTextCopy(Random random, int size) {
        byte[] json = Payloads.object().generate(random, size);
        byte[] copy = switch (random.nextInt(4)) {
            case 0 -> JsonRespacer.minified(json);
            case 1 -> JsonRespacer.pretty(json);
            case 2 -> JsonRespacer.reordered(json);
            default -> json;
        };
        String text = quoted(random, new String(copy, StandardCharsets.UTF_8));
        return List.of(SampleResults.content(ContentBlocks.textQuoted(text)), SampleResults.structuredContent(json));
    }

    private static List<String> file(Random random, int size) {
        String text = Payloads.any().generate(random, size).text();
        String name = random.nextInt(4) == 0 ? "result" : "content";
        return List.of(
                SampleResults.content(ContentBlocks.textQuoted(quoted(random, text))),
                "\"structuredContent\":{\"" + name + "\":" + quoted(random, text) + "}");
    }

    private static String[] blocks(Random random, int size, boolean ofAllTypes) {
        String[] blocks = new String[random.nextInt(random.nextInt(4) == 0 ? 60 : 6)];
        int share = blocks.length == 0 ? 0 : size / Math.max(1, blocks.length / 2);
        for (int i = 0; i < blocks.length; i++) {
            SamplePayload samplePayload = Payloads.any().generate(random, random.nextInt(share + 1));
            blocks[i] = ofAllTypes ? block(random, samplePayload) : textBlock(random, samplePayload);
        }
        return blocks;
    }

    private static String block(Random random, SamplePayload samplePayload) {
        return switch (random.nextInt(9)) {
            case 0 ->
                ContentBlocks.image("image/png", Pictures.png(1 + random.nextInt(2_000), 1 + random.nextInt(2_000)));
            case 1 ->
                ContentBlocks.image("image/jpeg", Pictures.jpeg(1 + random.nextInt(500), 1 + random.nextInt(500)));
            case 2 -> ContentBlocks.audio("audio/wav", samplePayload.bytes());
            case 3 ->
                ContentBlocks.resourceBlob("data://" + random.nextInt(99), "application/zip", samplePayload.bytes());
            case 4, 5 ->
                ContentBlocks.resourceText("file:///" + random.nextInt(99), "text/plain", samplePayload.bytes());
            case 6 -> ContentBlocks.link("file:///" + random.nextInt(99), RandomWords.name(random));
            default -> textBlock(random, samplePayload);
        };
    }

    private static String textBlock(Random random, SamplePayload samplePayload) {
        String block = ContentBlocks.textQuoted(quoted(random, samplePayload.text()));
        return switch (random.nextInt(8)) {
            case 0 -> ContentBlocks.with(block, "\"annotations\":{\"audience\":[\"assistant\"],\"priority\":1.0}");
            case 1 -> ContentBlocks.with(block, "\"_meta\":{\"com.example/k\":" + RandomWords.number(random) + "}");
            case 2 -> ContentBlocks.with(block, "\"x-unknown\":[null,1.10]");
            default -> block;
        };
    }

    /** Quotes text. Long text gets no random escapes, because they could make it six times as long. */
    private static String quoted(Random random, String text) {
        return text.length() > 20_000
                ? StringEscaper.minimal(text)
                : StringEscaper.random(random).quoted(text);
    }

    private static void addExtraMembers(Random random, List<String> members) {
        if (random.nextInt(4) == 0) {
            members.add("\"isError\":" + random.nextBoolean());
        }
        if (random.nextInt(4) == 0) {
            members.add("\"_meta\":{\"com.example/trace\":" + RandomWords.number(random)
                    + (random.nextBoolean() ? ",\"dev.plimsoll/page\":{\"hasMore\":true}" : "") + "}");
        }
        if (random.nextInt(6) == 0) {
            members.add("\"vendor" + random.nextInt(9) + "\":" + RandomJson.document(random, 5));
        }
        if (random.nextInt(6) == 0) {
            members.add("\"resultType\":\"complete\"");
        }
    }
}
