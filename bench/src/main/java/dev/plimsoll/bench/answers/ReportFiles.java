package dev.plimsoll.bench.answers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes a report into the files of the project. */
final class ReportFiles {

    private static final String DOCUMENT = "docs/reference/economy.md";
    private static final String CHART = "docs/images/economy.svg";

    private ReportFiles() {}

    /** Returns the path of the file with the stored totals. */
    static Path totalsFile(Path project) {
        return project.resolve("bench/answers-totals.txt");
    }

    /** Replaces the totals, the tables in the document, and the chart. */
    static void write(Path project, AnswersReport report) throws IOException {
        report.totals().write(totalsFile(project));
        Path document = project.resolve(DOCUMENT);
        Files.writeString(document, replaceTables(Files.readString(document), report));
        Files.writeString(project.resolve(CHART), EconomyChart.toSvg(report));
    }

    /** Returns the document with the tables of a report in place of those that it has. */
    static String replaceTables(String document, AnswersReport report) {
        String text = replaceSection(document, "readers", EconomyTables.readerTable(report));
        text = replaceSection(text, "payloads", EconomyTables.payloadTable(report));
        text = replaceSection(text, "kinds", EconomyTables.taskKindTable(report));
        text = replaceSection(text, "script", EconomyTables.scriptTable(report));
        text = replaceSection(text, "programs", EconomyTables.programTable(report.programs()));
        text = replaceSection(text, "keys", EconomyTables.keyTable(report.keys()));
        return replaceSection(
                text,
                "two calls",
                String.format(
                        Locale.ROOT,
                        "The reader that writes queries solves %.1f %% of the tasks with two calls.%n",
                        report.percentSolvedWithOneQuery()));
    }

    private static String replaceSection(String document, String name, String content) {
        String start = "<!-- measured: " + name + " -->\n";
        String end = "<!-- end of measured -->";
        Matcher section = Pattern.compile(Pattern.quote(start) + ".*?" + Pattern.quote(end), Pattern.DOTALL)
                .matcher(document);
        if (!section.find()) {
            throw new IllegalStateException(DOCUMENT + " has no section " + name);
        }
        return section.replaceFirst(Matcher.quoteReplacement(start + content + end));
    }
}
