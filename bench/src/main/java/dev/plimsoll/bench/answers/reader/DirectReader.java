package dev.plimsoll.bench.answers.reader;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import dev.plimsoll.bench.answers.task.AnswerTask;
import dev.plimsoll.bench.answers.task.LineQuestion;
import dev.plimsoll.bench.answers.task.RecordQuestion;
import dev.plimsoll.bench.answers.task.TaskPayload;
import dev.plimsoll.bench.answers.task.Truth;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;

/**
 * Reader that gets the result itself, without Plimsoll: the whole text, or only the beginning of a text that a client or
 * a tool has cut.
 */
public final class DirectReader {

    private static final Encoding O200K = Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.O200K_BASE);

    private final TaskPayload payload;
    private final String text;
    private final long tokens;
    private final boolean hasCutNotice;

    private DirectReader(TaskPayload payload, String text, long tokens, boolean hasCutNotice) {
        this.payload = payload;
        this.text = text;
        this.tokens = tokens;
        this.hasCutNotice = hasCutNotice;
    }

    /** Returns the reader of the whole result. */
    public static DirectReader ofWholeResult(TaskPayload payload) {
        return new DirectReader(payload, payload.text(), ReadAnswer.countTokens(payload.result()), false);
    }

    /** Returns the reader of a client that cuts the text after a number of tokens, with a notice. */
    public static DirectReader cutByClient(TaskPayload payload, int maxTokens) {
        var cut = O200K.encodeOrdinary(payload.text(), maxTokens);
        String text = cut.isTruncated() ? O200K.decode(cut.getTokens()) : payload.text();
        return new DirectReader(payload, text, cut.getTokens().size(), cut.isTruncated());
    }

    /** Returns the reader of a tool that cuts the text after a number of bytes, without a notice. */
    public static DirectReader cutByTool(TaskPayload payload, int maxBytes) {
        byte[] bytes = payload.text().getBytes(StandardCharsets.UTF_8);
        int end = Math.min(maxBytes, bytes.length);
        while (end < bytes.length && (bytes[end] & 0xC0) == 0x80) {
            end--;
        }
        String text = new String(bytes, 0, end, StandardCharsets.UTF_8);
        return new DirectReader(payload, text, O200K.countTokensOrdinary(text), false);
    }

    /** Returns the tokens that the reader gets for each task. */
    public long tokens() {
        return tokens;
    }

    /** Solves a task, and compares the solution with the truth. */
    public Solution solve(AnswerTask task) {
        JsonNode value;
        try {
            value = findValue(task);
        } catch (NoSolutionException e) {
            return new Solution(Solution.Status.MISSING, 1, tokens, String.valueOf(e.getMessage()));
        }
        boolean isRight = JsonValues.isEqual(value, task.truth());
        return new Solution(
                isRight ? Solution.Status.RIGHT : Solution.Status.WRONG, 1, tokens, isRight ? "" : value.toString());
    }

    private JsonNode findValue(AnswerTask task) throws NoSolutionException {
        if (hasCutNotice && !task.question().isLookup() && !task.truth().equals(Truth.INCOMPLETE)) {
            throw new NoSolutionException("the text is cut, and the question is about all of it");
        }
        return switch (task.question()) {
            case LineQuestion lines -> LineSolver.solve(text.lines().toList(), lines);
            case RecordQuestion records -> {
                JsonNode document = TextParser.parse(text, payload.format());
                boolean hasNextPage = document.path("next").isString();
                yield records.isAboutUnreturned() && hasNextPage
                        ? Truth.INCOMPLETE
                        : new RecordSolver(document).solve(records);
            }
        };
    }
}
