package dev.plimsoll.gateway.trial.view;

import dev.plimsoll.gateway.trial.ReadThrough;
import dev.plimsoll.gateway.trial.TrialPayload;
import dev.plimsoll.gateway.trial.TrialReport;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Prints the report as one JSON object on one line. docs/reference/cli-try.md lists its fields. */
public final class JsonView {

    private final TrialReport trialReport;
    private final ByteSink out;

    private JsonView(TrialReport trialReport) {
        this.trialReport = trialReport;
        this.out = new ByteSink(trialReport.answer().result().length() + 4096);
    }

    /** Returns the report without the next commands. */
    public static Slice of(TrialReport trialReport) {
        return new JsonView(trialReport).json(List.of());
    }

    /**
     * Prints the report.
     *
     * @param commandLine the command line that gives the same first answer: program, command, payload, options
     */
    public static void print(TrialReport trialReport, List<String> commandLine, PrintStream stream) {
        Slice json = new JsonView(trialReport).json(new NextCommands(trialReport, commandLine).commands());
        stream.write(json.bytes(), json.from(), json.length());
        stream.write('\n');
    }

    private Slice json(List<String> next) {
        input(trialReport.payload());
        before(trialReport.before());
        out.ascii(",\"after\":");
        after(trialReport.answer());
        out.ascii(",\"answer\":").raw(trialReport.answer().result());
        out.ascii(",\"readings\":").array(trialReport.readings(), this::reading);
        out.ascii(",\"walk\":");
        walk();
        return out.ascii(",\"next\":").strings(next).ascii("}").slice();
    }

    private void input(TrialPayload trialPayload) {
        out.ascii("{\"input\":{\"name\":").string(trialPayload.name());
        out.ascii(",\"form\":").string(trialPayload.form().name().toLowerCase(Locale.ROOT));
        out.ascii(",\"notes\":").strings(trialPayload.notes()).ascii("}");
    }

    private void before(TrialReport.Before before) {
        out.ascii(",\"before\":{\"bytes\":").number(trialReport.payload().bytes());
        out.ascii(",\"characters\":").number(before.characters());
        out.ascii(",\"tokens\":").number(before.tokens());
        out.ascii(",\"estimatedTokens\":").number(before.estimatedTokens());
        out.ascii(",\"kind\":").string(before.kind());
        out.ascii(",\"items\":").ascii(before.items() < 0 ? "null" : Long.toString(before.items()));
        out.ascii(",\"lines\":").ascii(before.lines() < 0 ? "null" : Long.toString(before.lines()));
        out.ascii(",\"about\":").string(before.about()).ascii("}");
    }

    private void after(TrialReport.Answer answer) {
        SavingText savingText = new SavingText(trialReport, answer);
        out.ascii("{\"outcome\":").string(answer.guarded().receipt().outcome().word());
        out.ascii(",\"why\":").string(answer.guarded().receipt().why());
        out.ascii(",\"tokens\":").number(savingText.tokens());
        out.ascii(",\"exactTokens\":").number(answer.exactTokens());
        out.ascii(",\"bytes\":").number(answer.result().length());
        out.ascii(",\"budget\":").number(savingText.budget());
        out.ascii(",\"savedPercent\":").ascii(String.format(Locale.ROOT, "%.2f", savingText.percent()));
        out.ascii(",\"pages\":").number(savingText.pages()).ascii("}");
    }

    private void reading(TrialReport.Reading reading, ByteSink out) {
        out.ascii("{\"arguments\":{");
        boolean first = true;
        for (Map.Entry<String, String> argument : reading.arguments().entrySet()) {
            out.ascii(first ? "" : ",").string(argument.getKey()).ascii(":").string(argument.getValue());
            first = false;
        }
        out.ascii("},\"after\":");
        after(reading.answer());
        out.ascii(",\"answer\":").raw(reading.answer().result()).ascii("}");
    }

    private void walk() {
        ReadThrough readThrough = trialReport.walk();
        if (readThrough == null) {
            out.ascii("null");
            return;
        }
        out.ascii("{\"answers\":")
                .number(readThrough.pages())
                .ascii(",\"tokens\":")
                .number(readThrough.tokens());
        out.ascii(",\"bytes\":")
                .number(readThrough.bytes())
                .ascii(",\"readByPath\":")
                .number(readThrough.parts());
        out.ascii(",\"equal\":").ascii(readThrough.equal() ? "true" : "false");
        out.ascii(",\"difference\":");
        if (readThrough.equal()) {
            out.ascii("null}");
        } else {
            out.string(readThrough.difference()).ascii("}");
        }
    }
}
