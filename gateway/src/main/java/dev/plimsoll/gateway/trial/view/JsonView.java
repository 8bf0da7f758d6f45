package dev.plimsoll.gateway.trial.view;

import dev.plimsoll.gateway.trial.Payload;
import dev.plimsoll.gateway.trial.Report;
import dev.plimsoll.gateway.trial.Walk;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The report as one JSON object on one line, for programs. Its fields are listed in docs/reference/cli-try.md. */
public final class JsonView {

    private final Report report;
    private final ByteSink out;

    private JsonView(Report report) {
        this.report = report;
        this.out = new ByteSink(report.answer().result().length() + 4096);
    }

    /** The report alone, without commands. */
    public static Slice of(Report report) {
        return new JsonView(report).json(List.of());
    }

    /**
     * Prints it.
     *
     * @param typed the words that give the same first answer: program, command, payload, options
     */
    public static void print(Report report, List<String> typed, PrintStream stream) {
        Slice json = new JsonView(report).json(new NextCommands(report, typed).commands());
        stream.write(json.bytes(), json.from(), json.length());
        stream.write('\n');
    }

    private Slice json(List<String> next) {
        input(report.payload());
        before(report.before());
        out.ascii(",\"after\":");
        after(report.answer());
        out.ascii(",\"answer\":").raw(report.answer().result());
        out.ascii(",\"readings\":").array(report.readings(), this::reading);
        out.ascii(",\"walk\":");
        walk();
        return out.ascii(",\"next\":").strings(next).ascii("}").slice();
    }

    private void input(Payload payload) {
        out.ascii("{\"input\":{\"name\":").string(payload.name());
        out.ascii(",\"form\":").string(payload.form().name().toLowerCase(Locale.ROOT));
        out.ascii(",\"notes\":").strings(payload.notes()).ascii("}");
    }

    private void before(Report.Before before) {
        out.ascii(",\"before\":{\"bytes\":").number(report.payload().bytes());
        out.ascii(",\"characters\":").number(before.characters());
        out.ascii(",\"tokens\":").number(before.tokens());
        out.ascii(",\"estimatedTokens\":").number(before.estimatedTokens());
        out.ascii(",\"kind\":").string(before.kind());
        out.ascii(",\"items\":").ascii(before.items() < 0 ? "null" : Long.toString(before.items()));
        out.ascii(",\"lines\":").ascii(before.lines() < 0 ? "null" : Long.toString(before.lines()));
        out.ascii(",\"about\":").string(before.about()).ascii("}");
    }

    private void after(Report.Answer answer) {
        Saving saving = new Saving(report, answer);
        out.ascii("{\"outcome\":").string(answer.guarded().receipt().outcome().word());
        out.ascii(",\"why\":").string(answer.guarded().receipt().why());
        out.ascii(",\"tokens\":").number(saving.tokens());
        out.ascii(",\"exactTokens\":").number(answer.exactTokens());
        out.ascii(",\"bytes\":").number(answer.result().length());
        out.ascii(",\"budget\":").number(saving.budget());
        out.ascii(",\"savedPercent\":").ascii(String.format(Locale.ROOT, "%.2f", saving.percent()));
        out.ascii(",\"pages\":").number(saving.pages()).ascii("}");
    }

    private void reading(Report.Reading reading, ByteSink out) {
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
        Walk walk = report.walk();
        if (walk == null) {
            out.ascii("null");
            return;
        }
        out.ascii("{\"answers\":").number(walk.pages()).ascii(",\"tokens\":").number(walk.tokens());
        out.ascii(",\"bytes\":").number(walk.bytes()).ascii(",\"readByPath\":").number(walk.parts());
        out.ascii(",\"equal\":").ascii(walk.equal() ? "true" : "false");
        out.ascii(",\"difference\":");
        if (walk.equal()) {
            out.ascii("null}");
        } else {
            out.string(walk.difference()).ascii("}");
        }
    }
}
