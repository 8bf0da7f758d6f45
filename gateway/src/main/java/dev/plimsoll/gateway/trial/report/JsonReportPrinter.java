package dev.plimsoll.gateway.trial.report;

import dev.plimsoll.gateway.trial.FullRead;
import dev.plimsoll.gateway.trial.TrialPayload;
import dev.plimsoll.gateway.trial.TrialReport;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** Prints the report as one JSON object on one line. docs/reference/cli-try.md lists its fields. */
public final class JsonReportPrinter {

    private final TrialReport trialReport;
    private final JsonWriter json;

    private JsonReportPrinter(TrialReport trialReport) {
        this.trialReport = trialReport;
        this.json = new JsonWriter(trialReport.answer().result().length() + 4096);
    }

    /** Returns the report without commands for follow-up reads. */
    public static Slice toJson(TrialReport trialReport) {
        return new JsonReportPrinter(trialReport).toJson(List.of());
    }

    /**
     * Prints the report.
     *
     * @param commandLine the words of the command line that gives the same first answer: program, command,
     *     payload, options
     */
    public static void print(TrialReport trialReport, List<String> commandLine, PrintStream stream) {
        Slice json = new JsonReportPrinter(trialReport).toJson(new NextCommands(trialReport, commandLine).commands());
        stream.write(json.bytes(), json.from(), json.length());
        stream.write('\n');
    }

    private Slice toJson(List<String> next) {
        json.beginObject();
        writeInput(trialReport.payload());
        writeBefore(trialReport.payloadFacts());
        writeAnswer(trialReport.answer());
        json.array("readings", trialReport.followUpReads(), (followUpRead, list) -> writeRead(followUpRead));
        writeFullRead();
        return json.strings("next", next).endObject().slice();
    }

    private void writeInput(TrialPayload trialPayload) {
        json.beginObject("input").string("name", trialPayload.name());
        json.string("form", trialPayload.form().name().toLowerCase(Locale.ROOT));
        json.strings("notes", trialPayload.notes()).endObject();
    }

    private void writeBefore(TrialReport.PayloadFacts payloadFacts) {
        json.beginObject("before").number("bytes", trialReport.payload().bytes());
        json.number("characters", payloadFacts.characters()).number("tokens", payloadFacts.tokens());
        json.number("estimatedTokens", payloadFacts.estimatedTokens()).string("kind", payloadFacts.textType());
        json.raw("items", countOrNull(payloadFacts.items())).raw("lines", countOrNull(payloadFacts.lines()));
        json.string("about", payloadFacts.description()).endObject();
    }

    private static String countOrNull(long count) {
        return count < 0 ? "null" : Long.toString(count);
    }

    /** Writes the members {@code after} and {@code answer}. */
    private void writeAnswer(TrialReport.Answer answer) {
        AnswerSize answerSize = new AnswerSize(trialReport, answer);
        json.beginObject("after");
        json.string("outcome", answer.outcome().receipt().outcome().recordName());
        json.string("why", answer.outcome().receipt().reason());
        json.number("tokens", answerSize.tokens()).number("exactTokens", answer.exactTokens());
        json.number("bytes", answer.result().length()).number("budget", answerSize.budget());
        json.raw("savedPercent", String.format(Locale.ROOT, "%.2f", answerSize.savedPercent()));
        json.number("pages", answerSize.pages()).endObject();
        json.raw("answer", answer.result());
    }

    private void writeRead(TrialReport.FollowUpRead followUpRead) {
        json.beginObject().beginObject("arguments");
        followUpRead.arguments().forEach(json::string);
        json.endObject();
        writeAnswer(followUpRead.answer());
        json.endObject();
    }

    private void writeFullRead() {
        FullRead fullRead = trialReport.fullRead();
        if (fullRead == null) {
            json.nullValue("walk");
            return;
        }
        json.beginObject("walk").number("answers", fullRead.pages()).number("tokens", fullRead.tokens());
        json.number("bytes", fullRead.bytes()).number("readByPath", fullRead.valuesReadByPath());
        json.bool("equal", fullRead.isEqual());
        json.stringOrNull("difference", fullRead.isEqual() ? null : fullRead.difference())
                .endObject();
    }
}
