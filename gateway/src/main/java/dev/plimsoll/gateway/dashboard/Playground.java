package dev.plimsoll.gateway.dashboard;

import dev.plimsoll.gateway.http.HttpService;
import dev.plimsoll.gateway.trial.PayloadReader;
import dev.plimsoll.gateway.trial.Trial;
import dev.plimsoll.gateway.trial.TrialException;
import dev.plimsoll.gateway.trial.TrialOptions;
import dev.plimsoll.gateway.trial.TrialPayload;
import dev.plimsoll.gateway.trial.TrialProgress;
import dev.plimsoll.gateway.trial.TrialReport;
import dev.plimsoll.gateway.trial.view.JsonView;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Serves {@code POST /api/v1/playground}: the answer that an agent would get for a payload, and the answers to its
 * follow-up reads. Computes everything anew from the payload with a separate engine: nothing is stored, and results of
 * callers are out of reach.
 */
public final class Playground implements HttpService {

    /** Maximum size of the unescaped payload in bytes. */
    static final int LARGEST = 4 << 20;

    private static final int ESCAPED = 10 << 20;
    private static final int AT_ONCE = 2;
    private static final long PATIENCE_SECONDS = 5;

    private final Semaphore places = new Semaphore(AT_ONCE);

    @Override
    public boolean leadsTo(String path) {
        return path.equals("/api/v1/playground");
    }

    @Override
    public boolean open() {
        return false;
    }

    @Override
    public int takes() {
        return ESCAPED;
    }

    @Override
    public Reply answer(Asked asked) throws InterruptedException {
        Slice body = asked.body();
        TrialRequest request = TrialRequest.of(body == null ? Slice.of("") : body);
        if (!places.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new RefusedException(
                    ErrorCode.RATE_LIMITED, "the playground is busy", "try again in a few seconds");
        }
        try {
            return new Reply(200, json(request));
        } catch (TrialException e) {
            throw new RefusedException(ErrorCode.INVALID_REQUEST, String.join(" ", e.lines()), "change the payload or the settings");
        } finally {
            places.release();
        }
    }

    private static Slice json(TrialRequest request) throws TrialException {
        TrialProgress silent = new TrialProgress(null);
        Slice text = request.payload();
        ByteArrayInputStream in = new ByteArrayInputStream(text.bytes(), text.from(), text.length());
        TrialPayload trialPayload = PayloadReader.take("-", in, null, silent);
        TrialOptions options =
                new TrialOptions(request.tool(), request.policy(), request.client(), null, Map.of(), List.of(), false);
        TrialReport trialReport = Trial.retrace(trialPayload, options, silent, request.steps());
        boolean first = trialReport.readings().isEmpty();
        TrialReport.Answer answer =
                first ? trialReport.answer() : trialReport.readings().getLast().answer();
        ByteSink out = new ByteSink(answer.result().length() * 2 + (1 << 12)).ascii("{\"trial\":");
        out.raw(JsonView.of(trialReport)).ascii(",\"calls\":");
        AnswerCalls.write(answer.anatomy(), out);
        out.ascii(",\"sketch\":").raw(AnswerSketch.of(answer.result()));
        return out.ascii("}").slice();
    }
}
