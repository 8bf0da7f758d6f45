package dev.plimsoll.bench.answers.reader;

import dev.plimsoll.bench.answers.task.AnswerTask;
import dev.plimsoll.bench.answers.task.Question;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Reader that solves tasks with calls. */
public abstract sealed class Reader permits QueryReader, SearchReader, FullReader {

    private final String name;

    Reader(String name) {
        this.name = name;
    }

    /** Returns a reader of each kind. */
    public static List<Reader> all() {
        return List.of(new QueryReader(), new SearchReader(), new FullReader());
    }

    /** Returns the kind of reader, for people. */
    public final String name() {
        return name;
    }

    /** Returns whether a reader of this kind would try the question. */
    public abstract boolean tries(Question question);

    /** Returns the value that the reader believes. */
    abstract JsonNode solve(Transcript transcript, Question question) throws NoSolutionException;

    /** Solves a task, and compares the solution with the truth. */
    public final Solution solve(AnswerSource source, AnswerTask task) {
        Transcript transcript = new Transcript(source);
        try {
            JsonNode value = solve(transcript, task.question());
            boolean isRight = JsonValues.isEqual(value, task.truth());
            return new Solution(
                    isRight ? Solution.Status.RIGHT : Solution.Status.WRONG,
                    transcript.calls(),
                    transcript.tokens(),
                    isRight ? "" : value.toString());
        } catch (NoSolutionException e) {
            return new Solution(
                    Solution.Status.LOST, transcript.calls(), transcript.tokens(), String.valueOf(e.getMessage()));
        }
    }
}
