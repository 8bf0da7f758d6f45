package dev.plimsoll.testkit.sample;

import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Objects: wide, deep, or maps; with one dominant list or text, or without one. */
final class ObjectPayloads {

    private ObjectPayloads() {}

    static String object(int count, IntFunction<String> member) {
        return IntStream.rangeClosed(1, count).mapToObj(member).collect(Collectors.joining(",", "{", "}"));
    }

    static String wide(Random random, int members) {
        return object(
                members,
                i -> "\"" + RandomWords.word(random) + "_" + i + "\":"
                        + switch (i % 4) {
                            case 0 -> RandomWords.number(random);
                            case 1 -> "\"" + RandomWords.words(random, 8) + "\"";
                            case 2 -> String.valueOf(random.nextBoolean());
                            default ->
                                "{\"id\":" + i + ",\"name\":" + StringEscaper.minimal(RandomWords.name(random)) + "}";
                        });
    }

    /** Creates an object with three members per level; the last one is the next level. */
    static String deep(Random random, int levels) {
        StringBuilder out = new StringBuilder();
        for (int i = 1; i <= levels; i++) {
            out.append("{\"id\":")
                    .append(i)
                    .append(",\"text\":\"")
                    .append(RandomWords.words(random, 12))
                    .append("\",\"child\":");
        }
        return out.append("null").append("}".repeat(levels)).toString();
    }

    /** Creates a map from IDs to records. */
    static String map(Random random, int members) {
        return object(
                members,
                i -> "\"" + RandomWords.uuid(random) + "\":{\"n\":" + i + ",\"value\":" + RandomWords.number(random)
                        + "}");
    }

    /** Creates an object with sections of similar size, none over half of the document. */
    static String balanced(Random random, int records) {
        return "{\"id\":\"R-7\",\"title\":\"Report\",\"orders\":" + RecordPayloads.orders(random, records)
                + ",\"refunds\":"
                + RecordPayloads.orders(random, records) + ",\"returns\":" + RecordPayloads.orders(random, records)
                + ",\"meta\":{\"generatedAt\":\"2026-03-01T00:00:00Z\",\"pages\":3,\"checksum\":1.10}}";
    }

    /**
     * Creates a list of orders nested in {@code depth} objects. Each object has one member before the nested value and
     * one after it.
     */
    static String listAtDepth(Random random, int depth, int records) {
        StringBuilder out = new StringBuilder();
        for (int i = 1; i <= depth; i++) {
            out.append("{\"before")
                    .append(i)
                    .append("\":\"")
                    .append(RandomWords.words(random, 4))
                    .append("\",");
            out.append(i == depth ? "\"orders\":" : "\"level" + i + "\":");
        }
        out.append(RecordPayloads.orders(random, records));
        for (int i = depth; i >= 1; i--) {
            out.append(",\"after")
                    .append(i)
                    .append("\":{\"n\":")
                    .append(RandomWords.number(random))
                    .append("}}");
        }
        return out.toString();
    }

    static String withText(Random random, int paragraphs) {
        return "{\"path\":\"docs/handbook.md\",\"encoding\":\"utf-8\",\"content\":"
                + StringEscaper.minimal(TextPayloads.markdown(random, paragraphs)) + ",\"size\":" + paragraphs
                + ",\"etag\":\"W/\\\"7\\\"\"}";
    }

    /** Creates a page of a server with its own pagination. The page says that more pages exist. */
    static String upstreamPage(Random random, int records) {
        return "{\"object\":\"list\",\"count\":98765,\"has_more\":true,\"next\":\"https://api.example.org/orders?page=2\",\"results\":"
                + RecordPayloads.orders(random, records) + ",\"previous\":null}";
    }

    static String upstreamCursorPage(Random random, int records) {
        return "{\"issues\":" + RecordPayloads.users(random, records)
                + ",\"nextCursor\":\"b2Zmc2V0PTEwMA\",\"totalCount\":" + (records + 1)
                + ",\"pageInfo\":{\"hasNextPage\":true,\"endCursor\":\"Y3Vyc29yOjEwMA==\"}}";
    }

    static String oneRecord(Random random, int words) {
        return "[{\"id\":1,\"name\":\"the only one\",\"text\":\"" + RandomWords.words(random, words / 2)
                + "\",\"parts\":"
                + RecordPayloads.array(
                        words / 20, i -> "{\"n\":" + i + ",\"t\":\"" + RandomWords.words(random, 8) + "\"}")
                + "}]";
    }
}
