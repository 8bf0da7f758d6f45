package dev.plimsoll.engine;

import dev.plimsoll.call.Call;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.engine.record.CallFailure;
import dev.plimsoll.engine.record.CallRecorder;
import dev.plimsoll.engine.record.FinishedAnswer;
import dev.plimsoll.engine.record.FinishedCall;
import dev.plimsoll.engine.record.ReceiptDraft;
import dev.plimsoll.engine.record.StoredQueryResolver;
import dev.plimsoll.engine.snapshot.CursorIssuer;
import dev.plimsoll.engine.snapshot.OpenSnapshot;
import dev.plimsoll.engine.snapshot.ResolvedCursor;
import dev.plimsoll.engine.snapshot.SnapshotRepository;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.store.SnapshotOrigin;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.ReadArguments;
import dev.plimsoll.view.ReadArgumentsParser;
import org.jspecify.annotations.Nullable;

/** Answers follow-up reads: finds the snapshot of a cursor, and reads the view that the arguments select. */
record FollowUpReader(
        SnapshotRepository snapshots, CursorIssuer cursors, CallRecorder recorder, HeavyWorkRunner heavyWorkRunner) {

    private static final Slice EMPTY_OBJECT = Slice.of("{}");

    /** Returns the snapshot, view, and position of a cursor that the call's caller may read now. */
    ResolvedCursor resolve(ToolCall call, Policies policies, @Nullable String cursor) {
        try {
            ResolvedCursor resolved = cursors.resolve(snapshots, cursor, call);
            CallerAccess.of(call, policies)
                    .requireReading(resolved.openSnapshot().snapshot().origin());
            return resolved;
        } catch (RefusedException refused) {
            Policy policy = policies.forTool(call.server(), call.tool()).policy();
            throw DeadCursor.forStyle(refused, cursors.styles().of(policy));
        }
    }

    /**
     * Answers a follow-up read.
     *
     * @param lookup the call whose server, tool, and caller must be those of the cursor; an empty name
     *     matches all
     */
    FinishedCall read(Call call, ToolCall lookup, Slice arguments) {
        ReadArguments readArguments;
        ResolvedCursor resolved;
        try {
            readArguments = ReadArgumentsParser.parse(arguments);
            if (readArguments.changesSince() != null) {
                throw ChangeAnswers.refusalOfRead();
            }
            resolved = resolve(lookup, call.policies(), readArguments.cursor());
        } catch (RefusedException refused) {
            return failure(call).refuse(refused);
        } catch (RuntimeException | StackOverflowError failure) {
            return failure(call).fail(failure);
        }
        return read(call, resolved, readArguments, false);
    }

    /** Answers a tool call that turned out to be a follow-up read. */
    FinishedCall read(ToolCall request, Policies policies, ResolvedCursor resolved, ReadArguments readArguments) {
        return read(recorder.beginRead(request, policies, EMPTY_OBJECT), resolved, readArguments, true);
    }

    private CallFailure failure(Call call) {
        return new CallFailure(recorder, call, ReceiptDraft.of(call));
    }

    private FinishedCall read(
            Call startedCall, ResolvedCursor resolved, ReadArguments receivedArguments, boolean isCalledByName) {
        OpenSnapshot snapshot = resolved.openSnapshot();
        Call call = asFollowUpRead(startedCall, snapshot);
        ReceiptDraft draft = ReceiptDraft.ofFollowUpRead(call, snapshot);
        try {
            if (receivedArguments.collect() > 0) {
                throw CollectReader.refusal(startedCall.request());
            }
            ToolCall origin = call.request();
            ToolPolicy toolPolicy = call.policies()
                    .forTool(origin.server(), origin.tool(), origin.client().name());
            Policy currentPolicy = toolPolicy.policy();
            ReadArguments readArguments = receivedArguments.withoutDefaults(toolPolicy);
            if (readArguments.mode() == Mode.FULL) {
                draft = draft.withReason("reading the whole");
            }
            ViewChange change = ViewChange.of(resolved.view(), resolved.position(), readArguments, currentPolicy);
            call = call.withAllowance(recorder.sessions().allowance(origin, currentPolicy));
            PageReader pageReader = PageReader.forFollowUpRead(snapshot, cursors, origin, isCalledByName)
                    .withAllowance(call.allowance())
                    .withJoinedDocuments(new JoinedDocumentReader(snapshots, cursors)
                            .read(change.view(), startedCall.request(), call.policies()));
            PageSourceGuard sourceGuard = new PageSourceGuard(snapshots, cursors, recorder);
            FinishedAnswer answer = heavyWorkRunner.answer(
                    startedCall.request(),
                    snapshot,
                    change.view(),
                    () -> sourceGuard.answer(pageReader, snapshot, change, readArguments));
            StoredQueryResolver.of(currentPolicy).report(origin, receivedArguments.query(), recorder);
            return recorder.endShaped(call, draft, answer);
        } catch (RefusedException refused) {
            return new CallFailure(recorder, call, draft)
                    .refuse(suggestStoredQueries(refused, call, receivedArguments));
        } catch (RuntimeException | StackOverflowError failure) {
            return new CallFailure(recorder, call, draft).fail(failure);
        }
    }

    /**
     * Returns the refusal. If its code is {@code QUERY_INVALID}, adds a suggestion with the names of the tool's stored
     * queries.
     */
    private static RefusedException suggestStoredQueries(
            RefusedException refused, Call call, ReadArguments receivedArguments) {
        ToolCall origin = call.request();
        return StoredQueryResolver.of(
                        call.policies().forTool(origin.server(), origin.tool()).policy())
                .addSuggestion(refused, receivedArguments.query());
    }

    /** Turns the call into a follow-up read: it gets the server and tool that the snapshot came from. */
    private static Call asFollowUpRead(Call call, OpenSnapshot snapshot) {
        SnapshotOrigin snapshotOrigin = snapshot.snapshot().origin();
        ToolCall request = call.request();
        ToolCall origin = ToolCall.of(snapshotOrigin.server(), snapshotOrigin.tool(), request.caller())
                .withSettings(request.settings())
                .withClient(request.client())
                .withMaxTokens(request.maxTokens())
                .withSession(request.session())
                .withArgumentsHash(snapshotOrigin.argumentsHash());
        return call.asFollowUpRead(origin, snapshot.notes().rollout());
    }

    /**
     * Answers a call after its elicitation: reads the snapshot in the view that the user chose, or in the view of the
     * cursor if the user chose none.
     *
     * @param state the cursor of the snapshot
     * @param response the user's response; null if there is none
     */
    FinishedCall answerElicitation(ToolCall request, Policies policies, String state, @Nullable Slice response) {
        ToolCall withoutElicitation = request.withClient(request.client().withElicitation(false));
        Call startedCall = recorder.beginRead(withoutElicitation, policies, EMPTY_OBJECT);
        ResolvedCursor resolved;
        try {
            resolved = resolve(withoutElicitation, policies, state);
        } catch (RefusedException refused) {
            return failure(startedCall).refuse(refused);
        } catch (RuntimeException | StackOverflowError failure) {
            return failure(startedCall).fail(failure);
        }
        Call call = asFollowUpRead(startedCall, resolved.openSnapshot());
        ReceiptDraft draft = ReceiptDraft.ofFollowUpRead(call, resolved.openSnapshot());
        try {
            ToolCall origin = call.request().withArguments(request.facts().arguments());
            Policy currentPolicy =
                    policies.forTool(origin.server(), origin.tool()).policy();
            call = call.withAllowance(recorder.sessions().allowance(origin, currentPolicy));
            PageReader pageReader = PageReader.forToolRun(resolved.openSnapshot(), cursors, origin)
                    .withAllowance(call.allowance());
            FinishedAnswer narrowed = response == null ? null : pageReader.answerChoice(resolved, response);
            draft = draft.withReason(
                    narrowed == null ? "the user did not narrow the result" : "the user narrowed the result");
            ViewChange unchangedView = new ViewChange(resolved.view(), resolved.position());
            return recorder.endShaped(
                    call, draft, narrowed != null ? narrowed : pageReader.answer(unchangedView, ReadArguments.NONE));
        } catch (RefusedException refused) {
            return new CallFailure(recorder, call, draft).refuse(refused);
        } catch (RuntimeException | StackOverflowError failure) {
            return new CallFailure(recorder, call, draft).fail(failure);
        }
    }
}
