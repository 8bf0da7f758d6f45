package dev.plimsoll.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Fuzzes follow-up reads with any arguments and with manipulated cursors. */
class CursorFuzzTest {

    private static final int LENGTH = 48;

    private static EngineFixture orders() {
        ByteSink orders = new ByteSink().ascii("[");
        for (int i = 0; i < 60; i++) {
            orders.ascii(i == 0 ? "" : ",").ascii("{\"id\":").number(i).ascii(",\"note\":\"some words\"}");
        }
        return EngineFixture.text(400, orders.ascii("]").slice());
    }

    @FuzzTest
    void anyArgumentsAreAnswered(byte[] data) {
        EngineFixture engine = orders();
        String cursor = Objects.requireNonNull(engine.next());
        byte[] arguments = new String(data, StandardCharsets.ISO_8859_1)
                .replace("$", cursor)
                .getBytes(StandardCharsets.ISO_8859_1);
        assertThat(Json.isValid(engine.read(Slice.of(arguments)))).isTrue();
    }

    @FuzzTest
    void aChangedCursorIsRefused(byte[] data) {
        EngineFixture engine = orders();
        String cursor = Objects.requireNonNull(engine.next());
        byte[] changed = cursor.getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i + 1 < data.length; i += 2) {
            changed[(data[i] & 0xFF) % LENGTH] = data[i + 1];
        }
        Slice text = Slice.of(Utf8.repair(Slice.of(changed)));
        Slice answer = engine.read(
                new ByteSink().ascii("{\"cursor\":").string(text).ascii("}").slice());
        boolean refused = answer.utf8().contains("CURSOR_INVALID");
        assertThat(refused).isEqualTo(!text.utf8().equals(cursor));
    }
}
