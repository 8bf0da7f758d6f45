package dev.plimsoll.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ItemIndexTest {

    @Test
    void findsEachItem() {
        ItemIndex items = ItemIndex.of(Slice.of(" [ 1 ,\"a,]\\\"\", [2,3] , {\"b\":[4]},null ] "));
        assertThat(items.count()).isEqualTo(5);
        assertThat(items.item(0).utf8()).isEqualTo("1");
        assertThat(items.item(1).utf8()).isEqualTo("\"a,]\\\"\"");
        assertThat(items.item(2).utf8()).isEqualTo("[2,3]");
        assertThat(items.item(3).utf8()).isEqualTo("{\"b\":[4]}");
        assertThat(items.item(4).utf8()).isEqualTo("null");
        assertThatThrownBy(() -> items.item(5)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> items.start(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void emptyArraysHaveNoItems() {
        assertThat(ItemIndex.of(Slice.of("[]")).count()).isZero();
        assertThat(ItemIndex.of(Slice.of(" [ \n ] ")).count()).isZero();
    }

    @Test
    void refusesOtherValuesThanArrays() {
        assertThatThrownBy(() -> ItemIndex.of(Slice.of("{}"))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ItemIndex.of(Slice.of(""))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void offsetsCountFromTheStartOfTheArray() {
        byte[] bytes = "xx[10,20]yy".getBytes(StandardCharsets.UTF_8);
        ItemIndex items = ItemIndex.of(new Slice(bytes, 2, 9));
        assertThat(items.start(1)).isEqualTo(6);
        assertThat(items.end(1)).isEqualTo(8);
        assertThat(items.item(1).bytes()).isSameAs(bytes);
    }

    @Test
    void agreesWithJackson() {
        for (long seed = 0; seed < 2000; seed++) {
            GeneratedJson generated = new GeneratedJson(seed);
            if (generated.container(3) instanceof List<?> list) {
                byte[] text = generated.spell(list).getBytes(StandardCharsets.UTF_8);
                ItemIndex items = ItemIndex.of(Slice.of(text));
                List<int[]> expected = JacksonOracle.items(text);
                assertThat(items.count()).isEqualTo(expected.size());
                for (int i = 0; i < expected.size(); i++) {
                    assertThat(new int[] {items.start(i), items.end(i)}).isEqualTo(expected.get(i));
                }
            }
        }
    }

    @Test
    void itemsAndGapsJoinToTheArray() {
        for (long seed = 0; seed < 500; seed++) {
            GeneratedJson generated = new GeneratedJson(seed);
            if (generated.container(3) instanceof List<?> list) {
                Slice array = Slice.of(generated.spell(list));
                ItemIndex items = ItemIndex.of(array);
                ByteSink joined = new ByteSink();
                int gapStart = 0;
                for (int i = 0; i < items.count(); i++) {
                    assertThat(array.sub(gapStart, items.start(i)).utf8()).matches(i == 0 ? "\\[\\s*" : "\\s*,\\s*");
                    joined.raw(array.sub(gapStart, items.start(i))).raw(items.item(i));
                    gapStart = items.end(i);
                }
                joined.raw(array.sub(gapStart, array.length()));
                assertThat(joined.slice()).isEqualTo(array);
            }
        }
    }

    @Test
    void indexesManyAndDeepItems() {
        ItemIndex many = ItemIndex.of(Slice.of("[" + "7,".repeat(200_000) + "8]"));
        assertThat(many.count()).isEqualTo(200_001);
        assertThat(many.item(200_000).utf8()).isEqualTo("8");

        String deep = "[".repeat(100_000) + "]".repeat(100_000);
        ItemIndex items = ItemIndex.of(Slice.of("[1," + deep + ",2]"));
        assertThat(items.count()).isEqualTo(3);
        assertThat(items.item(1).length()).isEqualTo(200_000);
    }
}
