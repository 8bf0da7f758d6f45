package dev.plimsoll.bench.formats;

import dev.plimsoll.bench.growth.CpuTimeMeter;
import dev.plimsoll.bench.load.BenchEngine;
import dev.plimsoll.bench.load.BenchToolResults;
import dev.plimsoll.format.TextFormats;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/**
 * Measures the processor time of reading a text in each format, and of the first answer to the text, per byte of the
 * text. The first answer is compared with the first answer to the same data as JSON, which spends most of its time on
 * scanning all records.
 */
public final class FormatsBench {

    private static final int BYTES = 20_000_000;
    /** The goal: the first answer takes at most this many times as long as the answer to JSON. */
    private static final int MAX_RATIO = 2;

    private FormatsBench() {}

    /** Prints the table. The only argument is optional: the size of the texts in megabytes. */
    public static void main(String[] args) {
        System.exit(run(List.of(args), new CpuTimeMeter(300), System.out));
    }

    static int run(List<String> args, CpuTimeMeter meter, PrintStream out) {
        if (args.size() > 1 || !args.stream().allMatch(argument -> argument.matches("[1-9][0-9]{0,2}"))) {
            out.println(
                    "formats: must have at most one argument, megabytes from 1 to 999; got " + String.join(" ", args));
            return 2;
        }
        return print(args.isEmpty() ? BYTES : Integer.parseInt(args.get(0)) * 1_000_000, meter, out);
    }

    /** Prints the table for texts of a size; returns 1 if a text is not read as its format. */
    static int print(int bytes, CpuTimeMeter meter, PrintStream out) {
        out.println("| format | reading, ns/byte | answer, ns/byte | answer to JSON, ns/byte | ratio | goal |");
        out.println("|---|---:|---:|---:|---:|---|");
        BenchEngine engine = new BenchEngine(Policy.defaults());
        for (var sample : FormatSamples.generate(bytes).entrySet()) {
            Slice text = sample.getValue();
            TextData data = TextFormats.read(text);
            String format = sample.getKey();
            if (data == null) {
                out.println("formats: the text is not read as " + format);
                return 1;
            }
            ByteSink json = new ByteSink(data.size());
            data.writeTo(json);
            Slice asText = BenchToolResults.toTextResult(text);
            Slice asJson = BenchToolResults.toTextResult(json.slice());
            double readNanos = meter.measureNanos(() -> read(text)) / text.length();
            double answer = meter.measureNanos(() -> engine.firstAnswer(asText).length()) / text.length();
            double jsonAnswer =
                    meter.measureNanos(() -> engine.firstAnswer(asJson).length()) / text.length();
            out.println(String.format(
                    Locale.ROOT,
                    "| %s | %.1f | %.1f | %.1f | %.1f | %s |",
                    format,
                    readNanos,
                    answer,
                    jsonAnswer,
                    answer / jsonAnswer,
                    answer <= MAX_RATIO * jsonAnswer ? "met" : "missed"));
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
