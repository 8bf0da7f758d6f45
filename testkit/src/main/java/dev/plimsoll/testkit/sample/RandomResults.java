package dev.plimsoll.testkit.sample;

import dev.plimsoll.testkit.Generator;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Composes results: a shape around random payloads, members that adorn it, an order, a spelling and a spacing. */
final class RandomResults implements Generator<ToolResult> {

    @Override
    public ToolResult generate(Random random, int size) {
        String shape = List.of("text", "texts", "structured", "doubled", "file", "blocks", "bare")
                .get(random.nextInt(7));
        List<String> members = new ArrayList<>();
        switch (shape) {
            case "text" ->
                members.add(Results.content(textBlock(random, Payloads.any().generate(random, size))));
            case "texts" -> members.add(Results.content(blocks(random, size, false)));
            case "structured" ->
                members.addAll(List.of(
                        random.nextBoolean() ? Results.content() : Results.content(Blocks.text("done")),
                        Results.structuredContent(Payloads.object().generate(random, size))));
            case "doubled" -> members.addAll(doubled(random, size));
            case "file" -> members.addAll(file(random, size));
            case "blocks" -> members.add(Results.content(blocks(random, size, true)));
            default -> members.add(random.nextBoolean() ? Results.content() : "\"structuredContent\":{}");
        }
        adorn(random, members);
        return new ToolResult("random-" + shape, written(random, members));
    }

    private static byte[] written(Random random, List<String> members) {
        if (random.nextInt(3) == 0) {
            Collections.shuffle(members, random);
        }
        byte[] bytes = Results.members(members.toArray(String[]::new));
        return random.nextInt(8) == 0 ? Spacing.pretty(bytes) : bytes;
    }

    private static List<String> doubled(Random random, int size) {
        byte[] json = Payloads.object().generate(random, size);
        byte[] copy = switch (random.nextInt(4)) {
            case 0 -> Spacing.minified(json);
            case 1 -> Spacing.pretty(json);
            case 2 -> Spacing.reordered(json);
            default -> json;
        };
        String text = quoted(random, new String(copy, StandardCharsets.UTF_8));
        return List.of(Results.content(Blocks.textQuoted(text)), Results.structuredContent(json));
    }

    private static List<String> file(Random random, int size) {
        String text = Payloads.any().generate(random, size).text();
        String name = random.nextInt(4) == 0 ? "result" : "content";
        return List.of(
                Results.content(Blocks.textQuoted(quoted(random, text))),
                "\"structuredContent\":{\"" + name + "\":" + quoted(random, text) + "}");
    }

    private static String[] blocks(Random random, int size, boolean ofAllTypes) {
        String[] blocks = new String[random.nextInt(random.nextInt(4) == 0 ? 60 : 6)];
        int share = blocks.length == 0 ? 0 : size / Math.max(1, blocks.length / 2);
        for (int i = 0; i < blocks.length; i++) {
            Payload payload = Payloads.any().generate(random, random.nextInt(share + 1));
            blocks[i] = ofAllTypes ? block(random, payload) : textBlock(random, payload);
        }
        return blocks;
    }

    private static String block(Random random, Payload payload) {
        return switch (random.nextInt(9)) {
            case 0 -> Blocks.image("image/png", Pictures.png(1 + random.nextInt(2_000), 1 + random.nextInt(2_000)));
            case 1 -> Blocks.image("image/jpeg", Pictures.jpeg(1 + random.nextInt(500), 1 + random.nextInt(500)));
            case 2 -> Blocks.audio("audio/wav", payload.bytes());
            case 3 -> Blocks.resourceBlob("data://" + random.nextInt(99), "application/zip", payload.bytes());
            case 4, 5 -> Blocks.resourceText("file:///" + random.nextInt(99), "text/plain", payload.bytes());
            case 6 -> Blocks.link("file:///" + random.nextInt(99), Words.name(random));
            default -> textBlock(random, payload);
        };
    }

    private static String textBlock(Random random, Payload payload) {
        String block = Blocks.textQuoted(quoted(random, payload.text()));
        return switch (random.nextInt(8)) {
            case 0 -> Blocks.with(block, "\"annotations\":{\"audience\":[\"assistant\"],\"priority\":1.0}");
            case 1 -> Blocks.with(block, "\"_meta\":{\"com.example/k\":" + Words.number(random) + "}");
            case 2 -> Blocks.with(block, "\"x-unknown\":[null,1.10]");
            default -> block;
        };
    }

    /** Long texts are written plainly: with all characters escaped they would be six times as long. */
    private static String quoted(Random random, String text) {
        return text.length() > 20_000
                ? Spelling.minimal(text)
                : Spelling.any(random).quoted(text);
    }

    private static void adorn(Random random, List<String> members) {
        if (random.nextInt(4) == 0) {
            members.add("\"isError\":" + random.nextBoolean());
        }
        if (random.nextInt(4) == 0) {
            members.add("\"_meta\":{\"com.example/trace\":" + Words.number(random)
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
