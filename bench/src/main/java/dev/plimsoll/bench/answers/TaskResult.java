package dev.plimsoll.bench.answers;

import dev.plimsoll.bench.answers.reader.AnswerSource;
import dev.plimsoll.bench.answers.reader.DirectReader;
import dev.plimsoll.bench.answers.reader.Reader;
import dev.plimsoll.bench.answers.reader.Solution;
import dev.plimsoll.bench.answers.task.AnswerTask;
import dev.plimsoll.bench.answers.task.TaskPayload;
import dev.plimsoll.policy.Policy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Solutions of one task.
 *
 * @param solutionsWithPlimsoll the solution of each reader that tries the task, by the name of the reader
 * @param solutionsWithoutPlimsoll the solution of each reader without Plimsoll, by the name of the reader:
 *     {@link #WHOLE_RESULT}, {@link #CLIENT_CUT}, or {@link #BLIND_CUT}
 */
record TaskResult(
        TaskPayload payload,
        AnswerTask task,
        Map<String, Solution> solutionsWithPlimsoll,
        Map<String, Solution> solutionsWithoutPlimsoll) {

    /** Name of the reader that gets the whole result. */
    static final String WHOLE_RESULT = "whole result";
    /** Name of the reader whose client cuts the result, with a notice. */
    static final String CLIENT_CUT = "client's cut";
    /** Name of the reader that gets a result that the tool has cut without a notice. */
    static final String BLIND_CUT = "blind cut";

    /** The number of tokens after which the client cuts a result, with a notice. */
    private static final int CLIENT_CUT_TOKENS = 25_000;
    /** The number of bytes after which the tool cuts its result, without a notice. */
    private static final int BLIND_CUT_BYTES = 16 * 1024;

    TaskResult {
        solutionsWithPlimsoll = Collections.unmodifiableMap(new LinkedHashMap<>(solutionsWithPlimsoll));
        solutionsWithoutPlimsoll = Collections.unmodifiableMap(new LinkedHashMap<>(solutionsWithoutPlimsoll));
    }

    /** Solves all tasks of all payloads. */
    static List<TaskResult> measure(List<TaskPayload> payloads, Policy policy) {
        List<TaskResult> results = new ArrayList<>();
        for (TaskPayload payload : payloads) {
            AnswerSource source = new AnswerSource(payload, policy);
            Map<String, DirectReader> directReaders = new LinkedHashMap<>();
            directReaders.put(WHOLE_RESULT, DirectReader.ofWholeResult(payload));
            directReaders.put(CLIENT_CUT, DirectReader.cutByClient(payload, CLIENT_CUT_TOKENS));
            directReaders.put(BLIND_CUT, DirectReader.cutByTool(payload, BLIND_CUT_BYTES));
            for (AnswerTask task : payload.tasks()) {
                results.add(solve(payload, source, directReaders, task));
            }
        }
        return results;
    }

    private static TaskResult solve(
            TaskPayload payload, AnswerSource source, Map<String, DirectReader> directReaders, AnswerTask task) {
        Map<String, Solution> withPlimsoll = new LinkedHashMap<>();
        for (Reader reader : Reader.all()) {
            if (reader.canTry(task.question())) {
                withPlimsoll.put(reader.name(), reader.solve(source, task));
            }
        }
        Map<String, Solution> withoutPlimsoll = new LinkedHashMap<>();
        directReaders.forEach((name, reader) -> withoutPlimsoll.put(name, reader.solve(task)));
        return new TaskResult(payload, task, withPlimsoll, withoutPlimsoll);
    }
}
