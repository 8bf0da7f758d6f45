package dev.plimsoll.bench.load;

import dev.plimsoll.json.Slice;
import java.util.Random;

/** Creates log lines of about 100 bytes, some with a stack trace. Two calls with the same size return the same bytes. */
public final class SampleLogs {

    private static final String[] LEVELS = {"INFO", "INFO", "INFO", "WARN", "ERROR"};

    private SampleLogs() {}

    /** Creates complete lines until they have at least the given number of characters. */
    public static Slice generateLines(int minChars) {
        Random random = new Random(20_261_122L);
        StringBuilder out = new StringBuilder(minChars + 1_000);
        while (out.length() < minChars) {
            String level = LEVELS[random.nextInt(LEVELS.length)];
            out.append("2026-11-").append(10 + random.nextInt(20));
            out.append("T10:").append(10 + random.nextInt(50)).append(":07Z ").append(level);
            out.append(" device ").append(random.nextInt(12_000)).append(" was booked by customer-");
            out.append(random.nextInt(900)).append(" in WH-0").append(1 + random.nextInt(8));
            out.append(", took ").append(random.nextInt(300)).append(" ms\n");
            if (random.nextInt(100) == 0) {
                out.append("java.lang.IllegalStateException: it is booked already\n");
                out.append("\tat example.Booking.begin(Booking.java:").append(random.nextInt(300));
                out.append(")\n\tat example.Desk.serve(Desk.java:")
                        .append(random.nextInt(90))
                        .append(")\n");
            }
        }
        return Slice.of(out.toString());
    }
}
