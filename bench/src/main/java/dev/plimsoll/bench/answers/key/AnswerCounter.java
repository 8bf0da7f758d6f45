package dev.plimsoll.bench.answers.key;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import dev.plimsoll.bench.answers.reader.ReadAnswer;
import dev.plimsoll.json.Slice;
import tools.jackson.databind.node.ObjectNode;

/** Counts the calls of a reader, their tokens, and the questions that it answers right. */
final class AnswerCounter {

    private static final Encoding O200K = Encodings.newDefaultEncodingRegistry().getEncoding(EncodingType.O200K_BASE);

    private int rightAnswers;
    private int calls;
    private long writtenTokens;
    private long readTokens;

    /** Counts a call whose arguments the reader does not write. */
    void addCall() {
        calls++;
    }

    /** Counts a call with these arguments. Each cursor counts as the same fixed cursor. */
    void addCall(ObjectNode arguments) {
        calls++;
        writtenTokens +=
                countTokens(arguments.toString().replaceAll(ReadAnswer.CURSOR.pattern(), ReadAnswer.FIXED_CURSOR));
    }

    /** Counts the tokens of the answer to a call, and returns this answer. */
    ReadAnswer addAnswer(Slice result) {
        ReadAnswer answer = ReadAnswer.of(result);
        readTokens += answer.tokens();
        return answer;
    }

    /** Counts a question as answered right, or not. */
    void addQuestion(boolean isAnsweredRight) {
        rightAnswers += isAnsweredRight ? 1 : 0;
    }

    KeyReport.Measurement measurement() {
        return new KeyReport.Measurement(rightAnswers, calls, writtenTokens, readTokens);
    }

    static long countTokens(String text) {
        return O200K.countTokensOrdinary(text);
    }
}
