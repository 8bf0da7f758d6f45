package dev.plimsoll.gateway.trial.report;

import static dev.plimsoll.gateway.trial.report.HumanText.formatCount;
import static dev.plimsoll.gateway.trial.report.HumanText.formatNumber;
import static dev.plimsoll.gateway.trial.report.HumanText.sanitize;

import dev.plimsoll.gateway.trial.FullRead;
import dev.plimsoll.gateway.trial.ParsedAnswer;
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

/**
 * Prints the report for people: the payload, the size of the answer, the answer as an agent sees it, and commands for
 * follow-up reads.
 */
public final class TextReportPrinter {

    private static final int LABEL_WIDTH = 9;
    private static final int BAR_WIDTH = 30;

    private final TrialReport trialReport;
    private final TerminalColors terminalColors;
    private final int width;
    private final PrintStream out;

    private TextReportPrinter(TrialReport trialReport, boolean hasColor, int width, PrintStream out) {
        this.trialReport = trialReport;
        this.terminalColors = new TerminalColors(hasColor);
        this.width = width;
        this.out = out;
    }

    /**
     * Prints the report.
     *
     * @param commandLine the words of the command line that gives the same first answer: program, command,
     *     payload, options
     * @param width width of a line
     */
    public static void print(
            TrialReport trialReport, List<String> commandLine, boolean hasColor, int width, PrintStream out) {
        new TextReportPrinter(trialReport, hasColor, width, out)
                .print(new NextCommands(trialReport, commandLine).commands());
    }

    private void print(List<String> nextCommands) {
        printPayload();
        out.println();
        printAnswer("AFTER", trialReport.answer());
        boolean isFirstAnswerOnly = trialReport.followUpReads().isEmpty();
        AnswerPrinter answers = new AnswerPrinter(terminalColors, width, out);
        if (isFirstAnswerOnly && !trialReport.answer().isPassed()) {
            out.println();
            answers.print(trialReport.answer());
        }
        for (TrialReport.FollowUpRead followUpRead : trialReport.followUpReads()) {
            out.println();
            printCall(followUpRead);
            printAnswer("READ", followUpRead.answer());
            out.println();
            answers.print(followUpRead.answer());
        }
        FullRead fullRead = trialReport.fullRead();
        if (fullRead != null) {
            out.println();
            printFullRead(fullRead);
        }
        if (!nextCommands.isEmpty()) {
            out.println();
            printNext(nextCommands);
        }
        TrialReport.Answer lastAnswer = isFirstAnswerOnly
                ? trialReport.answer()
                : trialReport.followUpReads().getLast().answer();
        if (!lastAnswer.isPassed()) {
            out.println();
            printSummary(lastAnswer);
        }
    }

    /** Repeats the most important numbers at the end, where they stay visible after a long answer. */
    private void printSummary(TrialReport.Answer answer) {
        AnswerSize answerSize = new AnswerSize(trialReport, answer);
        printLabeled(
                "SUMMARY",
                headline(answer) + " · " + formatCount(answerSize.tokens(), "token") + " instead of "
                        + formatNumber(trialReport.payloadFacts().tokens()) + " · "
                        + terminalColors.strong(percent(answerSize.savedPercent())));
    }

    private void printPayload() {
        TrialPayload trialPayload = trialReport.payload();
        TrialReport.PayloadFacts payloadFacts = trialReport.payloadFacts();
        String name = trialPayload.name().equals("-") ? "standard input" : trialPayload.name();
        printLabeled(
                "BEFORE",
                terminalColors.strong(sanitize(name))
                        + terminalColors.faint("  " + trialPayload.form().description()));
        printLabeled(
                "",
                formatCount(payloadFacts.tokens(), "token") + terminalColors.faint(estimateNote(payloadFacts)) + " · "
                        + formatCount(trialPayload.bytes(), "byte") + " · "
                        + formatCount(payloadFacts.characters(), "character"));
        printWrapped(payloadFacts.textType().replace('_', ' ') + ": " + sanitize(payloadFacts.description()));
        for (String note : trialPayload.notes()) {
            printLabeled("", terminalColors.warning("note: " + sanitize(note)));
        }
    }

    private String estimateNote(TrialReport.PayloadFacts payloadFacts) {
        String name =
                trialReport.options().policy().get(Policy.ESTIMATOR).name().toLowerCase(Locale.ROOT);
        boolean isExact = payloadFacts.tokens() == payloadFacts.estimatedTokens();
        return isExact
                ? " (o200k)"
                : " (o200k; " + name + " estimates " + formatNumber(payloadFacts.estimatedTokens()) + ")";
    }

    private void printAnswer(String label, TrialReport.Answer answer) {
        OutcomeKind outcomeKind = answer.outcome().receipt().outcome();
        AnswerSize answerSize = new AnswerSize(trialReport, answer);
        String reason = answer.outcome().receipt().reason();
        if (answer.isPassed()) {
            printLabeled(
                    label,
                    terminalColors.good("passes unchanged") + ": " + reason + " ("
                            + formatCount(answerSize.budget(), "token") + ")");
            return;
        }
        boolean isOverBudget = answerSize.tokens() > answerSize.budget();
        String tokens = formatCount(answerSize.tokens(), "token");
        boolean isRefused = outcomeKind == OutcomeKind.REFUSED || outcomeKind == OutcomeKind.ERROR;
        printLabeled(
                label,
                headline(answer) + " · " + (isOverBudget ? terminalColors.bad(tokens) : tokens)
                        + terminalColors.faint(" of " + formatNumber(answerSize.budget()))
                        + " · "
                        + formatCount(answer.result().length(), "byte") + terminalColors.faint(" on the wire"));
        printLabeled("", bar(answerSize.savedPercent()) + pagesNote(answerSize));
        if (isRefused) {
            printLabeled("", terminalColors.warning(sanitize(reason)));
        }
    }

    /**
     * Returns which part of the result an answer shows, such as "items 1-3 of 9"; empty if it shows no pages
     * or chunks.
     */
    private static String describePosition(ParsedAnswer parsedAnswer) {
        long[] range = parsedAnswer.range();
        long chunk = parsedAnswer.metadataNumber("chunkIndex");
        if (chunk > 0) {
            return "chunk " + formatNumber(chunk) + " of " + formatNumber(parsedAnswer.metadataNumber("totalChunks"));
        }
        if (range == null) {
            return "";
        }
        long total = parsedAnswer.total();
        String noun = parsedAnswer.unitNoun();
        String plural = noun.equals("match") ? "matches" : noun + "s";
        if (total == 0) {
            return "no " + plural;
        }
        boolean isSingle = range[0] == range[1];
        String position = isSingle
                ? noun + " " + formatNumber(range[0])
                : plural + " " + formatNumber(range[0]) + "-" + formatNumber(range[1]);
        return position + " of " + formatNumber(total);
    }

    private String headline(TrialReport.Answer answer) {
        OutcomeKind outcomeKind = answer.outcome().receipt().outcome();
        String part = describePosition(answer.parsed());
        if (outcomeKind == OutcomeKind.READ) {
            boolean isComplete = answer.parsed().page() == null;
            return terminalColors.good(isComplete ? "complete" : part.isEmpty() ? "shortened" : part);
        }
        boolean isRefused = outcomeKind == OutcomeKind.REFUSED || outcomeKind == OutcomeKind.ERROR;
        String outcome = isRefused
                ? terminalColors.bad(outcomeKind.recordName())
                : terminalColors.good(outcomeKind.recordName());
        return part.isEmpty() ? outcome : outcome + ": " + part;
    }

    /** Returns a bar whose filled share is the size of the answer, compared with the result. */
    private String bar(double saved) {
        int remaining = (int) Math.round(BAR_WIDTH * Math.max(0, Math.min(100, 100 - saved)) / 100);
        int filled = saved > 0 ? Math.max(1, Math.min(BAR_WIDTH - 1, remaining)) : BAR_WIDTH;
        return terminalColors.warning("█".repeat(filled)) + terminalColors.good("░".repeat(BAR_WIDTH - filled)) + " "
                + terminalColors.strong(percent(saved));
    }

    private static String percent(double saved) {
        return saved <= 0
                ? "nothing saved"
                : String.format(Locale.ROOT, saved > 99 ? "%.2f %% saved" : "%.0f %% saved", saved);
    }

    private String pagesNote(AnswerSize answerSize) {
        return answerSize.pages() > 1
                ? terminalColors.faint(
                        ", reading all of it takes about " + formatNumber(answerSize.pages()) + " answers")
                : "";
    }

    private void printCall(TrialReport.FollowUpRead followUpRead) {
        List<String> words = new ArrayList<>();
        words.add(terminalColors.strong(
                followUpRead.hasCursor()
                        ? ClientFeatures.READ_TOOL
                        : sanitize(trialReport.options().tool())));
        if (followUpRead.hasCursor()) {
            words.add("cursor=" + (trialReport.options().cursor() == null ? "<nextCursor>" : "<cursor>"));
        }
        followUpRead.arguments().forEach((name, value) -> words.add(name + "=" + sanitize(value)));
        printLabeled("CALL", String.join(" ", words));
    }

    private void printFullRead(FullRead fullRead) {
        String verdict = fullRead.isEqual()
                ? terminalColors.good("all pages together equal the original")
                : terminalColors.bad(sanitize(fullRead.difference()));
        printLabeled(
                "WALK",
                formatCount(fullRead.pages(), "answer") + " · " + formatCount(fullRead.tokens(), "token") + " · "
                        + formatCount(fullRead.bytes(), "byte")
                        + (fullRead.valuesReadByPath() == 0
                                ? ""
                                : " · " + formatCount(fullRead.valuesReadByPath(), "value") + " read by path"));
        printLabeled("", verdict);
    }

    private void printNext(List<String> commands) {
        String label = "NEXT";
        if (trialReport.payload().name().equals("-")) {
            printLabeled(label, terminalColors.faint("with the same standard input:"));
            label = "";
        }
        for (String command : commands) {
            printLabeled(label, sanitize(command));
            label = "";
        }
    }

    private void printWrapped(String text) {
        HumanText.wrap(text, width - LABEL_WIDTH).forEach(line -> printLabeled("", line));
    }

    private void printLabeled(String label, @Nullable String text) {
        out.println(terminalColors.title(label) + " ".repeat(LABEL_WIDTH - label.length()) + text);
    }
}
