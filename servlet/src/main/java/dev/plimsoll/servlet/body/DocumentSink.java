package dev.plimsoll.servlet.body;

import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Envelope;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.ByteCollector;
import dev.plimsoll.servlet.message.PostedMessages;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Sink that collects a JSON document, and rewrites it when it is complete. */
final class DocumentSink implements BodySink {

    private final ClientResponse response;
    private final PostedMessages messages;
    private final BufferQuota quota;
    private final BufferQuota.Reservation reservation;
    private ByteCollector collector = new ByteCollector();
    private long length;
    private boolean isOverLimit;

    DocumentSink(ClientResponse response, PostedMessages messages, BufferQuota quota) {
        this.response = response;
        this.messages = messages;
        this.quota = quota;
        this.reservation = quota.newReservation();
    }

    @Override
    public void write(byte[] bytes, int offset, int count) {
        length += count;
        if (isOverLimit || !reservation.reserve(count)) {
            isOverLimit = true;
            collector = new ByteCollector();
            reservation.release();
            return;
        }
        collector.add(bytes, offset, offset + count);
    }

    @Override
    public void flush() {
        // the length of the rewritten body is known only at its end
    }

    @Override
    public void finish() throws IOException {
        try {
            Slice body = isOverLimit ? createRefusalBody() : rewrite(collector.slice());
            response.beginDocument(body.length());
            response.output().write(body.bytes(), body.from(), body.length());
        } finally {
            reset();
        }
    }

    private Slice createRefusalBody() {
        List<Slice> responses = new ArrayList<>(messages.pending().refuse(Refusals.overLimit(quota, length)));
        responses.addAll(messages.answers());
        return messages.isBatch() || responses.isEmpty() ? PostedMessages.array(responses) : responses.get(0);
    }

    private Slice rewrite(Slice body) {
        if (body.isEmpty()) {
            return createAnswersBody();
        }
        if (!Envelope.isBatch(body)) {
            Slice message = messages.pending().rewrite(body);
            List<Slice> answers = messages.answers();
            if (answers.isEmpty()) {
                return message;
            }
            List<Slice> allMessages = new ArrayList<>(List.of(message));
            allMessages.addAll(answers);
            return PostedMessages.array(allMessages);
        }
        return Json.isValid(body) ? rewriteBatch(body) : body;
    }

    /** Returns Plimsoll's own answers as the body. The server writes no body if it received only notifications. */
    private Slice createAnswersBody() {
        if (!messages.answers().isEmpty()) {
            response.beginAnswers();
        }
        return messages.createAnswersBody();
    }

    private Slice rewriteBatch(Slice body) {
        List<Slice> rewrittenMessages = new ArrayList<>();
        boolean isChanged = !messages.answers().isEmpty();
        Elements elements = Elements.of(body);
        while (elements.next()) {
            Slice message = messages.pending().rewrite(elements.value());
            isChanged |= !message.isSameRange(elements.value());
            rewrittenMessages.add(message);
        }
        rewrittenMessages.addAll(messages.answers());
        return isChanged ? PostedMessages.array(rewrittenMessages) : body;
    }

    @Override
    public void reset() {
        collector = new ByteCollector();
        length = 0;
        isOverLimit = false;
        reservation.release();
    }
}
