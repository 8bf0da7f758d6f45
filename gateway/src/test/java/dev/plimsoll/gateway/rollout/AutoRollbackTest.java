package dev.plimsoll.gateway.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.model.RolloutConfig.BackOff;
import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Size;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Subject;
import dev.plimsoll.telemetry.Arm;
import dev.plimsoll.telemetry.Rollout;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AutoRollbackTest {

    private static final Instant NOW = Instant.parse("2026-11-22T06:00:00Z");
    private static final BackOff SETTINGS = new BackOff(Duration.ofMinutes(10), Duration.ofHours(1), 5, 0.2);

    private final AutoRollback autoRollback = new AutoRollback();

    private void happens(int times, String tool, String outcome, String why, long answer, long original) {
        boolean reads = why.startsWith("reading");
        TelemetryEntry telemetryEntry = new TelemetryEntry(
                NOW.minusSeconds(60).toEpochMilli(),
                7,
                new Subject("crm", tool, "tool", "me", "probe", "legacy", "auto"),
                outcome,
                why,
                new Size(answer, 4 * answer, original, 4 * original, -1),
                10,
                10,
                reads ? 3 : 0,
                outcome.equals("probed"));
        for (int i = 0; i < times; i++) {
            autoRollback.accept(List.of(telemetryEntry));
        }
    }

    @Test
    void whatCostsMoreThanItSavesIsTakenBackForATime() {
        autoRollback.wants(SETTINGS);
        happens(6, "list", "probed", "a heavy tool", 100, 900);
        happens(6, "list", "read", "reading on", 900, 900);
        happens(6, "get", "paginated", "above the budget", 4_000, 40_000);
        happens(6, "get", "read", "reading on", 4_000, 40_000);
        List<TakenBackRule> found = autoRollback.found(NOW);
        assertThat(found)
                .containsExactly(new TakenBackRule(
                        "crm/list",
                        NOW,
                        "automatic",
                        NOW.plus(Duration.ofHours(1)),
                        "in 10m it cost 600 tokens more than it saved"));
        assertThat(autoRollback.found(NOW)).isEmpty();
    }

    @Test
    void readingsThatFailTakeTheirServerBack() {
        autoRollback.wants(SETTINGS);
        happens(8, "plimsoll_read", "refused", "CURSOR_EXPIRED: gone", 50, 0);
        happens(12, "list", "read", "reading on", 10, 900);
        happens(1, "list", "paginated", "", 10, 900_000);
        assertThat(autoRollback.found(NOW))
                .singleElement()
                .returns("crm/*", TakenBackRule::glob)
                .returns("in 10m 8 of 20 readings failed", TakenBackRule::why)
                .returns(true, TakenBackRule::automatic);
    }

    /** Tests both kinds of dead cursors, and follow-up reads that end in an error. */
    @ParameterizedTest
    @CsvSource({"refused, CURSOR_EXPIRED: gone", "refused, CURSOR_INVALID: altered", "error, reading on"})
    void moreFailedReadingsThanMayFailTakeTheServerBack(String outcome, String why) {
        autoRollback.wants(SETTINGS);
        happens(16, "list", "read", "reading on", 10, 900);
        happens(4, "list", outcome, why, 50, 0);
        happens(1, "list", "paginated", "", 10, 900_000);
        assertThat(autoRollback.found(NOW)).as("a fifth may fail").isEmpty();
        happens(1, "list", outcome, why, 50, 0);
        assertThat(autoRollback.found(NOW))
                .singleElement()
                .returns("crm/*", TakenBackRule::glob)
                .returns("in 10m 5 of 21 readings failed", TakenBackRule::why);
    }

    @Test
    void callsThatFailOrAreRefusedAreNoFailedReadings() {
        autoRollback.wants(SETTINGS);
        happens(50, "list", "error", "the server said so", 50, 50);
        happens(50, "list", "refused", "FORBIDDEN: not yours", 50, 50);
        happens(5, "list", "read", "reading on", 10, 900);
        happens(1, "list", "paginated", "", 10, 900_000);
        assertThat(autoRollback.found(NOW)).isEmpty();
    }

    @Test
    void fewAndOldOnesSayNothing() {
        autoRollback.wants(SETTINGS);
        happens(4, "list", "probed", "", 900, 100);
        assertThat(autoRollback.found(NOW)).isEmpty();
        happens(4, "list", "probed", "", 900, 100);
        assertThat(autoRollback.found(NOW.plus(Duration.ofMinutes(10)))).isEmpty();
    }

    @Test
    void whatIsNotProtectedIsNotLookedAt() {
        autoRollback.wants(SETTINGS);
        TelemetryEntry control = new TelemetryEntry(
                        NOW.toEpochMilli(),
                        7,
                        new Subject("crm", "list", "tool", "me", "probe", "legacy", "auto"),
                        "passed",
                        "",
                        new Size(900, 10, 800, 10, -1),
                        10,
                        10,
                        0,
                        true)
                .standing(new Rollout(Arm.CONTROL, 4, null));
        autoRollback.accept(Collections.nCopies(50, control));
        assertThat(autoRollback.found(NOW)).isEmpty();
    }

    @Test
    void nobodyIsTakenBackUnlessThatIsWanted() {
        happens(50, "list", "probed", "", 900, 100);
        assertThat(autoRollback.found(NOW)).isEmpty();
        autoRollback.wants(SETTINGS);
        assertThat(autoRollback.found(NOW)).isEmpty();
        happens(50, "a/b/c*", "probed", "", 900, 100);
        assertThat(autoRollback.found(NOW)).isEmpty();
    }

    /** Creates an entry for a large result of a tool, or for a follow-up read of it. */
    private static TelemetryEntry entry(String server, String tool, Instant at, long answer, long original) {
        return new TelemetryEntry(
                at.toEpochMilli(),
                7,
                new Subject(server, tool, "tool", "me", "probe", "legacy", "auto"),
                "probed",
                "a heavy tool",
                new Size(answer, 4 * answer, original, 4 * original, -1),
                10,
                10,
                0,
                true);
    }

    private void costs(int times, String server, String tool, Instant at) {
        autoRollback.accept(Collections.nCopies(times, entry(server, tool, at, 900, 100)));
    }

    @Test
    void whatCostsAsMuchAsItSavesStays() {
        autoRollback.wants(SETTINGS);
        autoRollback.accept(Collections.nCopies(5, entry("crm", "list", NOW, 500, 500)));
        assertThat(autoRollback.found(NOW)).isEmpty();
        autoRollback.accept(List.of(entry("crm", "list", NOW, 501, 500)));
        assertThat(autoRollback.found(NOW))
                .singleElement()
                .returns("in 10m it cost 1 tokens more than it saved", TakenBackRule::why);
    }

    @Test
    void theLeastNumberOfRequestsIsEnough() {
        autoRollback.wants(SETTINGS);
        costs(4, "crm", "list", NOW);
        assertThat(autoRollback.found(NOW)).isEmpty();
        costs(1, "crm", "list", NOW);
        assertThat(autoRollback.found(NOW)).hasSize(1);
    }

    /** Checks the window, which is counted in tenths, independent of the order of entries. */
    @Test
    void looksBackAsFarAsItsWindow() {
        autoRollback.wants(SETTINGS);
        costs(3, "crm", "list", NOW.minus(Duration.ofMinutes(10)));
        costs(1, "crm", "list", NOW);
        costs(1, "crm", "list", NOW.minus(Duration.ofMinutes(3)));
        assertThat(autoRollback.found(NOW.plusSeconds(1))).as("three are older").isEmpty();
        costs(3, "crm", "list", NOW.plusSeconds(1));
        assertThat(autoRollback.found(NOW.plusSeconds(1))).hasSize(1);
        costs(5, "crm", "get", NOW.minus(Duration.ofMinutes(10)));
        assertThat(autoRollback.found(NOW)).extracting(TakenBackRule::glob).containsExactly("crm/get");
    }

    @Test
    void otherSettingsBeginAnewAndTheSameGoOn() {
        autoRollback.wants(SETTINGS);
        costs(4, "crm", "list", NOW);
        autoRollback.wants(new BackOff(Duration.ofMinutes(10), Duration.ofHours(1), 5, 0.2));
        costs(1, "crm", "list", NOW);
        assertThat(autoRollback.found(NOW)).as("the same").hasSize(1);

        costs(4, "crm", "list", NOW);
        happens(4, "plimsoll_read", "refused", "CURSOR_EXPIRED: gone", 50, 0);
        autoRollback.wants(new BackOff(Duration.ofMinutes(10), Duration.ofHours(2), 5, 0.2));
        costs(1, "crm", "list", NOW);
        happens(1, "plimsoll_read", "refused", "CURSOR_EXPIRED: gone", 50, 0);
        assertThat(autoRollback.found(NOW)).as("others").isEmpty();

        autoRollback.wants(null);
        autoRollback.wants(SETTINGS);
        costs(4, "crm", "list", NOW);
        assertThat(autoRollback.found(NOW)).as("switched off meanwhile").isEmpty();
    }

    /** Checks tool names that contain glob characters, which as a glob would match other tools. */
    @ParameterizedTest
    @CsvSource({
        "crm, list, true",
        "crm, *, false",
        "crm, list?, false",
        "*, list, false",
        "?, list, false",
        "a/b, c, false"
    })
    void takesBackOnlyWhatCanBeNamed(String server, String tool, boolean found) {
        autoRollback.wants(SETTINGS);
        costs(5, server, tool, NOW);
        assertThat(autoRollback.found(NOW)).hasSize(found ? 1 : 0);
    }

    /** Checks the limit on tools, because servers may invent any number of names. Known tools are still counted. */
    @Test
    void looksAtTwoThousandTools() {
        autoRollback.wants(SETTINGS);
        for (int i = 0; i < 2_500; i++) {
            costs(4, "crm", "tool" + i, NOW);
        }
        costs(1, "crm", "tool1999", NOW);
        costs(1, "crm", "tool2000", NOW);
        costs(1, "crm", "tool7", NOW);
        assertThat(autoRollback.found(NOW))
                .extracting(TakenBackRule::glob)
                .containsExactlyInAnyOrder("crm/tool1999", "crm/tool7");
    }

    @Test
    void onlyWhatNobodyDidIsAutomatic() {
        assertThat(new TakenBackRule("crm/list", NOW, "anna", null, "").automatic())
                .isFalse();
    }
}
