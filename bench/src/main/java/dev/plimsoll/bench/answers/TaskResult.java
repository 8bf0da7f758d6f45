package dev.plimsoll.bench.answers;

import dev.plimsoll.bench.answers.reader.AnswerSource;
import dev.plimsoll.bench.answers.reader.CutReader;
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
 * @param readers the solution of each reader that tries the task, by the name of the reader
 * @param cuts the solutions of readers without Plimsoll, by {@link #WHOLE}, {@link #CLIENT_CUT}, and {@link #BLIND_CUT}
 */
record TaskResult(TaskPayload payload, AnswerTask task, Map<String, Solution> readers, Map<String, Solution> cuts) {

    /** Name of the reader that gets the whole result. */
    static final String WHOLE = "whole result";
    /** Name of the reader whose client cuts the result, with a notice. */
    static final String CLIENT_CUT = "client's cut";
    /** Name of the reader that gets a result that the tool has cut without a notice. */
    static final String BLIND_CUT = "blind cut";

    /** The number of tokens after which the client cuts a result, with a notice. */
    private static final int CLIENT_TOKENS = 25_000;
    /** The number of bytes after which the tool cuts its result, without a notice. */
    private static final int BLIND_BYTES = 16 * 1024;

    TaskResult {
        readers = Collections.unmodifiableMap(new LinkedHashMap<>(readers));
        cuts = Collections.unmodifiableMap(new LinkedHashMap<>(cuts));
    }

    /** Solves all tasks of all payloads. */
    static List<TaskResult> measure(List<TaskPayload> payloads, Policy policy) {
        List<TaskResult> results = new ArrayList<>();
        for (TaskPayload payload : payloads) {
            AnswerSource source = new AnswerSource(payload, policy);
            Map<String, CutReader> cuts = new LinkedHashMap<>();
            cuts.put(WHOLE, CutReader.whole(payload));
            cuts.put(CLIENT_CUT, CutReader.ofClient(payload, CLIENT_TOKENS));
            cuts.put(BLIND_CUT, CutReader.blind(payload, BLIND_BYTES));
            for (AnswerTask task : payload.tasks()) {
                results.add(solve(payload, source, cuts, task));
            }
        }
        return results;
    }

    private static TaskResult solve(
            TaskPayload payload, AnswerSource source, Map<String, CutReader> cuts, AnswerTask task) {
        Map<String, Solution> readers = new LinkedHashMap<>();
        for (Reader reader : Reader.all()) {
            if (reader.canTry(task.question())) {
                readers.put(reader.name(), reader.solve(source, task));
            }
        }
        Map<String, Solution> others = new LinkedHashMap<>();
        cuts.forEach((name, cut) -> others.put(name, cut.solve(task)));
        return new TaskResult(payload, task, readers, others);
    }
}
