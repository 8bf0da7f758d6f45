package dev.plimsoll.gateway.trial.view;

import static dev.plimsoll.gateway.trial.view.HumanText.count;
import static dev.plimsoll.gateway.trial.view.HumanText.harmless;
import static dev.plimsoll.gateway.trial.view.HumanText.number;

import dev.plimsoll.gateway.trial.AnswerParts;
import dev.plimsoll.gateway.trial.ReadThrough;
import dev.plimsoll.gateway.trial.TrialPayload;
import dev.plimsoll.gateway.trial.TrialReport;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.telemetry.OutcomeKind;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Prints the report for people: before, after, the answer as an agent sees it, and the next commands. */
public final class PeopleView {

    private static final int LABEL = 9;
    private static final int BAR = 30;

    private final TrialReport trialReport;
    private final TerminalColors terminalColors;
    private final int width;
    private final PrintStream out;

    private PeopleView(TrialReport trialReport, boolean color, int width, PrintStream out) {
        this.trialReport = trialReport;
        this.terminalColors = new TerminalColors(color);
        this.width = width;
        this.out = out;
    }

    /**
     * Prints the report.
     *
     * @param commandLine the command line that gives the same first answer: program, command, payload, options
     * @param width width of a line
     */
    public static void print(TrialReport trialReport, List<String> commandLine, boolean color, int width, PrintStream out) {
        new PeopleView(trialReport, color, width, out).print(new NextCommands(trialReport, commandLine).commands());
    }

    private void print(List<String> nextCommands) {
        before();
        out.println();
        after("AFTER", trialReport.answer());
        boolean onlyFirst = trialReport.readings().isEmpty();
        AnswerView answers = new AnswerView(terminalColors, width, out);
        if (onlyFirst && !trialReport.answer().passed()) {
            out.println();
            answers.print(trialReport.answer());
        }
        for (TrialReport.Reading reading : trialReport.readings()) {
            out.println();
            call(reading);
            after("READ", reading.answer());
            out.println();
            answers.print(reading.answer());
        }
        ReadThrough readThrough = trialReport.walk();
        if (readThrough != null) {
            out.println();
            walk(readThrough);
        }
        if (!nextCommands.isEmpty()) {
            out.println();
            next(nextCommands);
        }
        TrialReport.Answer last =
                onlyFirst ? trialReport.answer() : trialReport.readings().getLast().answer();
        if (!last.passed()) {
            out.println();
            summary(last);
        }
    }

    /** Repeats the key numbers below a long answer, where they stay visible. */
    private void summary(TrialReport.Answer answer) {
        SavingText savingText = new SavingText(trialReport, answer);
        labelled(
                "SUMMARY",
                headline(answer) + " · " + count(savingText.tokens(), "token") + " instead of "
                        + number(trialReport.before().tokens()) + " · "
                        + terminalColors.strong(percent(savingText.percent())));
    }

    private void before() {
        TrialPayload trialPayload = trialReport.payload();
        TrialReport.Before before = trialReport.before();
        String name = trialPayload.name().equals("-") ? "standard input" : trialPayload.name();
        labelled(
                "BEFORE",
                terminalColors.strong(harmless(name))
                        + terminalColors.faint("  " + trialPayload.form().words()));
        labelled(
                "",
                count(before.tokens(), "token") + terminalColors.faint(estimate(before)) + " · "
                        + count(trialPayload.bytes(), "byte") + " · " + count(before.characters(), "character"));
        wrapped(before.kind().replace('_', ' ') + ": " + harmless(before.about()));
        for (String note : trialPayload.notes()) {
            labelled("", terminalColors.warning("note: " + harmless(note)));
        }
    }

    private String estimate(TrialReport.Before before) {
        String name =
                trialReport.options().policy().get(Policy.ESTIMATOR).name().toLowerCase(Locale.ROOT);
        boolean isExact = before.tokens() == before.estimatedTokens();
        return isExact ? " (o200k)" : " (o200k; " + name + " estimates " + number(before.estimatedTokens()) + ")";
    }

    private void after(String label, TrialReport.Answer answer) {
        OutcomeKind outcomeKind = answer.guarded().receipt().outcome();
        SavingText savingText = new SavingText(trialReport, answer);
        String why = answer.guarded().receipt().why();
        if (answer.passed()) {
            labelled(
                    label,
                    terminalColors.good("passes unchanged") + ": " + why + " (" + count(savingText.budget(), "token")
                            + ")");
            return;
        }
        boolean isOverBudget = savingText.tokens() > savingText.budget();
        String tokens = count(savingText.tokens(), "token");
        boolean isRefused = outcomeKind == OutcomeKind.REFUSED || outcomeKind == OutcomeKind.ERROR;
        labelled(
                label,
                headline(answer) + " · " + (isOverBudget ? terminalColors.bad(tokens) : tokens)
                        + terminalColors.faint(" of " + number(savingText.budget()))
                        + " · "
                        + count(answer.result().length(), "byte") + terminalColors.faint(" on the wire"));
        labelled("", bar(savingText.percent()) + pages(savingText));
        if (isRefused) {
            labelled("", terminalColors.warning(harmless(why)));
        }
    }

    /** Returns the part of the result that an answer shows, such as items 1-3 of 9; empty if it has no range. */
    private static String part(AnswerParts answerParts) {
        long[] range = answerParts.range();
        long chunk = answerParts.number("chunkIndex");
        if (chunk > 0) {
            return "chunk " + number(chunk) + " of " + number(answerParts.number("totalChunks"));
        }
        if (range == null) {
            return "";
        }
        long total = answerParts.total();
        String noun = answerParts.noun();
        String plural = noun.equals("match") ? "matches" : noun + "s";
        if (total == 0) {
            return "no " + plural;
        }
        boolean isSingle = range[0] == range[1];
        String position = isSingle ? noun + " " + number(range[0]) : plural + " " + number(range[0]) + "-" + number(range[1]);
        return position + " of " + number(total);
    }

    private String headline(TrialReport.Answer answer) {
        OutcomeKind outcomeKind = answer.guarded().receipt().outcome();
        String part = part(answer.anatomy());
        if (outcomeKind == OutcomeKind.READ) {
            boolean isComplete = answer.anatomy().page() == null;
            return terminalColors.good(isComplete ? "complete" : part.isEmpty() ? "shortened" : part);
        }
        boolean isRefused = outcomeKind == OutcomeKind.REFUSED || outcomeKind == OutcomeKind.ERROR;
        String outcome = isRefused ? terminalColors.bad(outcomeKind.word()) : terminalColors.good(outcomeKind.word());
        return part.isEmpty() ? outcome : outcome + ": " + part;
    }

    private String bar(double saved) {
        int remaining = (int) Math.round(BAR * Math.max(0, Math.min(100, 100 - saved)) / 100);
        int filled = saved > 0 ? Math.max(1, Math.min(BAR - 1, remaining)) : BAR;
        return terminalColors.warning("█".repeat(filled)) + terminalColors.good("░".repeat(BAR - filled)) + " "
                + terminalColors.strong(percent(saved));
    }

    private static String percent(double saved) {
        return saved <= 0
                ? "nothing saved"
                : String.format(Locale.ROOT, saved > 99 ? "%.2f %% saved" : "%.0f %% saved", saved);
    }

    private String pages(SavingText savingText) {
        return savingText.pages() > 1
                ? terminalColors.faint(", reading all of it takes about " + number(savingText.pages()) + " answers")
                : "";
    }

    private void call(TrialReport.Reading reading) {
        List<String> words = new ArrayList<>();
        words.add(terminalColors.strong(
                reading.withCursor()
                        ? ClientFeatures.READ_TOOL
                        : harmless(trialReport.options().tool())));
        if (reading.withCursor()) {
            words.add("cursor=" + (trialReport.options().cursor() == null ? "<nextCursor>" : "<cursor>"));
        }
        reading.arguments().forEach((name, value) -> words.add(name + "=" + harmless(value)));
        labelled("CALL", String.join(" ", words));
    }

    private void walk(ReadThrough readThrough) {
        String verdict = readThrough.equal()
                ? terminalColors.good("all pages together equal the original")
                : terminalColors.bad(harmless(readThrough.difference()));
        labelled(
                "WALK",
                count(readThrough.pages(), "answer") + " · " + count(readThrough.tokens(), "token") + " · "
                        + count(readThrough.bytes(), "byte")
                        + (readThrough.parts() == 0
                                ? ""
                                : " · " + count(readThrough.parts(), "part") + " read by path"));
        labelled("", verdict);
    }

    private void next(List<String> commands) {
        String label = "NEXT";
        if (trialReport.payload().name().equals("-")) {
            labelled(label, terminalColors.faint("with the same standard input:"));
            label = "";
        }
        for (String command : commands) {
            labelled(label, harmless(command));
            label = "";
        }
    }

    private void wrapped(String text) {
        HumanText.wrapped(text, width - LABEL).forEach(line -> labelled("", line));
    }

    private void labelled(String label, @Nullable String text) {
        out.println(terminalColors.title(label) + " ".repeat(LABEL - label.length()) + text);
    }
}
