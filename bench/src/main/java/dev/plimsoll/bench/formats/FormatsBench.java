package dev.plimsoll.bench.formats;

import dev.plimsoll.bench.growth.CpuTimeMeter;
import dev.plimsoll.format.TextFormats;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.tokens.Estimator;
import dev.plimsoll.tokens.TokenCounter;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/**
 * Measures the processor time of reading a text in each format into records, per byte of the text, and compares it with a
 * scan of the same bytes: the estimate of their tokens, which every result needs.
 */
public final class FormatsBench {

    private static final int BYTES = 20_000_000;
    private static final int GOAL = 2;

    private FormatsBench() {}

    /** Prints the table. The only argument is optional: the size of the texts in megabytes. */
    public static void main(String[] args) {
        System.exit(run(List.of(args), new CpuTimeMeter(300), System.out));
    }

    static int run(List<String> args, CpuTimeMeter meter, PrintStream out) {
        if (args.size() > 1 || !args.stream().allMatch(argument -> argument.matches("[1-9][0-9]{0,2}"))) {
            out.println("formats: must have at most one argument, megabytes from 1 to 999; got " + String.join(" ", args));
            return 2;
        }
        return print(args.isEmpty() ? BYTES : Integer.parseInt(args.get(0)) * 1_000_000, meter, out);
    }

    /** Prints the table for texts of a size; returns 1 if a text is not read as its format. */
    static int print(int bytes, CpuTimeMeter meter, PrintStream out) {
        out.println("| format | scan, ns/byte | read, ns/byte | ratio | goal |");
        out.println("|---|---:|---:|---:|---|");
        TokenCounter counter = Estimator.CLASSES.fastCounter();
        for (var sample : FormatSamples.of(bytes).entrySet()) {
            Slice text = sample.getValue();
            TextData data = TextFormats.read(text);
            String format = sample.getKey();
            if (data == null) {
                out.println("formats: the text is not read as " + format);
                return 1;
            }
            double scan = meter.nanos(() -> counter.count(text)) / text.length();
            double read = meter.nanos(() -> read(text)) / text.length();
            out.println(String.format(
                    Locale.ROOT,
                    "| %s (%s) | %.2f | %.2f | %.1f | %s |",
                    format,
                    data.label(),
                    scan,
                    read,
                    read / scan,
                    read <= GOAL * scan ? "met" : "missed"));
        }
        return 0;
    }

    private static long read(Slice text) {
        TextData data = TextFormats.read(text);
        if (data == null) {
            return 0;
        }
        ByteSink out = new ByteSink(data.size());
        data.writeTo(out);
        return out.size();
    }
}
