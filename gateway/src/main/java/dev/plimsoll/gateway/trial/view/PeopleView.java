package dev.plimsoll.gateway.trial.view;

import static dev.plimsoll.gateway.trial.view.Words.count;
import static dev.plimsoll.gateway.trial.view.Words.harmless;
import static dev.plimsoll.gateway.trial.view.Words.number;

import dev.plimsoll.gateway.trial.Anatomy;
import dev.plimsoll.gateway.trial.Payload;
import dev.plimsoll.gateway.trial.Report;
import dev.plimsoll.gateway.trial.Walk;
import dev.plimsoll.model.Client;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.telemetry.Outcome;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The report for people: before, after, the answer as an agent sees it, and what to type next. */
public final class PeopleView {

    private static final int LABEL = 9;
    private static final int BAR = 30;

    private final Report report;
    private final Ink ink;
    private final int width;
    private final PrintStream out;

    private PeopleView(Report report, boolean colour, int width, PrintStream out) {
        this.report = report;
        this.ink = new Ink(colour);
        this.width = width;
        this.out = out;
    }

    /**
     * Prints it.
     *
     * @param typed the words that give the same first answer: program, command, payload, options
     * @param width of a line
     */
    public static void print(Report report, List<String> typed, boolean colour, int width, PrintStream out) {
        new PeopleView(report, colour, width, out).print(new NextCommands(report, typed).commands());
    }

    private void print(List<String> next) {
        before();
        out.println();
        after("AFTER", report.answer());
        boolean bodies = report.readings().isEmpty();
        AnswerView answers = new AnswerView(ink, width, out);
        if (bodies && !report.answer().passed()) {
            out.println();
            answers.print(report.answer());
        }
        for (Report.Reading reading : report.readings()) {
            out.println();
            call(reading);
            after("READ", reading.answer());
            out.println();
            answers.print(reading.answer());
        }
        Walk walk = report.walk();
        if (walk != null) {
            out.println();
            walk(walk);
        }
        if (!next.isEmpty()) {
            out.println();
            next(next);
        }
        Report.Answer last =
                bodies ? report.answer() : report.readings().getLast().answer();
        if (!last.passed()) {
            out.println();
            summary(last);
        }
    }

    /** What was above a long answer, once more: it is what stays in sight. */
    private void summary(Report.Answer answer) {
        Saving saving = new Saving(report, answer);
        labelled(
                "SUMMARY",
                headline(answer) + " · " + count(saving.tokens(), "token") + " in place of "
                        + number(report.before().tokens()) + " · " + ink.strong(percent(saving.percent())));
    }

    private void before() {
        Payload payload = report.payload();
        Report.Before before = report.before();
        String name = payload.name().equals("-") ? "standard input" : payload.name();
        labelled(
                "BEFORE",
                ink.strong(harmless(name)) + ink.faint("  " + payload.form().words()));
        labelled(
                "",
                count(before.tokens(), "token") + ink.faint(estimate(before)) + " · " + count(payload.bytes(), "byte")
                        + " · " + count(before.characters(), "character"));
        wrapped(before.kind().replace('_', ' ') + ": " + harmless(before.about()));
        for (String note : payload.notes()) {
            labelled("", ink.warning("note: " + harmless(note)));
        }
    }

    private String estimate(Report.Before before) {
        String name = report.options().policy().get(Policy.ESTIMATOR).name().toLowerCase(Locale.ROOT);
        boolean same = before.tokens() == before.estimatedTokens();
        return same ? " (o200k)" : " (o200k; " + name + " says " + number(before.estimatedTokens()) + ")";
    }

    private void after(String label, Report.Answer answer) {
        Outcome outcome = answer.guarded().receipt().outcome();
        Saving saving = new Saving(report, answer);
        String why = answer.guarded().receipt().why();
        if (answer.passed()) {
            labelled(label, ink.good("passes unchanged") + ": " + why + " (" + count(saving.budget(), "token") + ")");
            return;
        }
        boolean over = saving.tokens() > saving.budget();
        String tokens = count(saving.tokens(), "token");
        boolean refused = outcome == Outcome.REFUSED || outcome == Outcome.ERROR;
        labelled(
                label,
                headline(answer) + " · " + (over ? ink.bad(tokens) : tokens)
                        + ink.faint(" of " + number(saving.budget()))
                        + " · "
                        + count(answer.result().length(), "byte") + ink.faint(" on the wire"));
        labelled("", bar(saving.percent()) + pages(saving));
        if (refused) {
            labelled("", ink.warning(harmless(why)));
        }
    }

    /** Which part of the whole an answer is; empty where that cannot be told in numbers. */
    private static String part(Anatomy anatomy) {
        long[] range = anatomy.range();
        long chunk = anatomy.number("chunkIndex");
        if (chunk > 0) {
            return "chunk " + number(chunk) + " of " + number(anatomy.number("totalChunks"));
        }
        if (range == null) {
            return "";
        }
        long total = anatomy.total();
        String noun = anatomy.noun();
        String many = noun.equals("match") ? "matches" : noun + "s";
        if (total == 0) {
            return "no " + many;
        }
        boolean one = range[0] == range[1];
        String shown = one ? noun + " " + number(range[0]) : many + " " + number(range[0]) + "-" + number(range[1]);
        return shown + " of " + number(total);
    }

    private String headline(Report.Answer answer) {
        Outcome outcome = answer.guarded().receipt().outcome();
        String part = part(answer.anatomy());
        if (outcome == Outcome.READ) {
            boolean whole = answer.anatomy().page() == null;
            return ink.good(whole ? "whole" : part.isEmpty() ? "shortened" : part);
        }
        boolean refused = outcome == Outcome.REFUSED || outcome == Outcome.ERROR;
        String word = refused ? ink.bad(outcome.word()) : ink.good(outcome.word());
        return part.isEmpty() ? word : word + ": " + part;
    }

    private String bar(double saved) {
        int kept = (int) Math.round(BAR * Math.max(0, Math.min(100, 100 - saved)) / 100);
        int full = saved > 0 ? Math.max(1, Math.min(BAR - 1, kept)) : BAR;
        return ink.warning("█".repeat(full)) + ink.good("░".repeat(BAR - full)) + " " + ink.strong(percent(saved));
    }

    private static String percent(double saved) {
        return saved <= 0
                ? "nothing saved"
                : String.format(Locale.ROOT, saved > 99 ? "%.2f %% saved" : "%.0f %% saved", saved);
    }

    private String pages(Saving saving) {
        return saving.pages() > 1
                ? ink.faint(", reading all of it takes about " + number(saving.pages()) + " answers")
                : "";
    }

    private void call(Report.Reading reading) {
        List<String> words = new ArrayList<>();
        words.add(ink.strong(
                reading.withCursor()
                        ? Client.READ_TOOL
                        : harmless(report.options().tool())));
        if (reading.withCursor()) {
            words.add("cursor=" + (report.options().cursor() == null ? "<nextCursor>" : "<cursor>"));
        }
        reading.arguments().forEach((name, value) -> words.add(name + "=" + harmless(value)));
        labelled("CALL", String.join(" ", words));
    }

    private void walk(Walk walk) {
        String verdict =
                walk.equal() ? ink.good("joined they equal the original") : ink.bad(harmless(walk.difference()));
        labelled(
                "WALK",
                count(walk.pages(), "answer") + " · " + count(walk.tokens(), "token") + " · "
                        + count(walk.bytes(), "byte")
                        + (walk.parts() == 0 ? "" : " · " + count(walk.parts(), "part") + " read by path"));
        labelled("", verdict);
    }

    private void next(List<String> commands) {
        String label = "NEXT";
        if (report.payload().name().equals("-")) {
            labelled(label, ink.faint("with the same standard input:"));
            label = "";
        }
        for (String command : commands) {
            labelled(label, harmless(command));
            label = "";
        }
    }

    private void wrapped(String text) {
        Words.wrapped(text, width - LABEL).forEach(line -> labelled("", line));
    }

    private void labelled(String label, @Nullable String text) {
        out.println(ink.title(label) + " ".repeat(LABEL - label.length()) + text);
    }
}
