package dev.plimsoll.gateway.dashboard;

import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.trial.PayloadReader;
import dev.plimsoll.gateway.trial.Trial;
import dev.plimsoll.gateway.trial.TrialException;
import dev.plimsoll.gateway.trial.TrialOptions;
import dev.plimsoll.gateway.trial.TrialPayload;
import dev.plimsoll.gateway.trial.TrialProgress;
import dev.plimsoll.gateway.trial.TrialReport;
import dev.plimsoll.gateway.trial.report.JsonReportPrinter;
import dev.plimsoll.json.JsonWriter;
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
 * follow-up reads. Each request computes everything from the payload, with a separate engine: nothing is stored, and
 * the results of callers cannot be read.
 */
public final class Playground implements HttpService {

    /** Maximum size of the unescaped payload in bytes. */
    static final int MAX_PAYLOAD_BYTES = 4 << 20;

    private static final int MAX_BODY_BYTES = 10 << 20;
    private static final int MAX_CONCURRENT = 2;
    private static final long WAIT_SECONDS = 5;

    private final Semaphore permits = new Semaphore(MAX_CONCURRENT);

    @Override
    public boolean accepts(String path) {
        return path.equals("/api/v1/playground");
    }

    @Override
    public boolean isPublic() {
        return false;
    }

    @Override
    public int maxBodyBytes() {
        return MAX_BODY_BYTES;
    }

    @Override
    public ServiceResponse answer(ServiceRequest serviceRequest) throws InterruptedException {
        Slice body = serviceRequest.body();
        TrialRequest request = TrialRequest.parse(body == null ? Slice.of("") : body);
        if (!permits.tryAcquire(WAIT_SECONDS, TimeUnit.SECONDS)) {
            throw new RefusedException(ErrorCode.RATE_LIMITED, "the playground is busy", "try again in a few seconds");
        }
        try {
            return new ServiceResponse(200, runTrial(request));
        } catch (TrialException e) {
            throw new RefusedException(
                    ErrorCode.INVALID_REQUEST, String.join(" ", e.lines()), "change the payload or the settings");
        } finally {
            permits.release();
        }
    }

    private static Slice runTrial(TrialRequest request) throws TrialException {
        TrialProgress noProgress = new TrialProgress(null);
        Slice payload = request.payload();
        ByteArrayInputStream in = new ByteArrayInputStream(payload.bytes(), payload.from(), payload.length());
        TrialPayload trialPayload = PayloadReader.read("-", in, null, noProgress);
        TrialOptions options =
                new TrialOptions(request.tool(), request.policy(), request.client(), null, Map.of(), List.of(), false);
        TrialReport trialReport = Trial.replay(trialPayload, options, noProgress, request.steps());
        boolean isFirstAnswer = trialReport.followUpReads().isEmpty();
        TrialReport.Answer answer = isFirstAnswer
                ? trialReport.answer()
                : trialReport.followUpReads().getLast().answer();
        JsonWriter json = new JsonWriter(answer.result().length() * 2 + (1 << 12)).beginObject();
        json.raw("trial", JsonReportPrinter.toJson(trialReport));
        AnswerCalls.write(answer.parsed(), json.name("calls"));
        return json.raw("sketch", AnswerSketch.toJson(answer.result()))
                .endObject()
                .slice();
    }
}
