package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Preset;
import dev.plimsoll.testkit.PropertyCases;
import dev.plimsoll.testkit.sample.Payloads;
import dev.plimsoll.testkit.sample.SampleResults;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that no shaped answer exceeds its limit of UTF-8 bytes, including the list of folded items, if bytes are the tighter
 * limit.
 */
@Execution(ExecutionMode.CONCURRENT)
class ByteLimitLawTest {

    private static final int PAGES = 3;

    /** Creates a policy whose byte limit is reached long before its token limit. */
    private static Policy limitedPolicy(Preset preset, int bytes, boolean ceiling) {
        Policy policy = preset.applyTo(Policy.defaults())
                .with(Policy.TOKEN_BUDGET_THRESHOLD, Math.max(1_000, bytes / 2))
                .with(Policy.AUTO_NEGOTIATE_THRESHOLD, null)
                .with(Policy.HEAVY, preset == Preset.LIST || preset == Preset.CURSOR);
        return ceiling ? policy.with(Policy.BYTE_CEILING, bytes) : policy.with(Policy.HARD_BYTE_LIMIT, bytes);
    }

    static Stream<Arguments> policies() {
        List<Arguments> all = new ArrayList<>();
        for (Preset preset : List.of(Preset.BALANCED, Preset.HARDENING, Preset.LIST, Preset.CURSOR, Preset.GUIDED)) {
            for (int bytes : new int[] {2_500, 7_680, 10_000}) {
                all.add(Arguments.of(preset, bytes, bytes == 7_680));
            }
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void answersAboutBookingsStayWithinLimit(Preset preset, int bytes, boolean ceiling) {
        Engine engine = Engine.of(limitedPolicy(preset, bytes, ceiling), ClientFeatures.current());
        for (int[] size : new int[][] {{1_800, 1_900}, {2_000, 12_000}, {9_000, 11_000}, {30_000, 40_000}}) {
            byte[] bookings = Payloads.bookings(24, size[0], size[1]);
            checkShaped(engine, SampleResults.text(bookings), bytes);
            checkShaped(
                    engine,
                    SampleResults.structured(
                            SampleResults.members("\"city\":\"Zürich\"", "\"bookings\":" + text(bookings))),
                    bytes);
        }
        for (int section : new int[] {300, 1_500, 9_000}) {
            checkShaped(engine, SampleResults.withTextCopy(Payloads.sectionedBooking(section)), bytes);
        }
    }

    private static String text(byte[] utf8) {
        return new String(utf8, StandardCharsets.UTF_8);
    }

    @Test
    void answersAboutRandomResultsStayWithinLimit() {
        PropertyCases.check(80, 27, SampleResults.any(), result -> {
            for (Preset preset : List.of(Preset.BALANCED, Preset.HARDENING)) {
                checkAllPages(
                        Engine.of(limitedPolicy(preset, 3_000, true), ClientFeatures.current()), result.bytes(), 3_000);
            }
        });
    }

    private static void checkShaped(Engine engine, byte[] result, int bytes) {
        Answered answered = engine.guard(result);
        boolean passed = answered.receipt().outcome().recordName().equals("passed");
        // an answer that only truncates the bytes would fit too
        assertThat(answered.isShaped() || passed).as("%s", answered).isTrue();
        checkAllPages(engine, result, bytes);
    }

    private static void checkAllPages(Engine engine, byte[] result, int bytes) {
        Answered answered = engine.guard(result);
        for (int page = 0; page < PAGES && answered.isShaped(); page++) {
            assertThat(ModelInput.of(answered).bytes()).as("%s", answered).isLessThanOrEqualTo(bytes);
            assertThat(answered.receipt().reason()).as("%s", answered).doesNotContain("failed");
            String next = answered.nextCursor();
            if (next == null) {
                return;
            }
            answered = engine.read(next);
        }
    }
}
