package dev.plimsoll.bench.answers.reader;

import dev.plimsoll.bench.answers.task.AnswerTask;
import dev.plimsoll.bench.answers.task.Question;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Scripted reader that solves tasks with a call of the tool and follow-up reads through Plimsoll. */
public abstract sealed class Reader permits QueryReader, FindReader, PageByPageReader {

    private final String name;

    Reader(String name) {
        this.name = name;
    }

    /** Returns a reader of each kind. */
    public static List<Reader> all() {
        return List.of(new QueryReader(), new FindReader(), new PageByPageReader());
    }

    /** Returns the name of the kind of reader in tables. */
    public final String name() {
        return name;
    }

    /** Returns whether a reader of this kind can try to solve the question. */
    public abstract boolean canTry(Question question);

    /** Returns the solution that the reader finds, right or wrong. */
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
                    Solution.Status.MISSING, transcript.calls(), transcript.tokens(), String.valueOf(e.getMessage()));
        }
    }
}
