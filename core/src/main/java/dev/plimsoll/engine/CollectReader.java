package dev.plimsoll.engine;

import dev.plimsoll.call.CollectSource;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.engine.snapshot.OpenSnapshot;
import dev.plimsoll.engine.snapshot.ResolvedCursor;
import dev.plimsoll.engine.snapshot.SnapshotNotes;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.shape.result.AnswerFactory;
import dev.plimsoll.store.SnapshotOrigin;
import dev.plimsoll.view.ReadArguments;
import dev.plimsoll.view.ReadArgumentsParser;
import dev.plimsoll.view.View;

/**
 * Finder of the stored result whose further pages a caller asks for. It checks all arguments, so that errors are
 * reported before a further page is read from the server.
 */
record CollectReader(FollowUpReader reader) {

    /** Returns the stored result and the call that returned it. */
    CollectSource resolve(ToolCall call, Policies policies, Slice arguments) {
        ReadArguments readArguments = ReadArgumentsParser.parse(arguments);
        if (readArguments.changesSince() != null) {
            throw ChangeAnswers.refusalOfRead();
        }
        ResolvedCursor resolved = reader.resolve(call.withTool(""), policies, readArguments.cursor());
        OpenSnapshot opened = resolved.openSnapshot();
        SnapshotNotes notes = opened.notes();
        if (notes.pageFacts().collected() != null) {
            throw refusal(
                    "this result holds the server's further pages already: "
                            + notes.pageFacts().collected().pages() + " pages",
                    "leave out collect; to read the pages again, call the tool again");
        }
        Slice sentArguments = notes.pageFacts().sentArguments();
        if (!notes.name().isEmpty() || notes.isLive() || sentArguments == null) {
            throw refusal(
                    "this result has no further pages that can be read: " + reasonForNoPages(notes),
                    "leave out collect");
        }
        SnapshotOrigin origin = opened.snapshot().origin();
        ReadArguments joinedArguments = readArguments.forCollectedPages();
        Policy policy = policies.forTool(
                        origin.server(), origin.tool(), call.client().name())
                .policy();
        View firstView = View.forFirstAnswer(policy, policy.budget(call.maxTokens()));
        ViewChange change = ViewChange.of(firstView, firstView.firstPosition(), joinedArguments, policy);
        AnswerFactory.check(change.view());
        new JoinedDocumentReader(reader.snapshots(), reader.cursors()).read(change.view(), call.withTool(""), policies);
        return new CollectSource(
                origin.tool(),
                origin.argumentsHash(),
                sentArguments,
                opened.raw(),
                opened.snapshot().takenAt(),
                joinedArguments);
    }

    private static String reasonForNoPages(SnapshotNotes notes) {
        if (!notes.name().isEmpty()) {
            return "it is a resource or a prompt";
        }
        return notes.isLive()
                ? "its cursor already reads all of a live list"
                : "the arguments of its call are not known, or are too long";
    }

    /**
     * Returns the refusal of {@code collect} in a call that cannot have this argument: the host cannot read further
     * pages, or the call has a cursor but calls another tool than the read tool.
     */
    static RefusedException refusal(ToolCall call) {
        if (call.settings().canCollect()) {
            return refusal(
                    "with a cursor, only calls of " + call.client().readTool() + " read further pages",
                    "call " + call.client().readTool() + " with the same cursor and collect");
        }
        return refusal(
                "this host cannot read further pages from a server",
                "leave out collect, and call the tool again for its next page");
    }

    private static RefusedException refusal(String reason, String suggestion) {
        return new RefusedException(ErrorCode.INVALID_REQUEST, "collect: " + reason, suggestion)
                .detail("argument", "collect");
    }
}
