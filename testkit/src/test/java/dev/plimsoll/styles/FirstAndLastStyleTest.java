package dev.plimsoll.styles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.MemberIndex;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.DominantValue;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.shape.style.StyleRegistry;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.testkit.FakeClock;
import dev.plimsoll.testkit.sample.Payloads;
import dev.plimsoll.testkit.sample.SamplePayload;
import dev.plimsoll.testkit.sample.SampleResults;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class FirstAndLastStyleTest {

    private static final ToolCall CALL = ToolCall.of("server", "list_things", "caller");

    private final SnapshotStore store =
            SnapshotStore.inMemory(new StoreLimits(1L << 30, 1L << 30, 1_000), new FakeClock(), new Random(7));

    static List<SamplePayload> payloads() {
        return Payloads.samples();
    }

    private Plimsoll engine(Policy policy, StyleRegistry styles) {
        return Plimsoll.builder()
                .store(store)
                .keys(KeyRing.of(new byte[32]))
                .styles(styles)
                .policy(policy)
                .build();
    }

    private Plimsoll engineWithStyle(int budget) {
        // GUIDE
        StyleRegistry styles = StyleRegistry.standard().with(new FirstAndLastStyle());
        Policy policy = styles.withText(Policy.defaults(), "style", "first-and-last");
        // end
        return engine(policy.with(Policy.TOKEN_BUDGET_THRESHOLD, budget), styles);
    }

    private static Slice textOf(Outcome answer) {
        Slice content = Objects.requireNonNull(Members.get(answer.result(), "content"));
        Slice text = Objects.requireNonNull(
                Members.get(ItemIndex.of(content).item(0), "text"), "the answer has no text block");
        return JsonText.unescapeToSlice(Json.stringInside(text));
    }

    private static String member(Slice object, String name) {
        return Objects.requireNonNull(Members.get(object, name), name).utf8();
    }

    private static @Nullable String nextCursor(Slice text) {
        Slice cursor = Members.get(text, "nextCursor");
        return cursor == null || Json.type(cursor) == JsonType.NULL
                ? null
                : Json.stringInside(cursor).utf8();
    }

    private static Outcome read(Plimsoll engine, String cursor) {
        return engine.read(ToolCall.of("", "", "caller"), Slice.of("{\"cursor\":\"" + cursor + "\"}"));
    }

    private static List<String> itemsOf(@Nullable Slice list) {
        ItemIndex index = ItemIndex.of(Objects.requireNonNull(list));
        List<String> items = new ArrayList<>();
        for (int i = 0; i < index.count(); i++) {
            items.add(new ByteSink(64).json(index.item(i)).slice().utf8());
        }
        return items;
    }

    @ParameterizedTest
    @CsvSource({
        "orders, 1000",
        "orders, 4000",
        "users, 1000",
        "users-pretty, 1000",
        "numbers-only, 300",
        "short-strings-10000, 4000",
        "arrays-of-arrays, 1000",
        "list-at-depth-1, 1000",
        "list-at-depth-3, 4000"
    })
    void joinedPagesEqualTheOriginal(String payload, int budget) {
        Slice original = Slice.of(Payloads.named(payload).bytes());
        DominantValue dominant =
                Json.type(original) == JsonType.ARRAY ? null : DominantValue.find(original, MemberIndex.of(original));
        List<String> expected = itemsOf(dominant == null ? original : dominant.value());
        Plimsoll engine = engineWithStyle(budget);

        Outcome first = engine.guard(CALL, RawResult.of(Slice.of(SampleResults.text(original.toByteArray()))));
        Slice ends = textOf(first);
        assertThat(first.receipt().outcome()).isEqualTo(OutcomeKind.SUMMARIZED);
        assertThat(first.receipt().answerTokens()).isLessThanOrEqualTo(budget);
        assertThat(member(ends, "first")).isEqualTo(expected.get(0));
        assertThat(member(ends, "last")).isEqualTo(expected.get(expected.size() - 1));

        List<String> joined = new ArrayList<>();
        for (String cursor = nextCursor(ends); cursor != null; ) {
            Outcome page = read(engine, cursor);
            assertThat(page.receipt().answerTokens()).isLessThanOrEqualTo(budget);
            assertThat(member(textOf(page), "total")).isEqualTo(Integer.toString(expected.size()));
            joined.addAll(itemsOf(Members.get(textOf(page), "items")));
            cursor = nextCursor(textOf(page));
        }
        assertThat(joined).isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("payloads")
    void everyAnswerKeepsTheBudget(SamplePayload payload) {
        for (int budget : new int[] {300, 1_000, 4_000}) {
            Plimsoll engine = engineWithStyle(budget);
            Outcome answer = engine.guard(CALL, RawResult.of(Slice.of(SampleResults.text(payload.bytes()))));
            for (int pages = 0; pages < 5; pages++) {
                assertThat(answer.receipt().answerTokens()).isLessThanOrEqualTo(budget);
                Slice text = textOf(answer);
                boolean isObject = Json.isValid(text) && Json.type(Json.trim(text)) == JsonType.OBJECT;
                String cursor = isObject ? nextCursor(Json.trim(text)) : null;
                if (cursor == null || cursor.length() != 48) {
                    break;
                }
                answer = read(engine, cursor);
            }
        }
    }

    @Test
    void policyCanNameTheStyleOnlyIfItIsRegistered() {
        Policy policy = StyleRegistry.standard()
                .with(new FirstAndLastStyle())
                .withText(Policy.defaults(), "style", "first-and-last");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> engine(policy, StyleRegistry.standard()))
                .withMessageContaining("one of auto, page, ")
                .withMessageContaining("got first-and-last");
    }

    /** Checks a stored view whose style was removed from the program. */
    @Test
    void cursorsExpireWithTheirStyle() {
        Outcome first =
                engineWithStyle(1_000).guard(CALL, RawResult.of(Slice.of(SampleResults.text(Payloads.orders(300)))));
        String cursor = Objects.requireNonNull(nextCursor(textOf(first)));

        Outcome answer = read(engine(Policy.defaults(), StyleRegistry.standard()), cursor);

        assertThat(answer.receipt().outcome()).isEqualTo(OutcomeKind.REFUSED);
        assertThat(textOf(answer).utf8()).contains("CURSOR_EXPIRED");
        assertThat(read(engineWithStyle(1_000), cursor).receipt().outcome()).isEqualTo(OutcomeKind.READ);
    }
}
