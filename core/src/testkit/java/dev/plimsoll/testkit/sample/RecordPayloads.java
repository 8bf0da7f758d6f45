package dev.plimsoll.testkit.sample;

import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Lists of records like those of business tools. Every record contains its number, so that gaps and duplicates are
 * visible.
 */
final class RecordPayloads {

    private RecordPayloads() {}

    /** Creates {@code [item(1),item(2),…]}. */
    static String array(int count, IntFunction<String> item) {
        return IntStream.rangeClosed(1, count).mapToObj(item).collect(Collectors.joining(",", "[", "]"));
    }

    static String orders(Random random, int count) {
        return array(count, i -> order(random, i));
    }

    static String order(Random random, int i) {
        String[] status = {"open", "paid", "shipped", "cancelled"};
        return "{\"id\":" + i + ",\"orderId\":\"ORD-" + (1_000_000 + i) + "\",\"status\":\"" + status[random.nextInt(4)]
                + "\",\"customer\":{\"id\":" + random.nextInt(5_000) + ",\"name\":"
                + StringEscaper.minimal(RandomWords.name(random))
                + "},\"total\":" + random.nextInt(2_000) + ".90,\"currency\":\"EUR\",\"createdAt\":\""
                + RandomWords.time(i * 61)
                + "\",\"lines\":" + array(1 + random.nextInt(3), k -> line(random, k)) + ",\"tags\":[\""
                + RandomWords.word(random)
                + "\"],\"note\":null,\"gift\":" + random.nextBoolean() + "}";
    }

    private static String line(Random random, int i) {
        return "{\"line\":" + i + ",\"sku\":\"SKU-" + random.nextInt(900) + "\",\"quantity\":" + (1 + random.nextInt(9))
                + ",\"price\":" + random.nextInt(400) + ".50}";
    }

    static String users(Random random, int count) {
        return array(count, i -> user(random, i));
    }

    private static String user(Random random, int i) {
        return "{\"n\":" + i + ",\"id\":\"" + RandomWords.uuid(random) + "\",\"name\":"
                + StringEscaper.minimal(RandomWords.name(random))
                + ",\"email\":\"user" + i + "@example.org\",\"createdAt\":\"" + RandomWords.time(i * 997)
                + "\",\"address\":{\"street\":"
                + StringEscaper.minimal(RandomWords.name(random) + "straße " + random.nextInt(200))
                + ",\"city\":\"Zürich\",\"geo\":{\"lat\":47." + random.nextInt(1_000)
                + "0,\"lon\":8.50}},\"roles\":[\"reader\",\""
                + RandomWords.word(random) + "\"],\"lastLogin\":"
                + (random.nextInt(3) == 0 ? "null" : "\"" + RandomWords.time(i) + "\"")
                + ",\"bio\":" + StringEscaper.minimal(RandomWords.words(random, random.nextInt(20))) + "}";
    }

    /** Creates records that all have different members. */
    static String differing(Random random, int count) {
        return array(
                count,
                i -> "{\"n\":" + i + ",\"" + RandomWords.word(random) + i + "\":" + RandomWords.number(random)
                        + ",\"kind" + i % 7
                        + "\":[" + RandomWords.number(random) + "],\"" + RandomWords.word(random) + "X\":\""
                        + RandomWords.words(random, i % 9) + "\"}");
    }

    static String rows(Random random, int count) {
        return array(
                count,
                i -> "[" + i + ",\"" + RandomWords.word(random) + "\"," + RandomWords.number(random) + ","
                        + random.nextBoolean() + ",null,[]]");
    }

    /** Creates a list that mixes numbers, strings, nulls, lists, and objects. */
    static String mixed(Random random, int count) {
        return array(count, i -> switch (i % 6) {
            case 0 -> RandomWords.number(random);
            case 1 -> StringEscaper.minimal(RandomWords.text(random, 10));
            case 2 -> "null";
            case 3 -> "[" + i + ",[[]]]";
            case 4 -> order(random, i);
            default -> String.valueOf(random.nextBoolean());
        });
    }

    static String strings(Random random, int count) {
        return array(count, i -> "\"s" + i + " " + RandomWords.word(random) + "\"");
    }
}
