package dev.plimsoll.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CheckedJsonTest {

    private static final String LARGE_ARRAY = "[" + "{\"id\":1,\"tags\":[\"a\",{}]},".repeat(40) + "0]";

    @Test
    void indexesTheItemsOfAnArray() {
        assertIndexed(Slice.of(" [1, \"a,]\" ,[2,[3]],{\"b\":[4]},[],{} , null] "), "");
    }

    @Test
    void indexesMembersOfAnObjectAndItsLargeArrays() {
        String object = "{ \"a\":1 ,\"b\\\"\" : [1,2], \"items\": " + LARGE_ARRAY + ",\"c\":{\"d\":[]},\"e\":[] }";

        assertIndexed(Slice.of(object), "");
        assertIndexed(Slice.of(object), "/items");
        assertIndexed(
                Slice.of("{\"a\":" + LARGE_ARRAY + ",\"b\":" + LARGE_ARRAY + ",\"c\":" + LARGE_ARRAY + "}"), "/b");
    }

    @Test
    void indexesNestedObjects() {
        Slice text = Slice.of("{\"content\":[{}],\"structuredContent\":{\"page\":{\"n\":1},\"data\":{\"items\":"
                + LARGE_ARRAY + "}},\"isError\":false}");

        assertIndexed(text, "");
        assertIndexed(text, "/structuredContent");
        assertIndexed(text, "/structuredContent/data");
        assertIndexed(text, "/structuredContent/data/items");
    }

    @Test
    void hasNoIndexOfSmallContainersOrContainersInArrays() {
        CheckedJson small = check(Slice.of("{\"a\":[1,2,3],\"b\":\"" + "x".repeat(100) + "\"}"));
        assertThat(small.items(find(small, "/a"))).isNull();

        CheckedJson inner = check(Slice.of("[" + LARGE_ARRAY + "]"));
        assertThat(inner.items(find(inner, "/0"))).isNull();
        assertThat(inner.members(find(inner, "/0/0"))).isNull();
    }

    @Test
    void hasNoIndexOfTheSameRangeInOtherBytes() {
        CheckedJson json = check(Slice.of(LARGE_ARRAY));

        assertThat(json.items(Slice.of(LARGE_ARRAY))).isNull();
        assertThat(json.items(json.value())).isNotNull();
    }

    @Test
    void agreesWithItemIndexAndMemberIndex() {
        for (long seed = 0; seed < 3000; seed++) {
            GeneratedJson generated = new GeneratedJson(seed);
            Slice text = Slice.of(generated.spell(generated.value(4)));
            Slice value = check(text).value();
            boolean isFilledArray =
                    Json.type(value) == JsonType.ARRAY && ItemIndex.of(value).count() > 0;
            boolean isFilledObject =
                    Json.type(value) == JsonType.OBJECT && MemberIndex.of(value).count() > 0;
            if (isFilledArray || isFilledObject) {
                assertIndexed(text, "");
            }
        }
    }

    @Test
    void refusesInvalidJson() {
        Random random = new Random(5);
        for (long seed = 0; seed < 3000; seed++) {
            GeneratedJson generated = new GeneratedJson(seed);
            byte[] bytes = generated.spell(generated.container(3)).getBytes(StandardCharsets.UTF_8);
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            Slice text = Slice.of(Arrays.copyOf(bytes, bytes.length - random.nextInt(2)));

            assertThat(CheckedJson.of(text) != null).isEqualTo(Json.isValid(text));
        }
        assertThat(CheckedJson.of(Slice.of(""))).isNull();
        assertThat(CheckedJson.of(Slice.of("1 2"))).isNull();
    }

    @Test
    void acceptsAnyDepth() {
        String deep = "[".repeat(100_000) + "]".repeat(100_000);
        assertIndexed(Slice.of(deep), "");
        assertThat(CheckedJson.of(Slice.of("{\"a\":".repeat(100_000) + "1" + "}".repeat(100_000))))
                .isNotNull();
    }

    @Test
    void doesNotIndexAnArrayOfTinyItems() {
        CheckedJson tinyItems = check(Slice.of("{\"a\":[" + "1,".repeat(100_000) + "1]}"));
        Slice array = find(tinyItems, "/a");
        assertThat(tinyItems.items(array)).isNull();
        assertThat(tinyItems.skipValue(array.from(), array.to())).isEqualTo(array.to());
        CheckedJson largerItems = check(Slice.of("[" + "\"0123456789abcdef\",".repeat(10_000) + "1]"));
        assertThat(requirePresent(largerItems.items(largerItems.value())).count())
                .isEqualTo(10_001);
    }

    @Test
    void copyKeepsIndexesOfNestedContainers() {
        Slice document = Slice.of("{\"content\":[{}],\"structuredContent\":{\"page\":{\"n\":1},\"data\":{\"items\":"
                + LARGE_ARRAY + "}}}");
        CheckedJson copy = copyWithAddedMember(check(document), 0);
        for (String path : new String[] {"/structuredContent", "/structuredContent/data"}) {
            Slice object = find(copy, path);
            assertEqual(requirePresent(copy.members(object)), MemberIndex.of(object));
        }
        Slice items = find(copy, "/structuredContent/data/items");
        assertEqual(requirePresent(copy.items(items)), ItemIndex.of(items));
        assertThat(copy.members(copy.value())).isNull();

        for (long seed = 0; seed < 3000; seed++) {
            GeneratedJson generated = new GeneratedJson(seed);
            Slice object = Slice.of("{\"first\":" + generated.spell(generated.value(4)) + ",\"second\":"
                    + generated.spell(generated.value(3)) + "}");
            CheckedJson copiedObject = copyWithAddedMember(check(object), (int) seed % 7);
            assertThat(Json.isValid(copiedObject.value())).isTrue();
            Members members = Members.of(copiedObject);
            MemberIndex expected = MemberIndex.of(copiedObject.value());
            for (int i = 0; i < expected.count(); i++) {
                assertThat(members.next()).isTrue();
                assertThat(members.value().isSameRange(expected.value(i))).isTrue();
            }
            assertThat(members.next()).isFalse();
        }
    }

    /** Copies an object into a new array, beginning at {@code offset}, with a first member {@code added}. */
    private static CheckedJson copyWithAddedMember(CheckedJson json, int offset) {
        Slice value = json.value();
        byte[] added = Utf8.encode("\"added\":[],");
        byte[] targetBytes = new byte[offset + value.length() + added.length];
        targetBytes[offset] = '{';
        System.arraycopy(added, 0, targetBytes, offset + 1, added.length);
        System.arraycopy(value.bytes(), value.from() + 1, targetBytes, offset + 1 + added.length, value.length() - 1);
        return json.movedTo(targetBytes, offset, added.length);
    }

    /** Checks that the container at the path has an index, and that this index equals a separately created one. */
    private static void assertIndexed(Slice text, String path) {
        CheckedJson json = check(text);
        Slice container = path.isEmpty() ? json.value() : find(json, path);
        if (Json.type(container) == JsonType.ARRAY) {
            assertEqual(requirePresent(json.items(container)), ItemIndex.of(container));
            assertThat(json.members(container)).isNull();
        } else {
            assertEqual(requirePresent(json.members(container)), MemberIndex.of(container));
            assertThat(json.items(container)).isNull();
        }
    }

    private static void assertEqual(ItemIndex index, ItemIndex expected) {
        assertThat(index.count()).isEqualTo(expected.count());
        for (int i = 0; i < expected.count(); i++) {
            assertThat(index.start(i)).isEqualTo(expected.start(i));
            assertThat(index.end(i)).isEqualTo(expected.end(i));
        }
    }

    private static void assertEqual(MemberIndex index, MemberIndex expected) {
        assertThat(index.count()).isEqualTo(expected.count());
        for (int i = 0; i < expected.count(); i++) {
            assertThat(index.key(i).from()).isEqualTo(expected.key(i).from());
            assertThat(index.key(i).to()).isEqualTo(expected.key(i).to());
            assertThat(index.value(i).from()).isEqualTo(expected.value(i).from());
            assertThat(index.value(i).to()).isEqualTo(expected.value(i).to());
        }
    }

    private static CheckedJson check(Slice text) {
        return requirePresent(CheckedJson.of(text));
    }

    private static Slice find(CheckedJson json, String path) {
        return requirePresent(JsonPointer.parse(path).find(json.value()));
    }

    private static <T> T requirePresent(@Nullable T index) {
        assertThat(index).isNotNull();
        if (index == null) {
            throw new AssertionError();
        }
        return index;
    }
}
