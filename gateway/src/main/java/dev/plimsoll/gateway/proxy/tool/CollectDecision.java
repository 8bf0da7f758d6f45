package dev.plimsoll.gateway.proxy.tool;

import dev.plimsoll.call.CollectSource;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.paging.CollectPlan;
import dev.plimsoll.gateway.paging.PagedResult;
import dev.plimsoll.gateway.paging.PagingScheme;
import dev.plimsoll.gateway.proxy.request.LocalResult;
import dev.plimsoll.gateway.proxy.request.RelaySession;
import dev.plimsoll.gateway.proxy.request.RequestAction;
import dev.plimsoll.gateway.proxy.request.ToolResultHandler;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.PagingKeys;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.policy.option.RolloutMode;
import dev.plimsoll.schema.ListedTool;
import org.jspecify.annotations.Nullable;

/**
 * Decides which calls join further pages of their tool ({@code collect}), and refuses calls whose pages
 * cannot be read.
 */
final class CollectDecision {

    private static final Slice NO_DOCUMENT = Slice.of("null");
    private static final int ALL_SESSIONS_PERCENT = 100;

    private CollectDecision() {}

    /** Decides a follow-up read whose arguments ask for further pages. */
    static RequestAction decideRead(
            Message request, ToolCall call, Slice arguments, int pages, RelaySession relaySession) {
        try {
            CollectSource source = relaySession.engine().collectSource(call, arguments);
            String toolName = source.tool();
            if (relaySession.tools().find(toolName) == null) {
                ToolsList.loadTools(request, relaySession);
            }
            ListedTool tool = relaySession.tools().find(toolName);
            PagedResult page = PagedResult.of(source.result());
            requirePaging(toolName, tool, page == null ? null : page.document(), relaySession);
            if (page == null || tool == null || page.findList(page.findPath(relaySession.pagingScheme(tool))) == null) {
                throw refusal("the result has no list that pages could be joined to", "leave out collect");
            }
            ToolCall pagedCall = relaySession
                    .call(toolName, request)
                    .withHints(tool.hints())
                    .withArguments(tool.declaredArguments())
                    .withArgumentsHash(source.argumentsHash())
                    .withSentArguments(source.sentArguments())
                    .withReadArguments(source.readArguments());
            ToolResultHandler handler =
                    new ToolResultHandler(relaySession, pagedCall).withCollect(CollectPlan.of(request, pages));
            return new RequestAction.Collect(handler, source.result(), source.takenAt());
        } catch (RefusedException refused) {
            return new RequestAction.Answer(
                    () -> LocalResult.of(relaySession.engine().refuse(call, refused)));
        }
    }

    /**
     * Throws if the pages of a tool cannot be read.
     *
     * @param document the first page; null if there is none yet
     */
    static void requirePaging(
            String toolName, @Nullable ListedTool tool, @Nullable Slice document, RelaySession relaySession) {
        if (tool == null) {
            throw refusal("the server lists no tool " + toolName + " now", "leave out collect");
        }
        ToolPolicy policy = relaySession.policies().forTool(relaySession.server(), toolName);
        if (!policy.isReadOnly(tool.readOnlyHint())) {
            throw refusal(
                    toolName
                            + " does not say that it only reads (readOnlyHint), and further pages are read by calling it",
                    "leave out collect, and call the pages yourself; a rule of the operator can allow it: readOnly: true");
        }
        PagingScheme pagingScheme = PagingScheme.of(tool, policy.policy());
        String fault = document == null ? pagingScheme.fault() : pagingScheme.fault(document);
        if (!fault.isEmpty()) {
            throw refusal(
                    fault,
                    "leave out collect, and call the pages yourself; the operator of Plimsoll can correct the rule");
        }
        if (pagingScheme.argument(document == null ? NO_DOCUMENT : document).isEmpty()) {
            throw refusal(
                    toolName + " has no argument that selects a page (such as page, offset, or cursor)",
                    "leave out collect");
        }
    }

    private static RefusedException refusal(String why, String suggestion) {
        return new RefusedException(ErrorCode.INVALID_REQUEST, "collect: " + why, suggestion)
                .detail("argument", "collect");
    }

    /**
     * Returns the number of pages that the answer to a call of a tool (not to a follow-up read) joins; 0 for
     * none.
     *
     * @throws RefusedException if the call asks for pages that cannot be read
     */
    static int countPagesToJoin(ToolCall call, ToolPolicy policy, RelaySession relaySession) {
        int requestedPages = call.readArguments().collect();
        ListedTool tool = relaySession.tools().find(call.tool());
        if (requestedPages > 0) {
            requirePaging(call.tool(), tool, null, relaySession);
            return requestedPages;
        }
        Integer pagesByRule = policy.policy().find(PagingKeys.COLLECT);
        if (pagesByRule == null || tool == null) {
            return 0;
        }
        // the arm of the session is not known here, and sessions in the control arm must get the tool's own pages:
        // therefore a rule joins pages only if the policy is enforced for all sessions
        boolean isApplied = !call.facts().isForProgram()
                && policy.canShape()
                && policy.policy().get(Policy.ROLLOUT_MODE) == RolloutMode.ENFORCE
                && policy.policy().get(Policy.ROLLOUT_PERCENT) == ALL_SESSIONS_PERCENT
                && policy.isReadOnly(tool.readOnlyHint())
                && canPage(tool, policy);
        return isApplied ? pagesByRule : 0;
    }

    /**
     * Returns whether a rule asks for joined pages. Then the tool's entry in the listing must be known before
     * its call.
     */
    static boolean isConfigured(Policy policy) {
        return policy.find(PagingKeys.COLLECT) != null;
    }

    /** Returns whether follow-up reads can join pages of this tool, so that the argument {@code collect} is listed. */
    static boolean isListedFor(ListedTool tool, ToolPolicy policy) {
        return policy.canShape() && policy.isReadOnly(tool.readOnlyHint()) && canPage(tool, policy);
    }

    /**
     * Returns whether the argument that selects a page is known. Also returns true if the rule is wrong, so
     * that the answer reports it.
     */
    private static boolean canPage(ListedTool tool, ToolPolicy policy) {
        PagingScheme pagingScheme = PagingScheme.of(tool, policy.policy());
        return !pagingScheme.argument(NO_DOCUMENT).isEmpty()
                || !pagingScheme.fault().isEmpty();
    }
}
