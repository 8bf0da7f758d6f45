package dev.plimsoll.gateway.telemetry;

import dev.plimsoll.gateway.telemetry.TelemetryEntry.Size;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.NullMarked;

/** Generates telemetry entries like those of real requests. */
@NullMarked
public final class SampleEntries {

    private static final String[] OUTCOMES = {"passed", "paginated", "read", "summarized", "refused", "error", "listed"
    };

    private SampleEntries() {}

    public static TelemetryEntry entry(long timeMillis, String tool, String outcome) {
        return new TelemetryEntry(
                timeMillis,
                timeMillis * 31 + tool.hashCode(),
                new Subject("crm", tool, "tool", "anyone", "probe", "modern", "auto"),
                outcome,
                "because",
                new Size(1_000, 4_000, 9_000, 36_000, 25),
                2_500,
                500,
                outcome.equals("read") ? 7 : 0,
                outcome.equals("paginated"));
    }

    public static List<TelemetryEntry> random(SplittableRandom random, int count, long from, long to) {
        List<TelemetryEntry> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            entries.add(randomEntry(random, random.nextLong(from, to)));
        }
        return entries;
    }

    private static TelemetryEntry randomEntry(SplittableRandom random, long timeMillis) {
        String outcome = OUTCOMES[random.nextInt(OUTCOMES.length)];
        return new TelemetryEntry(
                timeMillis,
                random.nextLong(),
                new Subject(
                        "server" + random.nextInt(3),
                        "tool" + random.nextInt(5),
                        "tool",
                        "caller" + random.nextInt(2),
                        "client" + random.nextInt(2),
                        random.nextBoolean() ? "modern" : "legacy",
                        "auto"),
                outcome,
                outcome.equals("refused") ? "CURSOR_EXPIRED: \"gone\"\n" : "",
                new Size(
                        random.nextInt(5_000),
                        random.nextInt(20_000),
                        random.nextLong(1L << random.nextInt(1, 40)),
                        random.nextInt(900_000),
                        random.nextInt(100) - 1),
                random.nextInt(3_000_000),
                random.nextInt(3_000),
                outcome.equals("read") ? random.nextLong() : 0,
                outcome.equals("paginated"));
    }
}
