package dev.plimsoll.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;

/** Fuzzes results of any kind: each page is JSON and within its budget, and the pages end. */
class CutFuzzTest {

    private static final int[] BUDGETS = {250, 400, 1_000};
    private static final int REPEATS = 8;

    @FuzzTest
    void aTextIsCut(byte[] data) {
        if (data.length > 1) {
            Slice text = Slice.of(Utf8.repair(new Slice(data, 1, data.length)));
            readAllPages(EngineFixture.text(budget(data), repeated(text, "\n")), text.length());
        }
    }

    @FuzzTest
    void aListIsCut(byte[] data) {
        Slice item = data.length > 1 ? new Slice(data, 1, data.length) : Slice.of("");
        if (Json.isValid(item)) {
            ByteSink result = new ByteSink().ascii("{\"content\":[],\"structuredContent\":{\"list\":[");
            result.raw(repeated(item, ",")).ascii("]}}");
            readAllPages(EngineFixture.result(budget(data), result.slice()), item.length());
        }
    }

    @FuzzTest
    void anyResultIsAnswered(byte[] data) {
        Slice result = Slice.of(data);
        if (data.length > 0 && Json.isValid(result)) {
            readAllPages(EngineFixture.result(250, result), data.length);
        }
    }

    private static int budget(byte[] data) {
        return BUDGETS[(data[0] & 0xFF) % BUDGETS.length];
    }

    private static Slice repeated(Slice part, String between) {
        ByteSink out = new ByteSink(part.length() * REPEATS + REPEATS);
        for (int i = 0; i < REPEATS; i++) {
            out.ascii(i == 0 ? "" : between).raw(part);
        }
        return out.slice();
    }

    private static void readAllPages(EngineFixture engine, int length) {
        int remainingPages = 20 + length * REPEATS;
        for (String next = engine.next(); next != null; next = engine.next()) {
            assertThat(remainingPages--).as("remaining pages").isPositive();
            Slice answer = engine.page(next);
            assertThat(Json.isValid(answer)).isTrue();
            assertThat(EngineFixture.isRefused(answer)).isFalse();
        }
    }
}
