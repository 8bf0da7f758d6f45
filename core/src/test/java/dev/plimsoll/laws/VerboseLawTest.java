package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Preset;
import dev.plimsoll.testkit.sample.Payloads;
import dev.plimsoll.testkit.sample.SampleResults;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks pages of verbose records: each contains enough records, and larger records never make it contain more. */
@Execution(ExecutionMode.CONCURRENT)
class VerboseLawTest {

    private static final int[] SIZES = {200, 500, 900, 1_500, 2_200, 3_500, 6_000, 9_000, 12_000, 30_000};
    private static final String NOTE = "The guest asked for a late arrival — ein Kinderbett, y una cuna; 鍵は青い扉の左側。 ";

    static Stream<Arguments> policies() {
        return Stream.of(Preset.BALANCED, Preset.HARDENING, Preset.LIST, Preset.CURSOR)
                .flatMap(preset ->
                        IntStream.of(700, 1_000, 4_000, 9_000).mapToObj(budget -> Arguments.of(preset, budget)));
    }

    private static Engine engine(Preset preset, int budget) {
        Policy policy = preset.applyTo(Policy.defaults())
                .with(Policy.TOKEN_BUDGET_THRESHOLD, budget)
                .with(Policy.HEAVY, preset == Preset.LIST);
        return Engine.of(policy, ClientFeatures.current());
    }

    /** Creates bookings that differ only in the length of their notes. */
    private static byte[] bookingsWithNotes(int count, int noteBytes) {
        String note = NOTE.repeat(noteBytes / NOTE.length() + 1).substring(0, noteBytes);
        return IntStream.range(100, 100 + count)
                .mapToObj(i -> "{\"id\":\"BK-" + i + "\",\"status\":\"confirmed\",\"guest\":{\"name\":\"Zoë Müller\","
                        + "\"notes\":\"" + note
                        + "\"},\"checkIn\":\"2026-07-01\",\"property\":{\"name\":\"Casa del Mar\"}}")
                .collect(Collectors.joining(",", "[", "]"))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static int shown(Answered answered) {
        int[] range = Objects.requireNonNull(answered.page()).range();
        return range[1] - range[0] + 1;
    }

    @ParameterizedTest
    @MethodSource("policies")
    void pageOfLargerItemsNeverHoldsMore(Preset preset, int budget) {
        int[] previous = {Integer.MAX_VALUE, Integer.MAX_VALUE};
        for (int size : SIZES) {
            Engine engine = engine(preset, budget);
            Answered first = engine.guard(SampleResults.text(bookingsWithNotes(100, size)));
            Answered second = engine.read(Objects.requireNonNull(first.nextCursor()));
            int[] current = {shown(first), shown(second)};
            for (int page = 0; page < 2; page++) {
                assertThat(current[page])
                        .as("page %s, notes of %s bytes after shorter ones: %s", page + 1, size, first)
                        .isLessThanOrEqualTo(previous[page]);
            }
            previous = current;
        }
    }

    @ParameterizedTest
    @MethodSource("policies")
    void pageOfManyItemsShowsAtLeastFour(Preset preset, int budget) {
        for (int[] size : new int[][] {{2_000, 12_000}, {1_800, 1_900}, {7_000, 9_000}, {20_000, 40_000}}) {
            Engine engine = engine(preset, budget);
            Answered answered = engine.guard(SampleResults.text(Payloads.bookings(16, size[0], size[1])));
            String next = answered.nextCursor();
            while (next != null) {
                assertThat(shown(answered))
                        .as("a page of %s: %s", Arrays.toString(size), answered)
                        .isGreaterThanOrEqualTo(isLook(answered, preset, budget) ? 3 : 4);
                answered = engine.read(next);
                next = answered.nextCursor();
            }
        }
    }

    private static boolean isLook(Answered answered, Preset preset, int budget) {
        boolean isFirst = answered.isShaped() && answered.getShown().header().range()[0] == 1;
        return isFirst && preset == Preset.BALANCED && answered.receipt().originalTokens() > 4L * budget;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void pageHoldsRequestedNumberOfItems(int size) {
        Engine engine = engine(Preset.BALANCED, 4_000);
        Answered first = engine.guard(SampleResults.text(Payloads.bookings(40, 7_000, 14_000)));

        Answered page = engine.read(Objects.requireNonNull(first.nextCursor()), "\"page_size\":" + size);

        assertThat(shown(page)).isEqualTo(size);
        boolean whole = page.getShown().header().list("folded").isEmpty();
        assertThat(whole || page.receipt().answerTokens() > 3_200)
                .as("%s", page)
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void foldedItemsExceedATenthOfTheBudget(Preset preset, int budget) {
        Engine engine = engine(preset, budget);
        int[] sizes = {200, 700, 1_500, 3_000};
        for (int size : sizes) {
            Answered answered = engine.guard(SampleResults.text(bookingsWithNotes(100, size)));
            List<Fields> folded = answered.shown() == null
                    ? List.of()
                    : answered.getShown().header().list("folded");
            for (Fields item : folded) {
                // if the header takes more than a fifth, four items get a quarter of the rest each
                int page = isLook(answered, preset, budget) ? Math.min(budget, 1_500) : budget;
                assertThat(item.number("tokens")).as("%s", answered).isGreaterThan(page / 10);
            }
        }
    }
}
