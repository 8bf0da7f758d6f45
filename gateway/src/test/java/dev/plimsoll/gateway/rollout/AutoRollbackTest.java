package dev.plimsoll.gateway.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.model.RolloutConfig.RollbackConditions;
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
    private static final RollbackConditions CONDITIONS =
            new RollbackConditions(Duration.ofMinutes(10), Duration.ofHours(1), 5, 0.2);

    private final AutoRollback autoRollback = new AutoRollback();

    private void addEntries(int times, String tool, String outcome, String reason, long answer, long original) {
        boolean isRead = reason.startsWith("reading");
        TelemetryEntry telemetryEntry = new TelemetryEntry(
                NOW.minusSeconds(60).toEpochMilli(),
                7,
                new Subject("crm", tool, "tool", "me", "probe", "legacy", "auto"),
                outcome,
                reason,
                new Size(answer, 4 * answer, original, 4 * original, -1),
                10,
                10,
                isRead ? 3 : 0,
                outcome.equals("probed"));
        for (int i = 0; i < times; i++) {
            autoRollback.accept(List.of(telemetryEntry));
        }
    }

    @Test
    void rollsBackToolThatCostsMoreThanItSaves() {
        autoRollback.setConditions(CONDITIONS);
        addEntries(6, "list", "probed", "a heavy tool", 100, 900);
        addEntries(6, "list", "read", "reading on", 900, 900);
        addEntries(6, "get", "paginated", "above the budget", 4_000, 40_000);
        addEntries(6, "get", "read", "reading on", 4_000, 40_000);
        List<RollbackRule> rollbacks = autoRollback.takeHarmful(NOW);
        assertThat(rollbacks)
                .containsExactly(new RollbackRule(
                        "crm/list",
                        NOW,
                        "automatic",
                        NOW.plus(Duration.ofHours(1)),
                        "in 10m it cost 600 tokens more than it saved"));
        assertThat(autoRollback.takeHarmful(NOW)).isEmpty();
    }

    @Test
    void rollsBackServerWithFailedReads() {
        autoRollback.setConditions(CONDITIONS);
        addEntries(8, "plimsoll_read", "refused", "CURSOR_EXPIRED: gone", 50, 0);
        addEntries(12, "list", "read", "reading on", 10, 900);
        addEntries(1, "list", "paginated", "", 10, 900_000);
        assertThat(autoRollback.takeHarmful(NOW))
                .singleElement()
                .returns("crm/*", RollbackRule::glob)
                .returns("in 10m 8 of 20 follow-up reads failed", RollbackRule::why)
                .returns(true, RollbackRule::isAutomatic);
    }

    /** Tests the outcomes that count as failed reads: both kinds of dead cursors, and follow-up reads that end in an error. */
    @ParameterizedTest
    @CsvSource({"refused, CURSOR_EXPIRED: gone", "refused, CURSOR_INVALID: altered", "error, reading on"})
    void rollsBackAboveFailureThreshold(String outcome, String reason) {
        autoRollback.setConditions(CONDITIONS);
        addEntries(16, "list", "read", "reading on", 10, 900);
        addEntries(4, "list", outcome, reason, 50, 0);
        addEntries(1, "list", "paginated", "", 10, 900_000);
        assertThat(autoRollback.takeHarmful(NOW))
                .as("a fifth of the reads may fail")
                .isEmpty();
        addEntries(1, "list", outcome, reason, 50, 0);
        assertThat(autoRollback.takeHarmful(NOW))
                .singleElement()
                .returns("crm/*", RollbackRule::glob)
                .returns("in 10m 5 of 21 follow-up reads failed", RollbackRule::why);
    }

    @Test
    void failedCallsAreNotFailedReads() {
        autoRollback.setConditions(CONDITIONS);
        addEntries(50, "list", "error", "the server said so", 50, 50);
        addEntries(50, "list", "refused", "FORBIDDEN: not yours", 50, 50);
        addEntries(5, "list", "read", "reading on", 10, 900);
        addEntries(1, "list", "paginated", "", 10, 900_000);
        assertThat(autoRollback.takeHarmful(NOW)).isEmpty();
    }

    @Test
    void ignoresFewAndOldEntries() {
        autoRollback.setConditions(CONDITIONS);
        addEntries(4, "list", "probed", "", 900, 100);
        assertThat(autoRollback.takeHarmful(NOW)).isEmpty();
        addEntries(4, "list", "probed", "", 900, 100);
        assertThat(autoRollback.takeHarmful(NOW.plus(Duration.ofMinutes(10)))).isEmpty();
    }

    @Test
    void ignoresUnprotectedArms() {
        autoRollback.setConditions(CONDITIONS);
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
                .withRollout(new Rollout(Arm.CONTROL, 4, null));
        autoRollback.accept(Collections.nCopies(50, control));
        assertThat(autoRollback.takeHarmful(NOW)).isEmpty();
    }

    @Test
    void doesNothingUnlessConfigured() {
        addEntries(50, "list", "probed", "", 900, 100);
        assertThat(autoRollback.takeHarmful(NOW)).isEmpty();
        autoRollback.setConditions(CONDITIONS);
        assertThat(autoRollback.takeHarmful(NOW)).isEmpty();
        addEntries(50, "a/b/c*", "probed", "", 900, 100);
        assertThat(autoRollback.takeHarmful(NOW)).isEmpty();
    }

    /** Creates an entry for a large result of a tool. */
    private static TelemetryEntry entry(String server, String tool, Instant time, long answer, long original) {
        return new TelemetryEntry(
                time.toEpochMilli(),
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

    private void addCostlyResults(int times, String server, String tool, Instant time) {
        autoRollback.accept(Collections.nCopies(times, entry(server, tool, time, 900, 100)));
    }

    @Test
    void keepsToolThatBreaksEven() {
        autoRollback.setConditions(CONDITIONS);
        autoRollback.accept(Collections.nCopies(5, entry("crm", "list", NOW, 500, 500)));
        assertThat(autoRollback.takeHarmful(NOW)).isEmpty();
        autoRollback.accept(List.of(entry("crm", "list", NOW, 501, 500)));
        assertThat(autoRollback.takeHarmful(NOW))
                .singleElement()
                .returns("in 10m it cost 1 tokens more than it saved", RollbackRule::why);
    }

    @Test
    void minimumNumberOfRequestsIsEnough() {
        autoRollback.setConditions(CONDITIONS);
        addCostlyResults(4, "crm", "list", NOW);
        assertThat(autoRollback.takeHarmful(NOW)).isEmpty();
        addCostlyResults(1, "crm", "list", NOW);
        assertThat(autoRollback.takeHarmful(NOW)).hasSize(1);
    }

    /**
     * Checks that the sums cover the whole window, although it is divided into ten parts and entries arrive in any order.
     */
    @Test
    void considersWholeWindow() {
        autoRollback.setConditions(CONDITIONS);
        addCostlyResults(3, "crm", "list", NOW.minus(Duration.ofMinutes(10)));
        addCostlyResults(1, "crm", "list", NOW);
        addCostlyResults(1, "crm", "list", NOW.minus(Duration.ofMinutes(3)));
        assertThat(autoRollback.takeHarmful(NOW.plusSeconds(1)))
                .as("three of the entries are too old")
                .isEmpty();
        addCostlyResults(3, "crm", "list", NOW.plusSeconds(1));
        assertThat(autoRollback.takeHarmful(NOW.plusSeconds(1))).hasSize(1);
        addCostlyResults(5, "crm", "get", NOW.minus(Duration.ofMinutes(10)));
        assertThat(autoRollback.takeHarmful(NOW)).extracting(RollbackRule::glob).containsExactly("crm/get");
    }

    @Test
    void changedConditionsResetCounts() {
        autoRollback.setConditions(CONDITIONS);
        addCostlyResults(4, "crm", "list", NOW);
        autoRollback.setConditions(new RollbackConditions(Duration.ofMinutes(10), Duration.ofHours(1), 5, 0.2));
        addCostlyResults(1, "crm", "list", NOW);
        assertThat(autoRollback.takeHarmful(NOW))
                .as("equal conditions keep the counts")
                .hasSize(1);

        addCostlyResults(4, "crm", "list", NOW);
        addEntries(4, "plimsoll_read", "refused", "CURSOR_EXPIRED: gone", 50, 0);
        autoRollback.setConditions(new RollbackConditions(Duration.ofMinutes(10), Duration.ofHours(2), 5, 0.2));
        addCostlyResults(1, "crm", "list", NOW);
        addEntries(1, "plimsoll_read", "refused", "CURSOR_EXPIRED: gone", 50, 0);
        assertThat(autoRollback.takeHarmful(NOW))
                .as("other conditions reset the counts")
                .isEmpty();

        autoRollback.setConditions(null);
        autoRollback.setConditions(CONDITIONS);
        addCostlyResults(4, "crm", "list", NOW);
        assertThat(autoRollback.takeHarmful(NOW))
                .as("switching off resets the counts")
                .isEmpty();
    }

    /** Checks that no rule is created for a tool whose name contains glob characters, because it would match other tools. */
    @ParameterizedTest
    @CsvSource({
        "crm, list, true",
        "crm, *, false",
        "crm, list?, false",
        "*, list, false",
        "?, list, false",
        "a/b, c, false"
    })
    void skipsNamesThatAreNotSafeGlobs(String server, String tool, boolean isRolledBack) {
        autoRollback.setConditions(CONDITIONS);
        addCostlyResults(5, server, tool, NOW);
        assertThat(autoRollback.takeHarmful(NOW)).hasSize(isRolledBack ? 1 : 0);
    }

    /**
     * Checks the limit on the number of tools, because a server may invent names. Tools that are already known are still
     * counted.
     */
    @Test
    void tracksTwoThousandTools() {
        autoRollback.setConditions(CONDITIONS);
        for (int i = 0; i < 2_500; i++) {
            addCostlyResults(4, "crm", "tool" + i, NOW);
        }
        addCostlyResults(1, "crm", "tool1999", NOW);
        addCostlyResults(1, "crm", "tool2000", NOW);
        addCostlyResults(1, "crm", "tool7", NOW);
        assertThat(autoRollback.takeHarmful(NOW))
                .extracting(RollbackRule::glob)
                .containsExactlyInAnyOrder("crm/tool1999", "crm/tool7");
    }

    @Test
    void ruleOfAPersonIsNotAutomatic() {
        assertThat(new RollbackRule("crm/list", NOW, "anna", null, "").isAutomatic())
                .isFalse();
    }
}
