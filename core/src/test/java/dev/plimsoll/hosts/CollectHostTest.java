package dev.plimsoll.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.CallDecision;
import dev.plimsoll.call.CallerSettings;
import dev.plimsoll.call.CollectSource;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.CollectedPages;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.schema.ListedTool;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the argument {@code collect}, with which a host joins a result and the further pages of the server.
 */
class CollectHostTest {

    private static final Pattern CURSOR = Pattern.compile("[A-Za-z0-9_-]{48}");
    private static final Instant TIME = Instant.parse("2026-01-01T10:00:00Z");
    private static final ListedTool TOOL = ListedTool.of(
            Slice.of("{\"name\":\"list\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"page\":{},\"q\":{}}},"
                    + "\"annotations\":{\"readOnlyHint\":true}}"));

    private final Plimsoll engine = Plimsoll.builder()
            .policies(Policies.of(
                    Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 1_000).with(Policy.HEAVY, true)))
            .build();
    /** A call in a host that cannot call the server again, such as a library. */
    private final ToolCall library = ToolCall.of("crm", "list", "ann");

    /** A call in a host that can read further pages of the server. */
    private final ToolCall gateway = library.withSettings(CallerSettings.DEFAULT.withCollect());

    private static RawResult page(int from) {
        StringBuilder page = new StringBuilder("{\\\"count\\\":400,\\\"next\\\":\\\"p\\\",\\\"rows\\\":[");
        for (int i = from; i < from + 100; i++) {
            page.append(i == from ? "" : ",")
                    .append("{\\\"id\\\":")
                    .append(i)
                    .append(",\\\"name\\\":\\\"record number ")
                    .append(i)
                    .append("\\\"}");
        }
        return RawResult.of(Slice.of("{\"content\":[{\"type\":\"text\",\"text\":\"" + page + "]}\"}]}"));
    }

    private ToolCall forwarded(ToolCall call, String arguments) {
        return ((CallDecision.Forward) engine.classify(call, TOOL, Slice.of(arguments))).call();
    }

    private static String cursorIn(Slice result) {
        Matcher cursor = CURSOR.matcher(result.utf8());
        assertThat(cursor.find()).as(result.utf8()).isTrue();
        return cursor.group();
    }

    private static Slice arguments(String cursor, String others) {
        return Slice.of("{\"cursor\":\"" + cursor + "\"" + others + "}");
    }

    @Test
    void collectIsAnErrorIfTheHostCannotCollect() {
        String cursor = cursorIn(engine.guard(forwarded(library, "{}"), page(0)).result());
        assertThat(engine.read(library, arguments(cursor, ",\"collect\":true"))
                        .result()
                        .utf8())
                .contains("collect: this host cannot read further pages from a server");
        CallDecision heavy = engine.classify(library, TOOL, Slice.of("{\"collect\":true}"));
        assertThat(((CallDecision.Answer) heavy).outcome().result().utf8()).contains("collect: this host cannot read");
    }

    @Test
    void collectWithACursorNeedsTheReadTool() {
        String cursor = cursorIn(engine.guard(forwarded(gateway, "{}"), page(0)).result());
        CallDecision decision = engine.classify(gateway, TOOL, arguments(cursor, ",\"collect\":true"));
        assertThat(((CallDecision.Answer) decision).outcome().result().utf8())
                .contains("collect: with a cursor, only calls of plimsoll_read read further pages");
    }

    @Test
    void noticesOfferCollectOnlyIfTheHostCanCollect() {
        assertThat(engine.guard(forwarded(library, "{}"), page(0)).result().utf8())
                .doesNotContain("collect");
        assertThat(engine.guard(forwarded(gateway, "{}"), page(0)).result().utf8())
                .contains("\\\"collect\\\":true");
    }

    @Test
    void storesTheArgumentsThatTheServerGot() {
        String cursor = cursorIn(engine.guard(forwarded(gateway, "{\"q\":\"open\",\"page_size\":3}"), page(0))
                .result());
        CollectSource source = engine.collectSource(gateway, arguments(cursor, ",\"collect\":3,\"query\":\".count\""));
        assertThat(source.tool()).isEqualTo("list");
        assertThat(source.sentArguments().utf8()).isEqualTo("{\"q\":\"open\"}");
        assertThat(source.result().utf8()).isEqualTo(page(0).bytes().utf8());
        assertThat(source.readArguments().collect()).isZero();
        assertThat(source.readArguments().cursor()).isNull();
        assertThat(source.readArguments().query()).isNotNull();
    }

    @Test
    void doesNotStoreLongArguments() {
        String cursor = cursorIn(engine.guard(forwarded(gateway, "{\"q\":\"" + "x".repeat(20_000) + "\"}"), page(0))
                .result());
        assertThatThrownBy(() -> engine.collectSource(gateway, arguments(cursor, ",\"collect\":true")))
                .isInstanceOfSatisfying(RefusedException.class, refused -> {
                    assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_REQUEST);
                    assertThat(refused).hasMessageContaining("are too long");
                });
    }

    @Test
    void anotherCallerCannotCollect() {
        String cursor = cursorIn(engine.guard(forwarded(gateway, "{}"), page(0)).result());
        ToolCall other = ToolCall.of("crm", "list", "bob").withSettings(gateway.settings());
        assertThatThrownBy(() -> engine.collectSource(other, arguments(cursor, ",\"collect\":true")))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.CURSOR_INVALID));
    }

    private String collected(CollectedPages pages) {
        return engine.guard(forwarded(gateway, "{}").withCollected(pages), page(0))
                .result()
                .utf8();
    }

    @Test
    void completePagesDoNotReportMore() {
        String answer = collected(new CollectedPages(
                4, 1_400, TIME, TIME.plusSeconds(3), true, "", page(300).bytes()));
        assertThat(answer)
                .contains("All 4 pages of list joined: 1,400 records, read at 10:00:00Z to 10:00:03Z. Items 1-")
                .doesNotContain("upstream", "says that more exists");
    }

    @Test
    void incompleteResultReportsTheNextPageThatItsLastPageNames() {
        RawResult last = RawResult.of(Slice.of(page(0).bytes().utf8().replace("\\\"p\\\"", "\\\"q\\\"")));
        String answer = collected(new CollectedPages(
                2, 200, TIME, TIME, false, "To go on, call list again with page = 3.", last.bytes()));
        assertThat(answer)
                .contains("\\\"notice\\\":\\\"2 pages of list joined: 200 records, read at 10:00:00Z. To go on")
                .contains("\\\"upstream\\\":{\\\"count\\\":400,\\\"next\\\":\\\"q\\\"}")
                .contains("\"collected\":{\"pages\":2,\"records\":200,\"firstReadAt\":\"2026-01-01T10:00:00.000Z\"")
                .doesNotContain("The result itself says");
    }

    @Test
    void laterPagesMentionCollectedPagesOnlyIfSomeAreMissing() {
        String complete = collected(new CollectedPages(4, 400, TIME, TIME, true, "", null));
        String partial = collected(new CollectedPages(2, 200, TIME, TIME, false, "The server may have more.", null));
        for (String answer : List.of(complete, partial)) {
            String cursor = cursorIn(Slice.of(answer));
            String later = engine.read(gateway, arguments(cursor, "")).result().utf8();
            assertThat(later.contains("pages of list joined")).isEqualTo(answer.equals(partial));
            assertThat(engine.read(gateway, arguments(cursor, ",\"mode\":\"full\""))
                            .result()
                            .utf8())
                    .contains("\"collected\":{\"pages\":");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"51", "-1", "\"all\"", "{\"a\":1}", "1.5", "99999999999"})
    void refusesInvalidValuesOfCollect(String value) {
        String cursor = cursorIn(engine.guard(forwarded(gateway, "{}"), page(0)).result());
        assertThat(engine.read(gateway, arguments(cursor, ",\"collect\":" + value))
                        .result()
                        .utf8())
                .contains("collect must be true, or a number of pages from 1 to 50, got ");
    }
}
