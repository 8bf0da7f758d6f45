package dev.plimsoll.engine;

import dev.plimsoll.call.CallDecision;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.engine.record.StoredQueryResolver;
import dev.plimsoll.engine.snapshot.ResolvedCursor;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.policy.option.OnChangedArguments;
import dev.plimsoll.policy.option.OnDeadCursor;
import dev.plimsoll.policy.option.OutputSchema;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.section.SectionFinder;
import dev.plimsoll.shape.result.AnswerFactory;
import dev.plimsoll.view.ReadArguments;
import dev.plimsoll.view.ReadArgumentsParser;
import dev.plimsoll.view.View;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a tool call goes to the upstream, is a follow-up read, or is invalid. A call that the tool
 * could answer without Plimsoll is never refused.
 */
record CallClassifier(
        ToolCall call, Policies policies, @Nullable ListedTool tool, CallArguments arguments, FollowUpReader reader) {

    private static final String CALL_WITHOUT_CURSOR = "call it without a cursor, with all its arguments";

    /** Returns the decision; throws {@link RefusedException} if the call is invalid. */
    CallDecision classify() {
        if (call.facts().isInner()) {
            return forward(arguments.receivedArguments(), ReadArguments.NONE, false);
        }
        // a merged tool has the arguments of follow-up reads in its list entry
        boolean isMerged = tool != null && tool.hasMergedArguments(policy());
        String cursor = arguments.cursor();
        String changesSince = arguments.changesSince();
        boolean hasChangesArgument = tool != null && tool.hasChangesArgument(policy());
        if (changesSince != null
                && (isMerged || hasChangesArgument || reader.cursors().isAuthentic(changesSince, call.caller()))) {
            return decideWithChanges(changesSince);
        }
        if (!isMerged && (cursor == null || !reader.cursors().isAuthentic(cursor, call.caller()))) {
            return forward(arguments.receivedArguments(), ReadArguments.NONE, false);
        }
        return cursor == null ? decideWithoutCursor() : decideWithCursor();
    }

    private ToolPolicy policy() {
        return policies.forTool(call.server(), call.tool(), call.client().name());
    }

    private CallDecision forward(@Nullable Slice upstreamArguments, ReadArguments readArguments, boolean isRestarted) {
        ToolCall forwardedCall = call.withSettings(call.settings().withPolicies(policies))
                .withReadArguments(readArguments)
                .withArgumentsHash(ArgumentDigest.of(upstreamArguments))
                .withSentArguments(CallArguments.objectOrEmpty(upstreamArguments))
                .withArguments(tool == null ? List.of() : tool.declaredArguments());
        return new CallDecision.Forward(upstreamArguments, forwardedCall, isRestarted);
    }

    /** Forwards the call. Errors in the arguments of the view are reported before the tool runs. */
    private CallDecision decideWithoutCursor() {
        String missingName = arguments.findMissing(requiredArguments());
        if (missingName != null) {
            throw new RefusedException(
                            ErrorCode.INVALID_REQUEST,
                            missingName + " is missing: " + call.clientToolName()
                                    + " needs it, unless a cursor is given",
                            "give " + missingName + ", or the cursor of an earlier answer")
                    .detail("argument", missingName);
        }
        return forward(arguments.toolArguments(), parseReadArguments(arguments.readArguments()), false);
    }

    /** Forwards a call that asks for the changes since an earlier result of the same call. */
    private CallDecision decideWithChanges(String changesSince) {
        if (arguments.cursor() != null) {
            throw ChangeAnswers.refusal(
                    "changes_since cannot be used with a cursor", "changes_since with the arguments of the call");
        }
        boolean hasServerSchema = tool != null
                && policy().policy().get(Policy.OUTPUT_SCHEMA) == OutputSchema.SLICE
                && tool.hasOutputSchema();
        if (hasServerSchema || !policy().canShape()) {
            throw ChangeAnswers.refusal(
                    "changes_since cannot be used with " + call.clientToolName() + ": its results keep their own form",
                    "call it without changes_since");
        }
        if (!policy().isReadOnly(tool == null ? null : tool.readOnlyHint())) {
            throw ChangeAnswers.refusal(
                    "changes_since needs a tool that only reads, and " + call.clientToolName()
                            + " may change something",
                    "call it without changes_since");
        }
        try {
            ResolvedCursor resolved = reader.resolve(call, policies, changesSince);
            new ChangeAnswers(reader.snapshots(), reader.cursors())
                    .requireSameCall(resolved.openSnapshot(), call, ArgumentDigest.of(arguments.toolArguments()));
        } catch (RefusedException refused) {
            throw ChangeAnswers.asArgumentRefusal(refused);
        }
        return decideWithoutCursor();
    }

    private List<String> requiredArguments() {
        return tool == null ? List.of() : tool.requiredArguments();
    }

    private ReadArguments parseReadArguments(@Nullable Slice readMembers) {
        if (readMembers == null) {
            return ReadArguments.NONE;
        }
        ReadArguments readArguments = ReadArgumentsParser.parse(readMembers);
        if (readArguments.collect() > 0 && !call.settings().canCollect()) {
            throw CollectReader.refusal(call);
        }
        Policy policy = policy().policy();
        View firstView = View.forFirstAnswer(policy, policy.budget(call.maxTokens()));
        ViewChange change =
                ViewChange.of(firstView, firstView.firstPosition(), readArguments.withoutDefaults(policy()), policy);
        if (readArguments.isPreviousPageRequested() && readArguments.page() == 0) {
            throw PageReader.noPreviousPage();
        }
        checkPath(change.view().path());
        try {
            AnswerFactory.check(change.view());
        } catch (RefusedException refused) {
            throw StoredQueryResolver.of(policy).addSuggestion(refused, readArguments.query());
        }
        new JoinedDocumentReader(reader.snapshots(), reader.cursors()).read(change.view(), call, policies);
        return readArguments;
    }

    private static void checkPath(String path) {
        if (SectionFinder.isSection(path)) {
            return;
        }
        try {
            JsonPointer.parse(path);
        } catch (IllegalArgumentException e) {
            throw new RefusedException(
                            ErrorCode.INVALID_REQUEST, "path: " + e.getMessage(), "a JSON Pointer such as /items/0")
                    .detail("argument", "path");
        }
    }

    private CallDecision decideWithCursor() {
        Policy policy = policy().policy();
        Slice readMembers = arguments.readArguments();
        ReadArguments readArguments = readMembers == null ? ReadArguments.NONE : ReadArgumentsParser.parse(readMembers);
        ResolvedCursor resolved;
        try {
            resolved = reader.resolve(call, policies, readArguments.cursor());
        } catch (RefusedException rejected) {
            boolean canRestart = policy.get(Policy.ON_DEAD_CURSOR) == OnDeadCursor.RESTART;
            return canRestart && isDead(rejected.code()) ? restartOrThrow(rejected) : refuse(rejected);
        }
        String storedDigest = resolved.openSnapshot().snapshot().origin().argumentsHash();
        OnChangedArguments onChangedArguments = policy.get(Policy.ON_CHANGED_ARGUMENTS);
        if (onChangedArguments == OnChangedArguments.IGNORE
                || ArgumentDigest.hasOnlyStored(arguments.toolArguments(), storedDigest)) {
            return new CallDecision.Answer(
                    reader.read(call, policies, resolved, readArguments).outcome());
        }
        RefusedException changedArguments = new RefusedException(
                ErrorCode.INVALID_REQUEST,
                "the arguments differ from those that the cursor's result was made with",
                "give the cursor alone, or " + CALL_WITHOUT_CURSOR);
        return onChangedArguments == OnChangedArguments.RESTART
                ? restartOrThrow(changedArguments)
                : refuse(changedArguments);
    }

    private static boolean isDead(ErrorCode code) {
        return code == ErrorCode.CURSOR_EXPIRED || code == ErrorCode.CURSOR_INVALID;
    }

    /** Throws the error. The return type allows calls in expressions. */
    private static CallDecision refuse(RefusedException error) {
        throw error;
    }

    /** Runs the tool again if it only reads and no required argument is missing; else throws. */
    private CallDecision restartOrThrow(RefusedException error) {
        boolean isReadOnly = policy().isReadOnly(tool == null ? null : tool.readOnlyHint());
        if (!isReadOnly || arguments.findMissing(requiredArguments()) != null) {
            throw error;
        }
        return forward(arguments.toolArguments(), parseReadArguments(arguments.withoutPosition()), true);
    }
}
