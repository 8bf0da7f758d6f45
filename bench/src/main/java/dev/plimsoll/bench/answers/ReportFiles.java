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

    /** Returns the stored file of totals. */
    static Path totals(Path project) {
        return project.resolve("bench/answers-totals.txt");
    }

    /** Replaces the totals, the tables in the documents, and the chart. */
    static void write(Path project, AnswersReport report) throws IOException {
        report.totals().write(totals(project));
        Path document = project.resolve(DOCUMENT);
        Files.writeString(document, withTables(Files.readString(document), report));
        Files.writeString(project.resolve(CHART), EconomyChart.of(report));
    }

    /** Returns the document with the tables of a report in place of those that it has. */
    static String withTables(String document, AnswersReport report) {
        String text = replace(document, "readers", EconomyTables.readers(report));
        text = replace(text, "payloads", EconomyTables.payloads(report));
        text = replace(text, "kinds", EconomyTables.kinds(report));
        text = replace(text, "script", EconomyTables.script(report));
        text = replace(text, "programs", EconomyTables.programs(report.programs()));
        text = replace(text, "keys", EconomyTables.keys(report.keys()));
        return replace(
                text,
                "two calls",
                String.format(
                        Locale.ROOT,
                        "The reader that writes queries solves %.1f %% of the tasks with two calls.%n",
                        report.queriesInTwoCalls()));
    }

    private static String replace(String document, String name, String content) {
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
