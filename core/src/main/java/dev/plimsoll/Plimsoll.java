package dev.plimsoll;

import dev.plimsoll.call.CallDecision;
import dev.plimsoll.call.CallResult;
import dev.plimsoll.call.CollectSource;
import dev.plimsoll.call.ElicitationRequest;
import dev.plimsoll.call.LinkedBlob;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.StoredCall;
import dev.plimsoll.call.StoredResource;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.engine.CallEngine;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.sql.SqlEngine;
import dev.plimsoll.store.SnapshotOrigin;
import org.jspecify.annotations.Nullable;

/**
 * Engine of Plimsoll. {@link #guard} takes the result of a tool and returns the answer for the client. {@link #read}
 * answers follow-up reads from the snapshot. Immutable and thread-safe: the {@link ToolCall} has
 * everything that differs between callers. An internal failure never fails a call: the policy's {@code onFailure} selects
 * the answer that the call gets instead.
 */
public final class Plimsoll {

    private final CallEngine callEngine;
    private final ResultReuse resultReuse;

    Plimsoll(CallEngine callEngine) {
        this.callEngine = callEngine;
        this.resultReuse = new ResultReuse(callEngine.reuseGuard());
    }

    /** Returns a builder with defaults for everything: a store in memory, random keys, and the default policies. */
    public static PlimsollBuilder builder() {
        return new PlimsollBuilder();
    }

    /**
     * Throws {@link RefusedException} if the tool is blocked, needs a higher tier than the caller has, or is
     * refused by the caller's authorizer. The needed tier depends on the hints in the call.
     */
    public void requireCall(ToolCall call) {
        callEngine.requireCall(call);
    }

    /** Returns the outcome of a call: the answer for its result, in the view that the call asks for. */
    public Outcome guard(ToolCall call, CallResult result) {
        return callEngine.guard(call, result);
    }

    /** Returns the object that answers equal calls from one result. */
    public ResultReuse resultReuse() {
        return resultReuse;
    }

    /** Closes all open page sources; their cursors expire. */
    public void closeSources() {
        callEngine.closeSources();
    }

    /**
     * Answers a follow-up read.
     *
     * @param call the caller's request; the cursor must read a result of its server and tool; an empty name
     *     matches all
     * @param arguments the JSON object of arguments
     */
    public Outcome read(ToolCall call, Slice arguments) {
        return callEngine.read(call, arguments);
    }

    /**
     * Returns the stored result whose further pages a follow-up read with {@code collect} asks for. The host
     * then reads these pages from the server, joins them, and calls {@link #guard} with the joined result and
     * a call from {@link ToolCall#withCollected}.
     *
     * @param arguments the JSON object of arguments
     * @throws RefusedException if the caller may not read the result, an argument is wrong, or the result has
     *     no further pages
     */
    public CollectSource collectSource(ToolCall call, Slice arguments) {
        return callEngine.collectSource(call, arguments);
    }

    /**
     * Classifies a tool call: the host forwards it to the upstream, or this engine answers it, because it is a follow-up read or
     * invalid.
     *
     * @param call the received call, with the name by which the upstream knows the tool, or the name of the read tool as
     *     this client sees it
     * @param tool the tool as its upstream lists it; null if unknown: then its list entry is assumed to
     *     have no arguments of follow-up reads
     * @param arguments the arguments as received; null if there are none
     */
    public CallDecision classify(ToolCall call, @Nullable ListedTool tool, @Nullable Slice arguments) {
        return callEngine.classify(call, tool, arguments);
    }

    /**
     * Returns whether these arguments contain a cursor that was signed with this engine's keys for this
     * caller.
     */
    public boolean ownsCursor(ToolCall call, Slice arguments) {
        return callEngine.ownsCursor(call, arguments);
    }

    /**
     * Returns whether a cursor, or the state of an elicitation, was signed with this engine's keys for this
     * caller.
     */
    public boolean ownsCursor(ToolCall call, @Nullable String cursor) {
        return callEngine.ownsCursor(call, cursor);
    }

    /**
     * Returns the server of the result that a cursor or {@code plimsoll:} URI reads, by the name that it had
     * when the result was stored. If this is not the call's server, returns null, unless the caller's name contains the
     * identity of the server, because then the server was renamed. Also returns null if the cursor is not one of this
     * caller.
     */
    public @Nullable String findServer(ToolCall call, String cursorOrUri) {
        return callEngine.findServer(call, cursorOrUri);
    }

    /**
     * Returns the answer to a call after an elicitation: the snapshot in the view that the user chose, or the
     * answer without the elicitation if the user chose nothing. The tool never runs again.
     *
     * @param call the guarded call, or the call with which a modern client repeats it
     * @param state the state of the {@link ElicitationRequest}
     * @param response the client's result of {@code elicitation/create}; null if it gave none
     */
    public Outcome answerElicitation(ToolCall call, String state, @Nullable Slice response) {
        return callEngine.answerElicitation(call, state, response);
    }

    /** Returns the answer to a call that failed outside this engine: its tool was not reachable or did not respond. */
    public Outcome refuse(ToolCall call, RefusedException refused) {
        return callEngine.refuse(call, refused);
    }

    /** Reports to the listener how many tokens a caller's tool listing adds to the server's own listing. */
    public void recordListing(ToolCall call, long addedTokens, long nanos) {
        callEngine.recordListing(call, addedTokens, nanos);
    }

    /** Reports to the listener a call that the server answered with a protocol error instead of a result. */
    public Outcome recordServerError(ToolCall call, Slice error) {
        return callEngine.recordServerError(call, error);
    }

    /**
     * Returns the document of the stored result that a cursor reads.
     *
     * @throws RefusedException if the cursor reads no result, or one of another caller
     */
    public Document document(ToolCall call, String cursor) {
        return callEngine.document(call, cursor);
    }

    /**
     * Returns a cursor for an app. With it, the app can read the whole result that the given cursor reads.
     * Like every cursor, it is bound to the caller.
     *
     * @throws RefusedException if the cursor reads no result, or one that the caller may not read
     */
    public String appCursor(ToolCall call, String cursor) {
        return callEngine.appCursor(call, cursor);
    }

    /** Returns whether a cursor of {@link #appCursor} reads a result of the call's server. */
    public boolean ownsAppCursor(ToolCall call, String appCursor) {
        return callEngine.ownsAppCursor(call, appCursor);
    }

    /**
     * Returns the call whose result a cursor of {@link #appCursor} reads.
     *
     * @throws RefusedException if the cursor reads no result, or one that the caller may not read now
     */
    public SnapshotOrigin appOrigin(ToolCall call, String appCursor) {
        return callEngine.appOrigin(call, appCursor);
    }

    /**
     * Returns the document that an app reads: the whole result, or the part that {@code path} and {@code query} select. No
     * budget limits it, and nothing is recorded.
     *
     * @param appCursor a cursor of {@link #appCursor}
     * @param arguments an object with {@code path} and {@code query}, both optional
     * @throws RefusedException if the cursor reads no result, or one that the caller may not read now
     */
    public Document appDocument(ToolCall call, String appCursor, Slice arguments) {
        return callEngine.appDocument(call, appCursor, arguments);
    }

    /**
     * Returns the call whose result a cursor reads, so that it can be repeated.
     *
     * @throws RefusedException if the caller may not read the result, or its arguments are not known
     */
    public StoredCall storedCall(ToolCall call, String cursor) {
        return callEngine.storedCall(call, cursor);
    }

    /**
     * Returns the document that a view of a result contains. Nothing is stored or recorded. The limits of queries apply.
     *
     * @param call the call that the result belongs to
     * @param result a tool's result, a JSON object
     * @param arguments an object with {@code query}, {@code args}, {@code path}, and {@code as}, as for follow-up reads
     * @throws RefusedException if an argument is wrong, or the query fails
     */
    public Document evaluate(ToolCall call, Slice result, Slice arguments) {
        return callEngine.evaluate(call, result, arguments);
    }

    /**
     * Stores a result that is not the answer to its call, and returns a cursor that reads it.
     *
     * @param result a tool's result, a JSON object
     */
    public String store(ToolCall call, Slice result) {
        return callEngine.store(call, result);
    }

    /**
     * Returns the image, audio, or blob behind a {@code plimsoll://} link.
     *
     * @throws RefusedException if there is none, or it belongs to another caller
     */
    public LinkedBlob blob(ToolCall call, String uri) {
        return callEngine.blob(call, uri);
    }

    /**
     * Returns the outcome for the result of {@code resources/read}: the same bytes if they are within the budget, else
     * the first part with the URI of the next part.
     *
     * @param call {@code tool} is the name of the resource in policies and receipts: its URI, or the URI of a template
     * @param uri the URI that the client requested
     * @throws RefusedException if the result could not be stored and the policy refuses it then
     */
    public Outcome guardResource(ToolCall call, String uri, Slice result) {
        return callEngine.guardResource(call, uri, result);
    }

    /**
     * Returns the result of {@code resources/read} for a {@code plimsoll:} URI: {@code plimsoll://page/CURSOR}, with
     * the arguments of {@code plimsoll_read} as its query, or {@code plimsoll://blob/CURSOR}, with {@code from} and
     * {@code to} in bytes for a range.
     *
     * @throws RefusedException if there is no such page or blob, or it belongs to another caller
     */
    public StoredResource resource(ToolCall call, String uri) {
        return callEngine.resource(call, uri);
    }

    /**
     * Returns the outcome for the result of {@code prompts/get}: the same bytes if they are within the budget, else the
     * messages with long ones cut, each with a link to its full text.
     *
     * @param call {@code tool} is the name of the prompt in policies and receipts
     * @throws RefusedException if the result could not be stored and the policy refuses it then
     */
    public Outcome guardPrompt(ToolCall call, Slice result) {
        return callEngine.guardPrompt(call, result);
    }

    /**
     * Records that a resource of a server has changed: {@code uri}, or any resource if it is null. From then on, follow-up
     * reads of older snapshots report the change.
     */
    public void recordSourceChange(String server, @Nullable String uri) {
        callEngine.recordSourceChange(server, uri);
    }

    /** Returns the engine for SELECT statements on results; null if the host has none. */
    public @Nullable SqlEngine sqlEngine() {
        return callEngine.sqlEngine();
    }

    /** Returns the engine's own policies, which apply to calls that carry none. */
    public Policies policies() {
        return callEngine.policies();
    }
}
