package dev.plimsoll.changes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.testkit.PropertyCases;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@NullMarked
class DocumentChangesTest {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private static DocumentChanges changes(String before, String now) {
        return DocumentChanges.of(Slice.of(before), Slice.of(now));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '^',
            quoteCharacter = '`',
            value = {
                // records with the same id are compared, wherever they are in the lists
                "[{\"id\":1,\"s\":\"a\"},{\"id\":2,\"s\":\"b\"}] ^ [{\"id\":2,\"s\":\"c\"},{\"id\":3}]"
                        + " ^ [{\"change\":\"removed\",\"path\":\"/0\",\"id\":1,\"value\":{\"id\":1,\"s\":\"a\"}},"
                        + "{\"change\":\"changed\",\"path\":\"/0\",\"id\":2,\"fields\":[{\"change\":\"changed\","
                        + "\"path\":\"/0/s\",\"was\":\"b\",\"is\":\"c\"}]},"
                        + "{\"change\":\"added\",\"path\":\"/1\",\"id\":3,\"value\":{\"id\":3}}]",
                // only the order of the records differs
                "[{\"id\":1},{\"id\":2},{\"id\":3}] ^ [{\"id\":3},{\"id\":1},{\"id\":2}]"
                        + " ^ [{\"change\":\"moved\",\"path\":\"/0\",\"id\":3,\"from\":\"/2\"}]",
                // a number that is written in another way is a change; white space, escapes, and the order of members
                // are not
                "[1.10, \"\\u0061\"] ^ [1.1,\"a\"] ^ [{\"change\":\"changed\",\"path\":\"/0\",\"was\":1.10,\"is\":1.1}]",
                "{\"a\" : 1, \"b\":[ 1 ,2]} ^ {\"b\":[1,2],\"a\":1} ^ []",
                // members
                "{\"a/b\":1,\"c\":{\"x\":1}} ^ {\"c\":{\"x\":null,\"~\":2}} ^ [{\"change\":\"changed\",\"path\":\"/c/x\","
                        + "\"was\":1,\"is\":null},{\"change\":\"added\",\"path\":\"/c/~0\",\"value\":2},"
                        + "{\"change\":\"removed\",\"path\":\"/a~1b\",\"value\":1}]",
                // equal values are paired if the items have no ids
                "[\"a\",\"b\",\"b\"] ^ [\"b\",\"a\",\"b\",\"c\"] ^ [{\"change\":\"moved\",\"path\":\"/0\",\"from\":\"/1\"},"
                        + "{\"change\":\"added\",\"path\":\"/3\",\"value\":\"c\"}]",
                // records that share an id are paired in their order
                "[{\"id\":1,\"v\":1},{\"id\":2},{\"id\":3},{\"id\":4},{\"id\":5},{\"id\":6},{\"id\":7},{\"id\":8},{\"id\":9},"
                        + "{\"id\":1,\"v\":2}] ^ [{\"id\":1,\"v\":1},{\"id\":2},{\"id\":3},{\"id\":4},{\"id\":5},{\"id\":6},"
                        + "{\"id\":7},{\"id\":8},{\"id\":9},{\"id\":1,\"v\":3}] ^ [{\"change\":\"changed\",\"path\":\"/9\",\"id\":1,"
                        + "\"fields\":[{\"change\":\"changed\",\"path\":\"/9/v\",\"was\":2,\"is\":3}]}]",
                "{\"a\":1} ^ [1] ^ [{\"change\":\"changed\",\"path\":\"\",\"was\":{\"a\":1},\"is\":[1]}]",
                // an object that has a name twice is compared as a whole
                "{\"o\":{\"a\":1,\"a\":2}} ^ {\"o\":{\"a\":1,\"a\":3}} ^ [{\"change\":\"changed\",\"path\":\"/o\","
                        + "\"was\":{\"a\":1,\"a\":2},\"is\":{\"a\":1,\"a\":3}}]",
            })
    void changesAreListed(String before, String now, String expected) {
        assertThat(changes(before, now).list().utf8()).isEqualTo(expected);
    }

    @Test
    void recordsAreCounted() {
        DocumentChanges found = changes(
                "{\"total\":3,\"items\":[{\"sku\":\"a\",\"n\":1,\"m\":1},{\"sku\":\"b\"},{\"sku\":\"c\"}]}",
                "{\"total\":4,\"items\":[{\"sku\":\"a\",\"n\":2,\"m\":2},{\"sku\":\"c\"},{\"sku\":\"d\"},{\"sku\":\"e\"}]}");
        assertThat(found.counts()).isEqualTo(new DocumentChanges.Counts(2, 1, 2, 0, 1, "sku"));
    }

    @Test
    void listsARecordWholeIfItsChangesAreLongerThanItself() {
        String numbers = IntStream.range(0, 500).mapToObj(i -> "1").collect(Collectors.joining(","));
        String others = numbers.replace('1', '2');
        DocumentChanges found = changes("[{\"id\":1,\"v\":[" + numbers + "]}]", "[{\"id\":1,\"v\":[" + others + "]}]");
        assertThat(found.list().length()).isLessThan(2 * numbers.length() + 200);
        assertThat(found.list().utf8()).startsWith("[{\"change\":\"changed\",\"path\":\"/0\",\"id\":1,\"was\":");
    }

    @Test
    void listsAnUnrelatedDocumentAsOneChange() {
        String before = "[" + IntStream.range(0, 20_000).mapToObj(i -> "1").collect(Collectors.joining(",")) + "]";
        DocumentChanges found = changes(before, before.replace('1', '2'));
        assertThat(found.list().length()).isLessThan(before.length() + 100);
        assertThat(found.counts()).isEqualTo(new DocumentChanges.Counts(0, 0, 1, 0, 0, null));
    }

    @Test
    void longListsAreCompared() {
        StringBuilder before = new StringBuilder("[");
        StringBuilder now = new StringBuilder("[");
        for (int i = 0; i < 100_000; i++) {
            before.append(i == 0 ? "" : ",").append("{\"id\":").append(i).append(",\"v\":1}");
            now.append(i == 0 ? "" : ",").append("{\"id\":").append((i + 1) % 100_000);
            now.append(",\"v\":").append(i % 1_000 == 0 ? 2 : 1).append("}");
        }
        DocumentChanges found =
                changes(before.append("]").toString(), now.append("]").toString());
        assertThat(found.counts()).isEqualTo(new DocumentChanges.Counts(0, 0, 100, 1, 99_899, "id"));
    }

    @Test
    void deepDocumentsAreCompared() {
        String deep = "[".repeat(450) + "1" + "]".repeat(450);
        DocumentChanges found = changes(deep, deep.replace('1', '2'));
        assertThat(found.counts().changed()).isEqualTo(1);
        assertThat(AppliedChanges.apply(
                        JSON.readTree(deep), JSON.readTree(found.list().utf8())))
                .isEqualTo(JSON.readTree(deep.replace('1', '2')));
    }

    /** An earlier document, and a later one that was made from it by random edits. */
    private record Pair(String before, String now) {}

    private static Object value(Random random, int size, int depth) {
        int kind = random.nextInt(depth > 3 ? 4 : 7);
        return switch (kind) {
            case 0 -> Math.abs(random.nextInt(4));
            case 1 -> new java.math.BigDecimal(random.nextBoolean() ? "1.10" : "1.1");
            case 2 -> List.of("a", "b/c", "~x", "\"q\"", "").get(random.nextInt(5));
            case 3 -> random.nextBoolean();
            case 4 -> {
                java.util.Map<String, Object> object = new java.util.LinkedHashMap<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    object.put(List.of("a", "b/c", "~", "id").get(random.nextInt(4)), value(random, size, depth + 1));
                }
                yield object;
            }
            case 5 -> {
                List<Object> array = new ArrayList<>();
                for (int i = random.nextInt(2 + size / 10); i > 0; i--) {
                    array.add(value(random, size, depth + 1));
                }
                yield array;
            }
            default -> {
                List<Object> records = new ArrayList<>();
                int count = random.nextInt(2 + size / 5);
                for (int i = 0; i < count; i++) {
                    java.util.Map<String, Object> record = new java.util.LinkedHashMap<>();
                    record.put("id", random.nextInt(12) == 0 ? 0 : i);
                    record.put("v", value(random, size, depth + 2));
                    records.add(record);
                }
                yield records;
            }
        };
    }

    @SuppressWarnings("unchecked")
    private static Object edit(Object value, Random random, int size, int depth) {
        if (random.nextInt(12) == 0) {
            return value(random, size, depth);
        }
        if (value instanceof java.util.Map<?, ?> object) {
            java.util.Map<String, Object> copy = new java.util.LinkedHashMap<>();
            ((java.util.Map<String, Object>) object).forEach((key, member) -> {
                if (random.nextInt(8) > 0) {
                    copy.put(key, edit(member, random, size, depth + 1));
                }
            });
            if (random.nextInt(4) == 0) {
                copy.put("new", value(random, size, depth + 1));
            }
            return copy;
        }
        if (value instanceof List<?> array) {
            List<Object> copy = new ArrayList<>();
            for (Object item : array) {
                if (random.nextInt(8) > 0) {
                    copy.add(edit(item, random, size, depth + 1));
                }
            }
            if (random.nextInt(4) == 0) {
                copy.add(random.nextInt(copy.size() + 1), value(random, size, depth + 1));
            }
            if (random.nextInt(4) == 0) {
                Collections.shuffle(copy, random);
            }
            return copy;
        }
        return value;
    }

    /** Law: the changes, applied to the earlier document, give the later one; equal documents have none. */
    @Test
    void appliedChangesGiveTheLaterDocument() {
        PropertyCases.check(
                2_000,
                7,
                (random, size) -> {
                    Random seeded = new Random(random.nextLong());
                    Object before = value(seeded, size, 0);
                    return new Pair(
                            JSON.writeValueAsString(before), JSON.writeValueAsString(edit(before, seeded, size, 0)));
                },
                pair -> {
                    DocumentChanges found = changes(pair.before, pair.now);
                    JsonNode list = JSON.readTree(found.list().utf8());
                    JsonNode applied = AppliedChanges.apply(JSON.readTree(pair.before), list);
                    assertThat(sorted(applied)).isEqualTo(sorted(JSON.readTree(pair.now)));
                    assertThat(found.counts().isNone())
                            .isEqualTo(sorted(JSON.readTree(pair.before)).equals(sorted(JSON.readTree(pair.now))));
                    assertThat(list.size())
                            .isEqualTo(found.counts().added()
                                    + found.counts().removed()
                                    + found.counts().changed()
                                    + found.counts().moved());
                    assertThat(changes(pair.now, pair.now).counts().isNone()).isTrue();
                });
    }

    /** Returns the text of a document with the members of each object in alphabetical order, and numbers
     * as they are written. */
    private static String sorted(JsonNode node) {
        if (node.isObject()) {
            return node.properties().stream()
                    .map(member -> JSON.writeValueAsString(member.getKey()) + ":" + sorted(member.getValue()))
                    .sorted()
                    .collect(Collectors.joining(",", "{", "}"));
        }
        return node.isArray()
                ? node.valueStream().map(DocumentChangesTest::sorted).collect(Collectors.joining(",", "[", "]"))
                : node.toString();
    }
}
