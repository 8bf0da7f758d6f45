package dev.plimsoll.engine;

import dev.plimsoll.call.Call;
import dev.plimsoll.call.HeavyWork;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.document.DocumentReader;
import dev.plimsoll.engine.record.FinishedCall;
import dev.plimsoll.engine.result.AppPart;
import dev.plimsoll.engine.result.ConvertedResult;
import dev.plimsoll.engine.result.DocumentConverter;
import dev.plimsoll.engine.result.MeasuredResult;
import dev.plimsoll.engine.result.StrippedResult;
import dev.plimsoll.engine.snapshot.CursorIssuer;
import dev.plimsoll.engine.snapshot.OpenSnapshot;
import dev.plimsoll.engine.snapshot.SnapshotRepository;
import dev.plimsoll.json.CheckedJson;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.view.View;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Runner of work that can need much processor time or memory, with the executor of the host. */
record HeavyWorkRunner(HeavyWork heavyWork, Consumer<Runnable> searchIndexer, DocumentReader documentReader) {

    /** Minimum size of a result whose answers are heavy work, whatever their mode. */
    private static final long MIN_BYTES = 1L << 20;

    private static final int RETRY_SECONDS = 10;

    static final HeavyWorkRunner INLINE = new HeavyWorkRunner(HeavyWork.INLINE, work -> {}, DocumentReader.NONE);

    /**
     * Returns the answer that the supplier creates from a stored result. The supplier runs as heavy work if the
     * result is large, or if the view shows content derived from it, such as matches.
     */
    <T> T answer(ToolCall request, OpenSnapshot snapshot, View view, Supplier<T> answer) {
        if (!view.mode().hasDerivedContent() && snapshot.bytes() < MIN_BYTES) {
            return answer.get();
        }
        return run(
                request,
                0,
                answer,
                busy -> new RefusedException(
                        ErrorCode.QUERY_LIMIT,
                        "the call did not run: " + busy.getMessage(),
                        "make fewer calls at a time, and repeat this one"));
    }

    /**
     * Builds the index of a large result in the background if its policy allows ranked searches, so that the first search
     * does not wait for the index.
     */
    void indexLater(Call call, OpenSnapshot snapshot, SnapshotRepository snapshots, CursorIssuer cursors) {
        if (!call.effectivePolicy().get(Policy.SEARCH)
                || snapshot.liveSource() != null
                || snapshot.bytes() < MIN_BYTES) {
            return;
        }
        SnapshotId id = snapshot.snapshot().id();
        ToolCall request = call.request();
        View view = View.forFirstAnswer(call.effectivePolicy(), call.budget());
        // a waiting task must not keep the result in memory
        searchIndexer.accept(() -> {
            OpenSnapshot openSnapshot = snapshots.findOpen(id);
            if (openSnapshot != null) {
                PageReader.forToolRun(openSnapshot, cursors, request).indexPassages(view);
                snapshots.countPassageIndexes(openSnapshot);
            }
        });
    }

    /**
     * Runs the guard of a result, which parses, stores, and shapes it. The guard of a large result runs as heavy work.
     *
     * @throws RefusedException if the host is too busy for a result of this size
     */
    FinishedCall guard(Call call, Supplier<FinishedCall> guard) {
        long bytes = call.received().length();
        if (bytes < MIN_BYTES
                || !call.effectivePolicy().get(Policy.ROLLOUT_MODE).isActive()) {
            return guard.get();
        }
        boolean isRepeatable = Boolean.TRUE.equals(call.request().hints().readOnly());
        String suggestion =
                isRepeatable ? "call it again in " + RETRY_SECONDS + " s" : "do not call it again only for this result";
        return run(
                call.request(),
                bytes,
                guard,
                busy -> new RefusedException(
                        ErrorCode.RESULT_TOO_LARGE,
                        "the tool has run, but its result of " + bytes + " bytes was dropped: " + busy.getMessage(),
                        suggestion + "; ask the tool for less"));
    }

    /** Returns a runner that uses the calling thread. */
    HeavyWorkRunner inline() {
        return new HeavyWorkRunner(HeavyWork.INLINE, work -> {}, documentReader);
    }

    /**
     * Returns the part of a result that callers see: without the members that the policy removes, and with the texts of
     * documents if the policy replaces them; null if callers see all of it.
     */
    @Nullable StrippedResult strip(Call call, MeasuredResult measured, AppPart appPart, ReceivedResult received) {
        StrippedResult stripped =
                StrippedResult.of(measured, call.effectivePolicy(), call.budget(), appPart, received.isOfTool());
        if (appPart != AppPart.NONE || !call.effectivePolicy().get(Policy.DOCUMENTS)) {
            return stripped;
        }
        MeasuredResult whole = StrippedResult.checkedOrNull(measured);
        if (whole == null) {
            return stripped;
        }
        OpenSnapshot existing = received.existing();
        String documentNotice = existing == null ? "" : existing.notes().documentNotice();
        ConvertedResult converted = existing != null && !documentNotice.isEmpty()
                ? new ConvertedResult(existing.content().result().raw(), documentNotice, true)
                : convert(
                        call.request(),
                        stripped == null ? whole.result() : stripped.modelPart().result());
        return converted == null
                ? stripped
                : StrippedResult.ofDocuments(whole, stripped, converted, call.effectivePolicy(), call.budget());
    }

    /** Returns the result of an inner call, with the texts of documents if the policy replaces them. */
    RawResult convertInnerResult(ToolCall request, Policy policy, RawResult raw) {
        if (!request.facts().isInner() || !policy.get(Policy.DOCUMENTS)) {
            return raw;
        }
        CheckedJson checked = raw.checked() == null ? CheckedJson.of(raw.bytes()) : raw.checked();
        ToolResult result = checked == null ? null : ToolResult.parse(checked);
        ConvertedResult converted = result == null ? null : convert(request, result);
        return converted == null || !converted.isRead() ? raw : RawResult.of(converted.raw());
    }

    /** Returns a result whose documents are replaced with their texts; null if it has no document, or if the host is too busy. */
    private @Nullable ConvertedResult convert(ToolCall request, ToolResult result) {
        try {
            return run(
                            request,
                            result.raw().length(),
                            () -> Optional.ofNullable(DocumentConverter.convert(result, documentReader)),
                            busy -> busy)
                    .orElse(null);
        } catch (RefusedException busy) {
            return null;
        }
    }

    /** @param refusal creates the refusal of work that could not begin */
    private <T> T run(ToolCall request, long bytes, Supplier<T> work, UnaryOperator<RefusedException> refusal) {
        String holder = request.settings().holder();
        AtomicBoolean hasBegun = new AtomicBoolean();
        AtomicReference<T> finished = new AtomicReference<>();
        try {
            heavyWork.run(holder.isEmpty() ? request.caller() : holder, bytes, () -> {
                hasBegun.set(true);
                finished.set(work.get());
            });
        } catch (RefusedException e) {
            throw hasBegun.get()
                    ? e
                    : refusal.apply(e)
                            .detail("limit", "fair share")
                            .detail("retryAfterSeconds", Integer.toString(RETRY_SECONDS));
        }
        return Objects.requireNonNull(finished.get(), "finished");
    }
}
