package dev.plimsoll.engine.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.CallerSettings;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.cursor.CursorGuessLimiter;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.telemetry.OutcomeKind;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class CursorIssuerTest {

    private static final ToolCall CALL = ToolCall.of("crm", "list_orders", "ann");
    private static final Pattern CURSOR = Pattern.compile("nextCursor[\\\\]*\":[\\\\]*\"([A-Za-z0-9_-]{48})");
    private static final String MISTYPED = "A".repeat(48);

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
    private final SnapshotStore store =
            SnapshotStore.inMemory(new StoreLimits(64 << 20, 64 << 20, 1_000), now::get, new SplittableRandom(7));
    private final Plimsoll engine = engine(Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 500));

    private Plimsoll engine(Policy policy) {
        return Plimsoll.builder()
                .store(store)
                .keys(KeyRing.of(new byte[32]))
                .policy(policy)
                .build();
    }

    private static Slice orders() {
        StringBuilder orders = new StringBuilder("{\"structuredContent\":{\"orders\":[");
        for (int i = 0; i < 200; i++) {
            orders.append(i == 0 ? "" : ",")
                    .append("{\"id\":\"order-")
                    .append(i)
                    .append("\",\"customer\":{\"name\":\"Zoë Ångström\",\"city\":\"Göteborg\"},\"remark\":\"配送は午前中\"}");
        }
        orders.append("],\"invoices\":[");
        for (int i = 0; i < 200; i++) {
            orders.append(i == 0 ? "" : ",")
                    .append("{\"id\":\"invoice-")
                    .append(i)
                    .append("\",\"total\":\"1 204,50 kr\",\"note\":\"betalas inom trettio dagar\"}");
        }
        return Slice.of(orders.append("]},\"content\":[]}").toString());
    }

    private static String cursorOf(Outcome outcome) {
        Matcher cursor = CURSOR.matcher(outcome.result().utf8());
        assertThat(cursor.find()).as(outcome.result().utf8()).isTrue();
        return cursor.group(1);
    }

    private String issueCursor() {
        return cursorOf(engine.guard(CALL, RawResult.of(orders())));
    }

    private static Outcome read(Plimsoll engine, ToolCall call, String cursor) {
        return engine.read(call, Slice.of("{\"cursor\":\"" + cursor + "\"}"));
    }

    // --- ownership

    @Test
    void acceptsCursorsOfSameCaller() {
        String cursor = issueCursor();

        assertThat(engine.ownsCursor(CALL, cursor)).isTrue();
        assertThat(engine.ownsCursor(CALL, "plimsoll://page/" + cursor)).isTrue();
        assertThat(engine.ownsCursor(ToolCall.of("crm", "list_orders", "ben"), cursor))
                .isFalse();
        assertThat(engine.ownsCursor(CALL, MISTYPED)).isFalse();
        assertThat(engine.ownsCursor(CALL, "")).isFalse();
        now.updateAndGet(time -> time.plus(Duration.ofDays(2)));
        assertThat(engine.ownsCursor(CALL, cursor))
                .as("expired, but issued by this engine")
                .isTrue();
    }

    /** Checks that the engine finds the server of a cursor: one endpoint may read cursors of several servers. */
    @Test
    void acceptsCursorsOfSameServer() {
        String cursor = issueCursor();

        assertThat(engine.findServer(CALL, cursor)).isEqualTo("crm");
        assertThat(engine.findServer(CALL, "plimsoll://page/" + cursor + "?mode=full"))
                .isEqualTo("crm");
        assertThat(engine.findServer(ToolCall.of("files", "", "ann"), cursor)).isNull();
        assertThat(engine.findServer(ToolCall.of("crm", "", "ben"), cursor)).isNull();
        assertThat(engine.findServer(CALL, MISTYPED)).isNull();
    }

    @Test
    void acceptsCursorsOfRenamedServerIfCallerNamesContainServer() {
        String cursor = issueCursor();
        ToolCall renamed = ToolCall.of("customers", "list_orders", "ann");

        assertThat(engine.findServer(renamed, cursor)).isNull();
        ToolCall renamedWithServerInName = renamed.withSettings(CallerSettings.DEFAULT.withServerInName());
        assertThat(engine.findServer(renamedWithServerInName, cursor))
                .as("the name when the result was stored")
                .isEqualTo("crm");
        assertThat(read(engine, renamedWithServerInName, cursor).receipt().outcome())
                .isEqualTo(OutcomeKind.READ);
        assertThat(read(engine, renamed, cursor).result().utf8()).contains("CURSOR_INVALID", "another tool");
    }

    /**
     * Checks that every server accepts a cursor whose snapshot has expired, so that the read reports the reason. The
     * server is stored in the snapshot; the cursor does not contain it.
     */
    @Test
    void acceptsCursorsOfExpiredSnapshots() {
        String cursor = issueCursor();

        now.updateAndGet(time -> time.plus(Duration.ofDays(2)));
        assertThat(engine.findServer(CALL, cursor)).isEqualTo("crm");
        assertThat(engine.findServer(ToolCall.of("files", "", "ann"), cursor)).isEqualTo("files");
    }

    @Test
    void acceptsCursorsWhileStoreIsUnavailable() {
        String cursor = issueCursor();
        SnapshotStore unavailable = (SnapshotStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {SnapshotStore.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("now")) {
                        return now.get();
                    }
                    throw new StoreException(StoreException.Reason.FAILED, "the store is unavailable");
                });
        Plimsoll withoutStore = Plimsoll.builder()
                .store(unavailable)
                .keys(KeyRing.of(new byte[32]))
                .policy(Policy.defaults())
                .build();

        assertThat(withoutStore.findServer(CALL, cursor)).isEqualTo("crm");
        assertThat(withoutStore.findServer(CALL, MISTYPED)).isNull();
    }

    // --- targets

    @Test
    void givesEachViewDifferentCursors() {
        String documentCursor = issueCursor();
        Outcome invoices = engine.read(
                CALL, Slice.of("{\"cursor\":\"" + documentCursor + "\",\"path\":\"/invoices\",\"page\":1}"));
        String invoicesCursor = cursorOf(invoices);

        assertThat(read(engine, CALL, documentCursor).result().utf8()).contains("order-0");
        String nextPage = read(engine, CALL, invoicesCursor).result().utf8();
        assertThat(nextPage).contains("invoice-").doesNotContain("order-", "invoice-0\\\"");
    }

    @Test
    void reportsAgeOfSnapshot() {
        Plimsoll engineWithCursorStyle = engine(
                Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 500).withText("style", "cursor"));
        String list = orders().utf8();
        Slice items = Slice.of("{\"content\":[],\"structuredContent\":"
                + list.substring(list.indexOf(":[") + 1, list.indexOf(",\"invoices\"")) + "}");
        String cursor = cursorOf(engineWithCursorStyle.guard(CALL, RawResult.of(items)));

        now.updateAndGet(time -> time.plusSeconds(75));
        assertThat(read(engineWithCursorStyle, CALL, cursor).result().utf8()).contains("cursor_age\\\":75");
    }

    // --- guessing

    private static final class CountingLimiter implements CursorGuessLimiter {

        private final AtomicLong wrong = new AtomicLong();
        private long waitSeconds;

        @Override
        public long waitSeconds() {
            return waitSeconds;
        }

        @Override
        public void recordWrongCursor() {
            wrong.incrementAndGet();
        }
    }

    @Test
    void countsInvalidTextThatLooksLikeCursor() {
        CountingLimiter limiter = new CountingLimiter();
        CallerSettings counted = CallerSettings.DEFAULT.withGuessLimiter(limiter);
        ToolCall call = CALL.withSettings(counted);

        read(engine, call, issueCursor());
        read(engine, call, "page-2");
        assertThat(limiter.wrong).hasValue(0);
        read(engine, call, MISTYPED);
        read(engine, ToolCall.of("crm", "list_orders", "ben").withSettings(counted), issueCursor());
        assertThat(limiter.wrong).hasValue(2);
    }

    @Test
    void refusesInvalidButNotValidCursorsAfterTooManyGuesses() {
        CountingLimiter limiter = new CountingLimiter();
        limiter.waitSeconds = 5;
        ToolCall limited = CALL.withSettings(CallerSettings.DEFAULT.withGuessLimiter(limiter));
        assertThat(read(engine, limited, issueCursor()).receipt().outcome()).isEqualTo(OutcomeKind.READ);
        Outcome refused = read(engine, limited, MISTYPED);

        assertThat(refused.receipt().outcome()).isEqualTo(OutcomeKind.REFUSED);
        assertThat(refused.result().utf8())
                .contains("RATE_LIMITED", "retryAfterSeconds", "wait 5 s")
                .doesNotContain("order-");
        assertThat(limiter.wrong).hasValue(0);
    }
}
