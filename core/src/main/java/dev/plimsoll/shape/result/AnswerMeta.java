package dev.plimsoll.shape.result;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.SegmentedText;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.SlimMode;
import dev.plimsoll.policy.option.BudgetMeta;
import dev.plimsoll.shape.CollectInfo;
import dev.plimsoll.shape.ResultFacts;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.draft.PagePosition;
import dev.plimsoll.shape.notice.Notices;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The {@code _meta} of a result. It has the keys of the server, except those with Plimsoll's prefix, and the keys of
 * Plimsoll.
 */
public final class AnswerMeta {

    static final String PREFIX = "dev.plimsoll/";

    /** Key in the {@code _meta} of a result that another call has already received. */
    public static final String CACHE_KEY = PREFIX + "cache";

    private final boolean hasBudget;
    private final boolean isSlim;
    private AnswerDraft.@Nullable Totals totals;
    private @Nullable Slice page;
    private @Nullable RemovedMembers removedMembers;

    private AnswerMeta(boolean hasBudget, boolean isSlim) {
        this.hasBudget = hasBudget;
        this.isSlim = isSlim;
    }

    static AnswerMeta of(Policy policy, boolean isShaped) {
        BudgetMeta setting = policy.get(Policy.BUDGET_META);
        boolean hasBudget = setting == BudgetMeta.ALWAYS || (setting == BudgetMeta.SHAPED && isShaped);
        return new AnswerMeta(hasBudget, SlimMode.isShapedSlim(policy));
    }

    AnswerMeta budget(AnswerDraft.Totals newTotals) {
        totals = newTotals;
        return this;
    }

    AnswerMeta page(@Nullable Slice newPage) {
        page = newPage;
        return this;
    }

    /**
     * Removed members of a result.
     *
     * @param members number of removed members
     * @param cursor cursor that reads the complete result with {@code mode: full}; empty if the answer has
     * other cursors for that
     */
    public record RemovedMembers(int members, String cursor) {}

    AnswerMeta removedMembers(int members) {
        removedMembers = members == 0 ? null : new RemovedMembers(members, "");
        return this;
    }

    /** Returns a result that passes, with {@code _meta} that also reports removed members. */
    public static SegmentedText withBudgetMeta(
            ToolResult result, Policy policy, long usedTokens, int threshold, RemovedMembers removed) {
        return withBudgetMeta(result, ofCost(policy, usedTokens, threshold).removedMembers(removed));
    }

    /**
     * Returns a whole result whose JSON was slimmed. Only {@code _meta} reports that.
     *
     * @param original the {@code page} object that leads to the original
     */
    public static SegmentedText slimmed(
            ToolResult result, Policy policy, long usedTokens, int threshold, Slice original, RemovedMembers removed) {
        AnswerMeta answerMeta = of(policy, true)
                .budget(new AnswerDraft.Totals(usedTokens, threshold - usedTokens))
                .page(original);
        return withBudgetMeta(result, removed.members == 0 ? answerMeta : answerMeta.removedMembers(removed));
    }

    private AnswerMeta removedMembers(RemovedMembers removed) {
        removedMembers = removed;
        return this;
    }

    /**
     * Returns a result that passes: its bytes, with only {@code _meta} changed.
     *
     * @param usedTokens tokens, counted as the policy says
     * @param threshold the budget in force
     */
    public static SegmentedText withBudgetMeta(ToolResult result, Policy policy, long usedTokens, int threshold) {
        return withBudgetMeta(result, ofCost(policy, usedTokens, threshold));
    }

    /**
     * Returns an original result whose source has changed, or that was joined from pages. Its bytes stay
     * unchanged, so only {@code _meta} can report that.
     */
    public static SegmentedText changed(
            ToolResult original, Policy policy, long usedTokens, int threshold, ResultFacts resultFacts) {
        return withBudgetMeta(original, ofCost(policy, usedTokens, threshold).page(changedPage(policy, resultFacts)));
    }

    /** Returns the original result with a cursor to its snapshot in {@code _meta}, if the policy wants metadata. */
    public static SegmentedText withCursor(
            ToolResult original, Policy policy, long usedTokens, int threshold, Instant takenAt, String cursor) {
        AnswerMeta answerMeta = ofCost(policy, usedTokens, threshold);
        if (policy.get(Policy.BUDGET_META) != BudgetMeta.NEVER) {
            answerMeta.page(new JsonWriter()
                    .beginObject()
                    .string("snapshotAt", ShapedResult.formatTime(takenAt))
                    .string("cursor", cursor)
                    .endObject()
                    .slice());
        }
        return withBudgetMeta(original, answerMeta);
    }

    /**
     * Returns the page object for an answer without a header; null if there is nothing to report or the policy wants no
     * metadata.
     */
    static @Nullable Slice changedPage(Policy policy, ResultFacts resultFacts) {
        boolean hasChanged = resultFacts.context().hasChangedSource();
        CollectInfo collectInfo = resultFacts.context().collectInfo();
        if ((!hasChanged && collectInfo.pages() == null) || policy.get(Policy.BUDGET_META) == BudgetMeta.NEVER) {
            return null;
        }
        JsonWriter json =
                new JsonWriter(128).beginObject().string("snapshotAt", ShapedResult.formatTime(resultFacts.takenAt()));
        if (hasChanged) {
            json.string("notice", Notices.SOURCE_CHANGED);
        }
        if (collectInfo.pages() != null) {
            json.raw("collected", collectInfo.encoded());
        }
        return json.endObject().slice();
    }

    /** Writes the page object of a whole result that was rewritten: its cursor reads the original. */
    public static void writeOriginal(ResultFacts resultFacts, PagePosition original, AnswerDraft page) {
        page.ascii("{").member("snapshotAt").string(ShapedResult.formatTime(resultFacts.takenAt()));
        page.member("originalTokens").number(resultFacts.tokens());
        if (!resultFacts.isExact()) {
            page.member("originalTokensExact").bool(false);
        }
        page.member("originalBytes").number(resultFacts.bytes());
        page.ascii(",").field("cursor").cursorString(original).ascii("}");
    }

    private static AnswerMeta ofCost(Policy policy, long usedTokens, int threshold) {
        return of(policy, false).budget(new AnswerDraft.Totals(usedTokens, threshold - usedTokens));
    }

    private static SegmentedText withBudgetMeta(ToolResult result, AnswerMeta answerMeta) {
        Slice raw = result.raw();
        Slice serverMeta = result.meta();
        ByteSink newMeta = new ByteSink(256);
        if (serverMeta == null) {
            answerMeta.writeMember(newMeta, null);
            if (newMeta.size() == 0) {
                return SegmentedText.of(raw);
            }
            // the only member needs no comma
            Slice member = isEmptyObject(raw) ? newMeta.slice(1, newMeta.size()) : newMeta.slice();
            return SegmentedText.of(raw.sub(0, raw.length() - 1), member, raw.sub(raw.length() - 1, raw.length()));
        }
        answerMeta.writeObject(newMeta, serverMeta, true);
        Slice beforeMeta = new Slice(raw.bytes(), raw.from(), serverMeta.from());
        return SegmentedText.of(beforeMeta, newMeta.slice(), new Slice(raw.bytes(), serverMeta.to(), raw.to()));
    }

    /** Returns a result of Plimsoll with a mark in {@code _meta} that it came from another call. */
    public static SegmentedText withCacheMark(SegmentedText result, Slice mark) {
        Slice json = result.joined();
        if (json.isEmpty() || Json.type(json) != JsonType.OBJECT) {
            return result;
        }
        Slice meta = Members.get(json, "_meta");
        boolean hasMeta = meta != null && Json.type(meta) == JsonType.OBJECT;
        Slice target = hasMeta && meta != null ? meta : json;
        int end = target.to() - 1;
        ByteSink out = new ByteSink(160).ascii(isEmptyObject(target) ? "" : ",");
        if (!hasMeta) {
            out.member("_meta").ascii("{");
        }
        out.member(CACHE_KEY).raw(mark).ascii(hasMeta ? "" : "}");
        return SegmentedText.of(
                new Slice(json.bytes(), json.from(), end), out.slice(), new Slice(json.bytes(), end, json.to()));
    }

    /** Writes {@code ,"_meta":{…}} of an answer that Plimsoll wrote completely, if the policy wants it. */
    public static void writeBudget(ByteSink out, Policy policy, long usedTokens, int threshold) {
        of(policy, true)
                .budget(new AnswerDraft.Totals(usedTokens, threshold - usedTokens))
                .writeMember(out, null);
    }

    /**
     * Returns a result of Plimsoll whose budget in {@code _meta} also includes the budget of the session.
     *
     * @param remaining remaining tokens of the session's budget
     */
    public static SegmentedText withSessionBudget(SegmentedText result, long budget, long remaining) {
        Slice json = result.joined();
        Slice meta = !json.isEmpty() && Json.type(json) == JsonType.OBJECT ? Members.get(json, "_meta") : null;
        Slice budgetMeta =
                meta == null || Json.type(meta) != JsonType.OBJECT ? null : Members.get(meta, PREFIX + "budget");
        if (budgetMeta == null || budgetMeta.length() < 2) {
            return result;
        }
        int end = budgetMeta.to() - 1;
        ByteSink sessionBudget =
                new ByteSink(64).ascii(",").member("sessionBudget").number(budget);
        sessionBudget.member("sessionRemaining").number(remaining);
        return SegmentedText.of(
                new Slice(json.bytes(), json.from(), end),
                sessionBudget.slice(),
                new Slice(json.bytes(), end, json.to()));
    }

    private static boolean isEmptyObject(Slice object) {
        return !Members.of(object).next();
    }

    /** Writes {@code ,"_meta":{…}}, or nothing if it would be empty. */
    void writeMember(ByteSink out, @Nullable Slice serverMeta) {
        int sizeBefore = out.size();
        // writes the comma even into an empty sink, because the members before are written elsewhere
        out.ascii(",").member("_meta");
        int start = out.size();
        writeObject(out, serverMeta, false);
        if (out.size() == start + 2 && serverMeta == null) {
            out.truncate(sizeBefore);
        }
    }

    private void writeObject(ByteSink out, @Nullable Slice serverMeta, boolean isForwarded) {
        out.ascii("{");
        int emptySize = out.size();
        Members members =
                serverMeta == null || Json.type(serverMeta) != JsonType.OBJECT ? null : Members.of(serverMeta);
        while (members != null && members.next()) {
            if (!hasOwnPrefix(members)) {
                out.ascii(out.size() == emptySize ? "" : ",");
                out.json(members.member(), isSlim && !isForwarded);
            }
        }
        AnswerDraft.Totals cost = totals;
        if (hasBudget && cost != null) {
            out.member(PREFIX + "budget").ascii("{").member("estimatedTokens").number(cost.used());
            out.member("budgetUsed").number(cost.used());
            out.member("budgetRemaining").number(cost.remaining());
            out.member("threshold").number(cost.used() + cost.remaining()).ascii("}");
        }
        Slice pageObject = page;
        if (pageObject != null) {
            out.member(PREFIX + "page").raw(pageObject);
        }
        RemovedMembers removed = removedMembers;
        if (removed != null) {
            out.member(PREFIX + "stripped").ascii("{").member("members").number(removed.members);
            if (!removed.cursor.isEmpty()) {
                out.member("cursor").string(removed.cursor);
            }
            out.ascii("}");
        }
        out.ascii("}");
    }

    /** Writes {@code ,"_meta":{…}} with the server's own keys unchanged and Plimsoll's keys from an answer. */
    public static void writeJoined(ByteSink out, @Nullable Slice serverMeta, @Nullable Slice metaOfAnswer) {
        ByteSink members = new ByteSink(512).ascii("{");
        copyMembers(serverMeta, false, members);
        copyMembers(metaOfAnswer, true, members);
        if (members.size() > 1 || serverMeta != null) {
            out.member("_meta").raw(members.ascii("}").slice());
        }
    }

    private static void copyMembers(@Nullable Slice object, boolean isForOwnKeys, ByteSink out) {
        Members members = object == null || Json.type(object) != JsonType.OBJECT ? null : Members.of(object);
        while (members != null && members.next()) {
            if (hasOwnPrefix(members) == isForOwnKeys) {
                out.ascii(out.size() == 1 ? "" : ",").raw(members.member());
            }
        }
    }

    private static boolean hasOwnPrefix(Members members) {
        return members.key().length() <= 1024 && members.keyText().startsWith(PREFIX);
    }
}
