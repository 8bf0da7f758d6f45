package dev.plimsoll.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plimsoll.call.CallerSettings;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Tier;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Tests what an app reads of a stored result. */
@NullMarked
class AppReaderTest {

    private static final Slice NONE = Slice.of("{}");

    private final EngineHost host = EngineHost.of(EngineHost.heavy(), "{\"type\":\"object\"}");
    private final ToolCall call = host.call.withTool("");

    private Document read(String arguments) {
        String appCursor = host.plimsoll.appCursor(call, host.cursor(null));
        return host.plimsoll.appDocument(call, appCursor, Slice.of(arguments));
    }

    private static void assertRefused(ErrorCode code, ThrowingCallable reading) {
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(reading)
                .satisfies(refused -> assertThat(refused.code()).isEqualTo(code));
    }

    private String store(String text) {
        JsonWriter json = new JsonWriter().beginObject().beginArray("content").beginObject();
        json.string("type", "text").string("text", text).endObject().endArray().endObject();
        return host.plimsoll.appCursor(call, host.plimsoll.store(host.call, json.slice()));
    }

    @Test
    void readsWholeResultWhateverTheBudget() {
        Document document = read("{}");

        assertThat(document.isJson()).isTrue();
        assertThat(ItemIndex.of(document.bytes()).count()).isEqualTo(200);
    }

    @Test
    void readsTheValueAtAPath() {
        assertThat(read("{\"path\":\"/7\"}").bytes().utf8())
                .isEqualTo("{\"id\":7,\"status\":\"open\",\"total\":12.50}");
        Document text = read("{\"path\":\"/7/status\"}");
        assertThat(text.isJson()).isFalse();
        assertThat(text.bytes().utf8()).isEqualTo("open");
        assertRefused(ErrorCode.INVALID_REQUEST, () -> read("{\"path\":\"/700\"}"));
    }

    @Test
    void readsOutputsOfQuery() {
        assertThat(read("{\"query\":\"map(.id)[:3]\"}").bytes().utf8()).isEqualTo("[0,1,2]");
        assertThat(read("{\"query\":\".[:2][] | .total\"}").bytes().utf8()).isEqualTo("[12.50,12.50]");
        assertThat(read("{\"query\":\".[0].status\"}").isJson()).isFalse();
        assertThat(read("{\"query\":{\"n\":\"length\"},\"path\":\"\"}").bytes().utf8())
                .isEqualTo("{\"n\":200}");
        assertRefused(ErrorCode.QUERY_INVALID, () -> read("{\"query\":\".[\"}"));
    }

    @Test
    void readsRecordsOfText() {
        String appCursor = store("id,name\n1,a\n2,b\n3,c\n4,d\n");

        Document document = host.plimsoll.appDocument(call, appCursor, NONE);

        assertThat(document.bytes().utf8()).startsWith("[{\"id\":1,\"name\":\"a\"}");
    }

    @Test
    void readsSectionOfText() {
        String appCursor = store("# One\n\n" + "first line\n".repeat(20) + "\n# Two\n\n- second\n- third\n");

        assertThat(host.plimsoll.appDocument(call, appCursor, NONE).isJson()).isFalse();
        assertThat(host.plimsoll
                        .appDocument(call, appCursor, Slice.of("{\"path\":\"#Two\"}"))
                        .bytes()
                        .utf8())
                .isEqualTo("# Two\n\n- second\n- third\n");
    }

    @Test
    void acceptsOnlyCursorsOfApps() {
        String cursor = host.cursor(null);
        String appCursor = host.plimsoll.appCursor(call, cursor);

        assertRefused(ErrorCode.CURSOR_INVALID, () -> host.plimsoll.appDocument(call, cursor, NONE));
        assertRefused(ErrorCode.CURSOR_INVALID, () -> host.plimsoll.appCursor(call, appCursor));
        assertThat(host.plimsoll.ownsAppCursor(call, appCursor)).isTrue();
        assertThat(host.plimsoll.ownsAppCursor(call, cursor)).isFalse();
        assertThat(host.plimsoll.ownsCursor(call, appCursor)).isFalse();
        assertThat(host.answer("{\"cursor\":\"" + appCursor + "\"}")).contains("CURSOR_INVALID");
    }

    @Test
    void readsOnlyForItsCaller() {
        String appCursor = host.plimsoll.appCursor(call, host.cursor(null));
        ToolCall other = ToolCall.of("shop", "", "someone else");

        assertRefused(ErrorCode.CURSOR_INVALID, () -> host.plimsoll.appDocument(other, appCursor, NONE));
        assertThat(host.plimsoll.ownsAppCursor(other, appCursor)).isFalse();
    }

    @Test
    void checksTierAtEachRead() {
        Policy policy = Policy.defaults().with(Policy.TIER, Tier.ADMIN);
        EngineHost admin = EngineHost.of(policy, "{\"type\":\"object\"}");
        ToolCall allowed = admin.call.withTool("").withSettings(CallerSettings.DEFAULT.withTier(Tier.ADMIN));
        Slice result = EngineHost.orders(2_000);
        String answer = admin.plimsoll
                .guard(admin.call.withSettings(CallerSettings.DEFAULT.withTier(Tier.ADMIN)), RawResult.of(result))
                .result()
                .utf8();
        String appCursor = admin.plimsoll.appCursor(allowed, EngineHost.cursorIn(answer));
        ToolCall lower = allowed.withSettings(CallerSettings.DEFAULT.withTier(Tier.READ));

        assertThat(admin.plimsoll.appDocument(allowed, appCursor, NONE).isJson())
                .isTrue();
        assertThat(admin.plimsoll.appOrigin(allowed, appCursor).tool()).isEqualTo("list_orders");
        assertRefused(ErrorCode.FORBIDDEN, () -> admin.plimsoll.appDocument(lower, appCursor, NONE));
        assertRefused(ErrorCode.FORBIDDEN, () -> admin.plimsoll.appOrigin(lower, appCursor));
    }

    @Test
    void reportsThatTheResultHasExpired() {
        String appCursor = host.plimsoll.appCursor(call, host.cursor(null));
        host.clock.advance(Duration.ofDays(2));

        assertRefused(ErrorCode.CURSOR_EXPIRED, () -> host.plimsoll.appDocument(call, appCursor, NONE));
    }
}
