package dev.plimsoll.bench.answers.payload;

import dev.plimsoll.bench.answers.task.TaskPayload;
import java.util.ArrayList;
import java.util.List;

/** Lists the payloads. */
public final class GeneratedPayloads {

    private GeneratedPayloads() {}

    /** Returns a payload of each kind. */
    public static List<TaskPayload> all() {
        List<TaskPayload> payloads = new ArrayList<>(List.of(
                CountryPayload.create(),
                SymbolPayload.create(),
                ApiDescriptionPayload.create(),
                MediaTypePayload.create(),
                LogPayload.create(),
                CsvPayload.create(),
                IssuePayload.create(),
                HandbookPayload.create(),
                PythonPayload.create(),
                PagedApiPayload.create(),
                MatchesPayload.create(),
                GitLogPayload.create(),
                DiffPayload.create()));
        payloads.addAll(TextTablePayload.all());
        payloads.addAll(LogFormPayload.all());
        payloads.addAll(SourceFilesPayload.all());
        return payloads;
    }
}
