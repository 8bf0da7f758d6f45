package dev.plimsoll.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.StyleId;
import dev.plimsoll.policy.option.OnFailure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests sources that break their contract, change while they are read, or fail: the answer reports it. */
@NullMarked
class FaultySourceTest {

    private final SourceFixture sourceFixture = new SourceFixture();

    private String lastPage(PageSource source) {
        String answer = sourceFixture.callTool(source);
        for (String cursor = SourceFixture.cursor(answer); cursor != null; cursor = SourceFixture.cursor(answer)) {
            answer = sourceFixture.read(cursor, "");
        }
        return answer;
    }

    /** A source that reports a wrong count. */
    private static final class MiscountingSource extends GeneratedSource {

        private final long reportedCount;

        MiscountingSource(long rows, long reportedCount) {
            super(rows);
            this.reportedCount = reportedCount;
        }

        @Override
        public SourceCount count() {
            return SourceCount.exactly(reportedCount);
        }
    }

    @Test
    void reportsFewerRowsThanCounted() {
        assertThat(lastPage(new MiscountingSource(120, 5_000)))
                .contains("The source counted 5000 items and ended after 120.", "of 120", "\"totalCount\":120");
    }

    @Test
    void returnsAndReportsMoreRowsThanCounted() {
        MiscountingSource source = new MiscountingSource(300, 120);
        String answer = sourceFixture.callTool(source);
        assertThat(answer).contains("of 120");
        assertThat(sourceFixture.readAll(answer)).hasSize(300);
        assertThat(sourceFixture.read(SourceFixture.cursor(answer), "\"page\":4"))
                .contains("The source counted 120 items and has more.", "\"totalCount\":300");
    }

    @Test
    void reportsMiscountedShortLists() {
        assertThat(sourceFixture.callTool(new MiscountingSource(3, 5_000)))
                .contains("The source counted 5000 items and ended after 3.", "\"totalCount\":3", "\"hasMore\":false");
        assertThat(sourceFixture.callTool(new MiscountingSource(0, 5_000))).contains("No items", "ended after 0");
        assertThat(sourceFixture.callTool(new MiscountingSource(3, 2)))
                .contains("The source counted 2 items and has more.");
    }

    @Test
    void reportsFaultsInSmallBudgets() {
        SourceFixture smallBudget = new SourceFixture(policy -> policy.with(Policy.TOKEN_BUDGET_THRESHOLD, 260));
        String answer = smallBudget.callTool(new MiscountingSource(12, 5_000));
        for (String cursor = SourceFixture.cursor(answer); cursor != null; cursor = SourceFixture.cursor(answer)) {
            answer = smallBudget.read(cursor, "");
        }
        assertThat(answer).contains("Its source changed or reported wrong data.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"probe", "list", "cursor", "guide"})
    void reportsFaultsInStylesWithOwnKeys(StyleId style) {
        SourceFixture styled =
                new SourceFixture(policy -> policy.with(Policy.STYLE, style).with(Policy.HEAVY, true));
        String firstPage = styled.callTool(new MiscountingSource(60, 5_000));
        String cursor =
                firstPage.replaceAll(".*\"(?:nextCursor|cursor_id|next|continuation_token)\":\"([\\w-]{48})\".*", "$1");
        assertThat(styled.read(
                        cursor,
                        "\"mode\":\"paginated\",\"page\":" + (style.name().equals("guide") ? 3 : 2)))
                .contains("ended after 60");
    }

    /** Creates rows with these keys. */
    private static PageSource sourceWithKeys(List<Integer> keys) {
        return new GeneratedSource(keys.size()) {
            @Override
            public List<SourceRow> fetch(FetchPosition fetchPosition, int maxRows) {
                List<SourceRow> rows = new ArrayList<>();
                for (int i = (int) fetchPosition.offset();
                        i < Math.min(keys.size(), fetchPosition.offset() + maxRows);
                        i++) {
                    rows.add(new SourceRow(value(keys.get(i)), (long) keys.get(i)));
                }
                return rows;
            }
        };
    }

    @Test
    void reportsRepeatedRows() {
        List<Integer> keys = new ArrayList<>(IntStream.range(0, 200).boxed().toList());
        keys.set(130, 20);
        assertThat(lastPage(sourceWithKeys(keys))).contains("Items are repeated");
    }

    @Test
    void reportsRowsOutOfOrder() {
        List<Integer> keys = new ArrayList<>(IntStream.range(0, 200).boxed().toList());
        keys.set(130, 900);
        assertThat(lastPage(sourceWithKeys(keys)))
                .contains("Items are out of order.")
                .doesNotContain("repeated");
    }

    @Test
    void reportsNothingForCorrectRows() {
        List<Integer> keys = IntStream.range(0, 200).boxed().toList();
        assertThat(lastPage(sourceWithKeys(keys))).doesNotContain("repeated", "out of order", "changed", "counted");
    }

    @Test
    void reportsListsThatChangeUnderAnOffset() {
        List<Integer> rows = new ArrayList<>(IntStream.range(0, 400).boxed().toList());
        PageSource source = StreamSource.of("number", rows::stream).counted(rows::size);
        String cursor = SourceFixture.cursor(sourceFixture.callTool(new IndependentFetches(source)));
        rows.subList(0, 2).clear();
        assertThat(sourceFixture.read(cursor, "\"page\":3"))
                .contains(
                        "The source changed while it was read (400 items, then 398): items may be missing or repeated.");
    }

    /** A source whose fetches are independent, like those of a database. */
    private record IndependentFetches(PageSource source) implements PageSource {

        @Override
        public SourceCount count() {
            return source.count();
        }

        @Override
        public List<SourceRow> fetch(FetchPosition fetchPosition, int maxRows) {
            // the stream starts again, so the next fetch sees all changes
            source.fetch(FetchPosition.START, 1);
            return source.fetch(fetchPosition, maxRows);
        }

        @Override
        public String order() {
            return source.order();
        }
    }

    @Test
    void hidesExceptionsOfTheSource() {
        PageSource failingSource = new GeneratedSource(500) {
            @Override
            public List<SourceRow> fetch(FetchPosition fetchPosition, int maxRows) {
                if (fetchPosition.offset() >= 150) {
                    throw new IllegalStateException("password=hunter2 at db.internal");
                }
                return super.fetch(fetchPosition, maxRows);
            }
        };
        String answer = sourceFixture.callTool(failingSource);
        String cursor = SourceFixture.cursor(answer);
        String errorAnswer = "";
        for (int page = 0; page < 4 && errorAnswer.isEmpty(); page++) {
            answer = sourceFixture.read(cursor, "");
            errorAnswer = answer.contains("\"error\"") ? answer : "";
            cursor = errorAnswer.isEmpty() ? SourceFixture.cursor(answer) : cursor;
        }
        assertThat(errorAnswer)
                .contains("UPSTREAM_UNAVAILABLE", "the source of these items cannot be read", "the same call later")
                .doesNotContain("hunter2", "internal", "IllegalState");
    }

    @Test
    void readsAgainAfterTheSourceRecovers() {
        boolean[] isDown = {false};
        PageSource recoveringSource = new GeneratedSource(500) {
            @Override
            public List<SourceRow> fetch(FetchPosition fetchPosition, int maxRows) {
                if (isDown[0]) {
                    throw new IllegalStateException("down");
                }
                return super.fetch(fetchPosition, maxRows);
            }
        };
        String cursor = SourceFixture.cursor(sourceFixture.callTool(recoveringSource));
        isDown[0] = true;
        assertThat(sourceFixture.read(cursor, "\"page\":5")).contains("UPSTREAM_UNAVAILABLE");
        isDown[0] = false;
        assertThat(sourceFixture.read(cursor, "\"page\":5")).contains("\"range\":[201,250]");
    }

    /** A fault that a source has from the beginning. */
    enum Fault {
        COUNT_THROWS {
            @Override
            PageSource source() {
                return new GeneratedSource(500) {
                    @Override
                    public SourceCount count() {
                        throw new IllegalStateException("hunter2");
                    }
                };
            }
        },
        FETCH_THROWS {
            @Override
            PageSource source() {
                return returning(null);
            }
        },
        TOO_MANY_ROWS {
            @Override
            PageSource source() {
                return returning(IntStream.range(0, 70).mapToObj(SourceRow::of).toList());
            }
        },
        NOT_JSON {
            @Override
            PageSource source() {
                Map<String, Object> cyclic = new HashMap<>();
                cyclic.put("self", cyclic);
                return returning(List.of(SourceRow.of(cyclic)));
            }
        },
        ORDER_THROWS {
            @Override
            PageSource source() {
                return new GeneratedSource(500) {
                    @Override
                    public Comparator<Object> keyOrder() {
                        return Comparator.comparingInt(key -> ((String) key).length());
                    }
                };
            }
        };

        abstract PageSource source();

        static PageSource returning(@Nullable List<SourceRow> fetchedRows) {
            return new GeneratedSource(500) {
                @Override
                public List<SourceRow> fetch(FetchPosition fetchPosition, int maxRows) {
                    if (fetchedRows == null) {
                        throw new IllegalStateException("hunter2");
                    }
                    return fetchedRows;
                }

                @Override
                public void close() {
                    closes++;
                    throw new IllegalStateException("hunter2");
                }
            };
        }
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void closesSourcesThatFailInTheFirstCall(Fault fault) {
        PageSource source = fault.source();
        assertThat(sourceFixture.callTool(source))
                .startsWith("{\"error\":{\"code\":\"")
                .doesNotContain("hunter2");
        assertThat(((GeneratedSource) source).closes).isEqualTo(1);
    }

    @Test
    void neverPassesTheFirstRowsAsTheFullResult() {
        SourceFixture smallBudget = new SourceFixture(
                policy -> policy.with(Policy.TOKEN_BUDGET_THRESHOLD, 60).with(Policy.ON_FAILURE, OnFailure.PASS));
        GeneratedSource source = new GeneratedSource(5_000);
        assertThat(smallBudget.callTool(source)).doesNotContain("\"id\":49").hasSizeLessThan(720);
        assertThat(source.closes).isEqualTo(1);
    }
}
