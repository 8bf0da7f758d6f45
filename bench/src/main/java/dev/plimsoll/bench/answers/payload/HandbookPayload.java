package dev.plimsoll.bench.answers.payload;

import static dev.plimsoll.bench.answers.task.TaskKind.FULL_SCAN;
import static dev.plimsoll.bench.answers.task.TaskKind.LINE_BEFORE_MATCH;
import static dev.plimsoll.bench.answers.task.TaskKind.SECTION;

import dev.plimsoll.bench.answers.task.AnswerTask;
import dev.plimsoll.bench.answers.task.LineQuestion;
import dev.plimsoll.bench.answers.task.TaskPayload;
import dev.plimsoll.bench.answers.task.Truth;
import java.util.ArrayList;
import java.util.List;

/** A handbook in Markdown with 40 sections in five chapters. */
final class HandbookPayload {

    private static final List<String> CHAPTERS = List.of("Services", "Storage", "Network", "People", "Security");
    private static final List<String> OWNERS = List.of("platform", "data", "edge", "support");
    private static final String WARNING = "> Never restart the primary by hand.";

    private final WordSource words = new WordSource(8);
    private final List<Section> sections = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();
    private String lineBeforeWarning = "";

    private HandbookPayload() {}

    private record Section(String title, String owner, int retention) {}

    static TaskPayload create() {
        HandbookPayload generator = new HandbookPayload();
        generator.write();
        String text = String.join("\n", generator.lines) + "\n";
        return new TaskPayload(
                "read_handbook",
                "Handbook: Markdown, 40 sections",
                TaskPayload.Format.LINES,
                ResultWriter.toTextResult(text),
                text,
                generator.tasks());
    }

    private List<AnswerTask> tasks() {
        Section ownerTarget = sections.get(22);
        Section retentionTarget = sections.get(35);
        return List.of(
                new AnswerTask(
                        SECTION,
                        "the owner in section " + ownerTarget.title,
                        LineQuestion.sectionValue(ownerTarget.title, "Owner"),
                        Truth.of(ownerTarget.owner)),
                new AnswerTask(
                        SECTION,
                        "the retention in section " + retentionTarget.title,
                        LineQuestion.sectionValue(retentionTarget.title, "Retention"),
                        Truth.of(retentionTarget.retention + " days")),
                new AnswerTask(
                        LINE_BEFORE_MATCH,
                        "the line before the warning about the primary",
                        LineQuestion.lineBefore("Never restart the primary"),
                        Truth.of(lineBeforeWarning)),
                new AnswerTask(
                        FULL_SCAN,
                        "how many sections the team data owns",
                        LineQuestion.count("Owner: data"),
                        Truth.count(sections, section -> section.owner.equals("data"))));
    }

    private void write() {
        lines.add("# Handbook");
        lines.add("");
        lines.add(words.sentence(30));
        for (int i = 0; i < 40; i++) {
            if (i % 8 == 0) {
                lines.add("");
                lines.add("## " + CHAPTERS.get(i / 8));
            }
            addSection(i);
        }
    }

    private void addSection(int number) {
        Section section = new Section(words.name() + " " + words.word(), words.oneOf(OWNERS), 7 + words.number(300));
        sections.add(section);
        lines.add("");
        lines.add("### " + section.title);
        lines.add("");
        lines.add("Owner: " + section.owner);
        lines.add("Retention: " + section.retention + " days");
        for (int i = 0; i < 7 + words.number(6); i++) {
            lines.add("");
            lines.add(words.sentence(25) + " " + words.sentence(15));
        }
        if (number == 27) {
            lineBeforeWarning = "1. Check that the standby " + words.word() + " is in step.";
            lines.add("");
            lines.add(lineBeforeWarning);
            lines.add(WARNING);
        }
        lines.add("");
        lines.add("```sh");
        lines.add("ops status " + words.word() + " --wait " + words.number(60));
        lines.add("```");
    }
}
