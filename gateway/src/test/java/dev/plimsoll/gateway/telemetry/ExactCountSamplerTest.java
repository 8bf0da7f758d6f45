package dev.plimsoll.gateway.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.ExactCounts;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.SegmentedText;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.telemetry.ReceiptContext;
import dev.plimsoll.telemetry.ReceiptPayload;
import dev.plimsoll.telemetry.ReplacedHandles;
import dev.plimsoll.telemetry.Rollout;
import dev.plimsoll.testkit.sample.Payloads;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class ExactCountSamplerTest {

    /** A result of 19 tokens in o200k_base. */
    private static final Slice RESULT = Slice.of("{\"content\":[{\"type\":\"text\",\"text\":\""
            + "[{\\\"id\\\":1,\\\"name\\\":\\\"one\\\"},{\\\"id\\\":2,\\\"name\\\":\\\"two\\\"}]\"}]}");

    private final ByteArrayOutputStream logBytes = new ByteArrayOutputStream();
    private final Log log = new Log(new PrintStream(logBytes, true, StandardCharsets.UTF_8), LogSeverity.INFO);
    private final BlockingQueue<JournalEvent> events = new LinkedBlockingQueue<>();
    private final ExactCountSampler exactCountSampler = new ExactCountSampler(events::add, log, () -> 0.5);

    @AfterEach
    void close() {
        exactCountSampler.close();
    }

    private static JournalEvent.Guarded event(OutcomeKind outcomeKind, long estimated) {
        boolean isRead = outcomeKind == OutcomeKind.READ;
        ReceiptContext receiptContext = new ReceiptContext(
                "probe", true, "auto", 12, 0, 3, false, isRead, Rollout.NONE, false, ReplacedHandles.NONE);
        Receipt receipt = new Receipt(
                "crm", "list", "me", outcomeKind, "why", estimated, 40, estimated, 360, 5_000_000, receiptContext);
        return new JournalEvent.Guarded(1, 2, receipt, null);
    }

    private static ReceiptPayload payload(double share) {
        return new ReceiptPayload(RESULT, SegmentedText.of(RESULT), share, false);
    }

    private TelemetryEntry entry() throws InterruptedException {
        JournalEvent journalEvent = Objects.requireNonNull(events.poll(20, TimeUnit.SECONDS));
        return Objects.requireNonNull(journalEvent.entry());
    }

    @Test
    void countsResultExactly() throws InterruptedException {
        String bookings = new String(Payloads.bookings(40, 2_000, 4_000), StandardCharsets.UTF_8);
        String firstPage = new String(Payloads.bookings(2, 2_000, 4_000), StandardCharsets.UTF_8);
        Slice original = text(bookings);
        ReceiptPayload receiptPayload = new ReceiptPayload(original, SegmentedText.of(text(firstPage)), 1, false);

        assertThat(exactCountSampler.offer(event(OutcomeKind.PAGINATED, 20), receiptPayload))
                .isTrue();

        ExactCounts exactCounts = Objects.requireNonNull(entry().exactCounts());
        Encoding o200k = Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.O200K_BASE);
        assertThat(exactCounts.kind()).isEqualTo("json");
        assertThat(exactCounts.answerTokens()).isEqualTo(o200k.countTokensOrdinary(firstPage));
        assertThat(exactCounts.originalTokens()).isEqualTo(o200k.countTokensOrdinary(bookings));
        assertThat(logBytes.toString(StandardCharsets.UTF_8))
                .contains(" WARN ", "estimatedTokens=20 realTokens=" + exactCounts.originalTokens());
    }

    private static Slice text(String text) {
        return Slice.of("{\"content\":[{\"type\":\"text\",\"text\":"
                + JsonMapper.shared().writeValueAsString(text) + "}]}");
    }

    /**
     * Checks that an estimate is logged as a warning if its error is more than a fifth. The result has 19 tokens, so
     * a fifth is 3.8 tokens. The last case is the example of the documentation.
     */
    @ParameterizedTest
    @CsvSource({"22, INFO, 16", "23, WARN, 21", "16, INFO, -16", "15, WARN, -21", "4, WARN, -79"})
    void warnsAboutLargeErrors(long estimated, String level, int percent) throws InterruptedException {
        assertThat(exactCountSampler.offer(event(OutcomeKind.PASSED, estimated), payload(1)))
                .isTrue();
        assertThat(entry().exactCounts()).isNotNull();
        assertThat(logBytes.toString(StandardCharsets.UTF_8).lines())
                .singleElement()
                .asString()
                .contains(" " + level + " ")
                .contains("estimatedTokens=" + estimated + " realTokens=19 errorPercent=" + percent);
    }

    @Test
    void followUpReadHasNoOriginalCount() throws InterruptedException {
        assertThat(exactCountSampler.offer(event(OutcomeKind.READ, 22), payload(1)))
                .isTrue();
        assertThat(Objects.requireNonNull(entry().exactCounts()).originalTokens())
                .isEqualTo(-1);
    }

    @Test
    void samplesConfiguredShare() {
        assertThat(exactCountSampler.offer(event(OutcomeKind.PASSED, 25), payload(0.4)))
                .isFalse();
        assertThat(exactCountSampler.offer(event(OutcomeKind.PASSED, 25), payload(0)))
                .isFalse();
        assertThat(exactCountSampler.offer(event(OutcomeKind.PASSED, 25), payload(0.6)))
                .isTrue();
    }

    @Test
    void skipsUncountableResults() {
        Slice huge = Slice.of("{\"content\":\"" + "x".repeat(3 << 20) + "\"}");
        assertThat(exactCountSampler.offer(
                        event(OutcomeKind.PASSED, 25), new ReceiptPayload(huge, SegmentedText.of(huge), 1, false)))
                .isFalse();
        assertThat(exactCountSampler.offer(event(OutcomeKind.REFUSED, 25), payload(1)))
                .isFalse();
    }

    /**
     * Checks that no entries are held back for a sample in the time after the start, because a crash would
     * lose them.
     */
    @Test
    void samplesNothingDuringTheDelay() {
        exactCountSampler.delayStart(Duration.ofHours(1));
        assertThat(exactCountSampler.offer(event(OutcomeKind.PASSED, 20), payload(1)))
                .isFalse();
        exactCountSampler.delayStart(Duration.ZERO);
        assertThat(exactCountSampler.offer(event(OutcomeKind.PASSED, 20), payload(1)))
                .isTrue();
    }

    @Test
    void closePassesPendingSamplesUncounted() {
        int sampleCount = 0;
        while (sampleCount < 3) {
            sampleCount += exactCountSampler.offer(event(OutcomeKind.PASSED, 20), payload(1)) ? 1 : 0;
        }
        exactCountSampler.close();
        assertThat(events).hasSize(sampleCount);
        assertThat(exactCountSampler.offer(event(OutcomeKind.PASSED, 20), payload(1)))
                .isFalse();
    }

    @Test
    void passesInvalidResultsUncounted() throws InterruptedException {
        Slice otherResult = Slice.of("[1,2]");
        assertThat(exactCountSampler.offer(
                        event(OutcomeKind.PASSED, 25),
                        new ReceiptPayload(otherResult, SegmentedText.of(otherResult), 1, false)))
                .isTrue();
        assertThat(entry().exactCounts()).isNull();
    }
}
