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
        return new JsonView(trialReport).toJson(List.of());
    }

    /**
     * Prints the report.
     *
     * @param commandLine the command line that gives the same first answer: program, command, payload, options
     */
    public static void print(TrialReport trialReport, List<String> commandLine, PrintStream stream) {
        Slice json = new JsonView(trialReport).toJson(new NextCommands(trialReport, commandLine).commands());
        stream.write(json.bytes(), json.from(), json.length());
        stream.write('\n');
    }

    private Slice toJson(List<String> next) {
        writeInput(trialReport.payload());
        writeBefore(trialReport.before());
        out.ascii(",\"after\":");
        writeAnswer(trialReport.answer());
        out.ascii(",\"answer\":").raw(trialReport.answer().result());
        out.ascii(",\"readings\":").array(trialReport.followUpReads(), this::writeRead);
        out.ascii(",\"walk\":");
        writeReadThrough();
        return out.ascii(",\"next\":").strings(next).ascii("}").slice();
    }

    private void writeInput(TrialPayload trialPayload) {
        out.ascii("{\"input\":{\"name\":").string(trialPayload.name());
        out.ascii(",\"form\":").string(trialPayload.form().name().toLowerCase(Locale.ROOT));
        out.ascii(",\"notes\":").strings(trialPayload.notes()).ascii("}");
    }

    private void writeBefore(TrialReport.PayloadFacts payloadFacts) {
        out.ascii(",\"before\":{\"bytes\":").number(trialReport.payload().bytes());
        out.ascii(",\"characters\":").number(payloadFacts.characters());
        out.ascii(",\"tokens\":").number(payloadFacts.tokens());
        out.ascii(",\"estimatedTokens\":").number(payloadFacts.estimatedTokens());
        out.ascii(",\"kind\":").string(payloadFacts.textType());
        out.ascii(",\"items\":").ascii(payloadFacts.items() < 0 ? "null" : Long.toString(payloadFacts.items()));
        out.ascii(",\"lines\":").ascii(payloadFacts.lines() < 0 ? "null" : Long.toString(payloadFacts.lines()));
        out.ascii(",\"about\":").string(payloadFacts.description()).ascii("}");
    }

    private void writeAnswer(TrialReport.Answer answer) {
        SavingText savingText = new SavingText(trialReport, answer);
        out.ascii("{\"outcome\":").string(answer.outcome().receipt().outcome().recordName());
        out.ascii(",\"why\":").string(answer.outcome().receipt().reason());
        out.ascii(",\"tokens\":").number(savingText.tokens());
        out.ascii(",\"exactTokens\":").number(answer.exactTokens());
        out.ascii(",\"bytes\":").number(answer.result().length());
        out.ascii(",\"budget\":").number(savingText.budget());
        out.ascii(",\"savedPercent\":").ascii(String.format(Locale.ROOT, "%.2f", savingText.percent()));
        out.ascii(",\"pages\":").number(savingText.pages()).ascii("}");
    }

    private void writeRead(TrialReport.FollowUpRead followUpRead, ByteSink out) {
        out.ascii("{\"arguments\":{");
        boolean isFirst = true;
        for (Map.Entry<String, String> argument : followUpRead.arguments().entrySet()) {
            out.ascii(isFirst ? "" : ",").string(argument.getKey()).ascii(":").string(argument.getValue());
            isFirst = false;
        }
        out.ascii("},\"after\":");
        writeAnswer(followUpRead.answer());
        out.ascii(",\"answer\":").raw(followUpRead.answer().result()).ascii("}");
    }

    private void writeReadThrough() {
        ReadThrough readThrough = trialReport.readThrough();
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
        out.ascii(",\"equal\":").ascii(readThrough.isEqual() ? "true" : "false");
        out.ascii(",\"difference\":");
        if (readThrough.isEqual()) {
            out.ascii("null}");
        } else {
            out.string(readThrough.difference()).ascii("}");
        }
    }
}
