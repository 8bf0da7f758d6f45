package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.option.Encoding;
import dev.plimsoll.policy.option.OutputSchema;
import dev.plimsoll.testkit.PropertyCases;
import dev.plimsoll.testkit.RealTokens;
import dev.plimsoll.testkit.sample.SampleResults;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Checks {@code encoding: table}: nothing is lost, nothing costs more, and a list has no more pages. */
@Execution(ExecutionMode.CONCURRENT)
class TableLawTest {

    private static final String[] CELLS = {
        "null",
        "\"\"",
        "\"-\"",
        "\"n/a\"",
        "true",
        "\"true\"",
        "1.0",
        "1e5",
        "-0",
        "\"007\"",
        "1e400",
        "{}",
        "[]",
        "{\"id\" : 1, \"of\":[1,2]}",
        "\"a|b\\tc\\nd\"",
        "\"\\\"\\\\\"",
        "\"\\ud800\"",
        "\"日本 \\uD83D\\uDE00\"",
        "123456789012345678901234567890",
        "\"a longer note about the state of this very record\""
    };

    private static final Policy TABLES = Policy.defaults().with(Policy.ENCODING, Encoding.TABLE);

    /** The least percentage that tables must save by an independent count. By our own count, they save one
     * percent more. */
    private static final int SAVED_PERCENT = 14;

    @Test
    void tablesCanBeReadBackWithinBudget() {
        List<Integer> tables = new ArrayList<>();
        PropertyCases.check(150, 21, TableLawTest::list, list -> {
            for (int budget : Engine.BUDGETS) {
                Engine engine = engine(budget, Encoding.TABLE).withObserver(answered -> {
                    if (answered.isShaped()) {
                        ModelInput.within(budget, answered);
                    }
                    if (isTable(answered)) {
                        tables.add(1);
                        assertThat(answered.structured()).isNull();
                        assertThat(savedPercent(answered, Slice.of(list)))
                                .as("%s", answered)
                                .isGreaterThanOrEqualTo(SAVED_PERCENT);
                    }
                });
                NothingLostLawTest.readBack(text(list), engine);
            }
        });
        assertThat(tables).hasSizeGreaterThan(100);
    }

    @Test
    void tableNeedsNoMorePages() {
        PropertyCases.check(100, 22, TableLawTest::list, list -> {
            for (int budget : Engine.BUDGETS) {
                List<Answered> withoutTable = pages(engine(budget, Encoding.JSON), text(list));
                List<Answered> tables = pages(engine(budget, Encoding.TABLE), text(list));
                assertThat(tables).as("%s", tables.get(0)).hasSizeLessThanOrEqualTo(withoutTable.size());
            }
        });
    }

    @Test
    void pagesKeepBoundsWhenReadBackwards() {
        PropertyCases.check(60, 23, TableLawTest::list, list -> {
            Engine engine = engine(700, Encoding.TABLE);
            List<Answered> pages = pages(engine, text(list));
            for (int i = pages.size() - 1; i > 0; i--) {
                Answered previous = engine.read(String.valueOf(pages.get(i).pageText("previousCursor")));
                assertThat(previous.getShown().header().range())
                        .isEqualTo(pages.get(i - 1).getShown().header().range());
                assertThat(isTable(previous)).isEqualTo(isTable(pages.get(i - 1)));
            }
        });
    }

    @Test
    void structuredContentIsNeverTable() {
        Random random = new Random(24);
        for (int i = 0; i < 20; i++) {
            String object = "{\"list\":" + list(random, 90) + "}";
            byte[] result = SampleResults.structured(Utf8.encode(object));
            for (OutputSchema schema : OutputSchema.values()) {
                Policy policy = TABLES.with(Policy.TOKEN_BUDGET_THRESHOLD, 1000).with(Policy.OUTPUT_SCHEMA, schema);
                for (ClientFeatures clientFeatures : Engine.CLIENTS) {
                    Engine engine = Engine.of(policy, clientFeatures).withObserver(answered -> {
                        boolean table = isTable(answered);
                        assertThat(table && answered.structured() != null).isFalse();
                        assertThat(table && schema != OutputSchema.STRIP).isFalse();
                    });
                    NothingLostLawTest.readBack(result, engine);
                }
            }
        }
    }

    private static Engine engine(int budget, Encoding encoding) {
        return Engine.of(
                TABLES.with(Policy.TOKEN_BUDGET_THRESHOLD, budget).with(Policy.ENCODING, encoding),
                ClientFeatures.current());
    }

    private static byte[] text(String list) {
        return SampleResults.text(Utf8.encode(list));
    }

    /** Returns the pages of a cut list. */
    private static List<Answered> pages(Engine engine, byte[] result) {
        List<Answered> pages = new ArrayList<>();
        Answered page = engine.guard(result);
        pages.add(page);
        for (String next = page.nextCursor(); next != null; next = page.nextCursor()) {
            page = engine.read(next);
            pages.add(page);
        }
        return pages;
    }

    /** Creates records with similar keys: some lack a key, and a few differ completely. */
    private static String list(Random random, int size) {
        int keys = 1 + random.nextInt(9);
        int rare = random.nextInt(3) == 0 ? 3 : 0;
        String space = random.nextInt(4) == 0 ? " " : "";
        boolean nested = random.nextBoolean();
        int sameUntil = random.nextInt(4) * size;
        StringBuilder out = new StringBuilder("[");
        for (int i = 0; i < 2 + size; i++) {
            String record = random.nextInt(40) == 0 ? unusualRecord(random) : record(random, i, keys, rare, space);
            boolean hasMore = nested && record.startsWith("{\"number\":" + i);
            String more = hasMore ? nestedMembers(random, i < sameUntil) : "";
            out.append(i == 0 ? "" : ",").append(hasMore ? record.substring(0, record.length() - 1) + more : record);
        }
        return out.append(']').toString();
    }

    private static String record(Random random, int number, int keys, int rare, String space) {
        StringBuilder out = new StringBuilder("{\"number\":" + number);
        for (int k = 0; k < keys; k++) {
            if (rare == 0 || k % rare > 0 || random.nextInt(3) > 0) {
                out.append(space)
                        .append(",\"field")
                        .append(k)
                        .append(k % 4 == 3 ? "WithAName\":" : "\":")
                        .append(space);
                out.append(CELLS[random.nextInt(CELLS.length)]);
            }
        }
        return out.append('}').toString();
    }

    /** Returns the end of a record: a nested object, or sometimes another value in its place, and a state
     * that many records share. */
    private static String nestedMembers(Random random, boolean same) {
        String[] odd = {"null", "{}", "[]", "{\"login\":1}", "{\"login\":1,\"login\":2}", "{\"a.b\":1}"};
        String user = random.nextInt(15) == 0
                ? odd[random.nextInt(odd.length)]
                : "{\"login\":" + CELLS[random.nextInt(CELLS.length)] + ", \"of\":{\"type\":\"User\",\"n\":"
                        + random.nextInt(3) + "}}";
        return ",\"user\":" + user + ",\"state\":" + (same ? "\"open\"" : "\"closed\"") + "}";
    }

    private static String unusualRecord(Random random) {
        String[] odd = {
            "null", "7", "[1,2]", "{}", "\"text\"", "{\"field1\":1,\"number\":2}", "{\"number\":1,\"number\":2}"
        };
        return odd[random.nextInt(odd.length)];
    }

    private static boolean isTable(Answered answered) {
        return "table".equals(answered.pageText("encoding"));
    }

    /**
     * Returns the percentage by which the answer is cheaper than the same items without a table, header included, by an
     * independent count.
     */
    private static double savedPercent(Answered answered, Slice list) {
        Shown shown = answered.getShown();
        Slice main = shown.main();
        Slice table = shown.cut(JsonPointer.root());
        String withoutTable = new Slice(main.bytes(), main.from(), table.from())
                .utf8()
                .replaceAll(" Each row is [^\"]*", "")
                .replace(",\"encoding\":\"table\"", "");
        ByteSink whole = new ByteSink().raw(Slice.of(withoutTable)).ascii("[");
        ItemIndex originals = ItemIndex.of(list);
        ItemIndex items = shown.items(JsonPointer.root());
        List<Integer> folded = shown.header().list("folded").stream()
                .map(fold -> fold.number("index"))
                .toList();
        for (int i = 0; i < items.count(); i++) {
            int at = shown.header().range()[0] - 1 + i;
            whole.ascii(i == 0 ? "" : ",").raw(folded.contains(at) ? items.item(i) : originals.item(at));
        }
        whole.ascii("]").raw(new Slice(main.bytes(), table.to(), main.to()));
        double other = RealTokens.count(whole.slice().utf8());
        return 100 * (other - RealTokens.count(main.utf8())) / other;
    }
}
