package dev.plimsoll.bench.answers.task;

import dev.plimsoll.json.Slice;
import java.util.List;

/**
 * Result of a tool, and the tasks about it.
 *
 * @param tool the name of the tool
 * @param title the kind of payload in tables
 * @param result the result as the server sends it
 * @param text the text of the result, of which a client without Plimsoll shows the beginning
 */
public record TaskPayload(String tool, String title, Format format, Slice result, String text, List<AnswerTask> tasks) {

    /**
     * Format of the text. A model recognizes the format when it reads the text; scripted readers get it from this
     * value.
     */
    public enum Format {
        JSON,
        CSV,
        PYTHON,
        MARKDOWN,
        PSQL,
        BLOCKS,
        TOON,
        YAML,
        ROWS,
        TSV,
        JSON_LINES,
        MATCHES,
        GIT_LOG,
        DIFF,
        LINES
    }

    public TaskPayload {
        tasks = List.copyOf(tasks);
    }
}
