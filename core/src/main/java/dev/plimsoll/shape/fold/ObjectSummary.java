package dev.plimsoll.shape.fold;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.shape.draft.AnswerDraft;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Writes one object within a budget. Spends the budget first on the identifying members, then on the other scalars,
 * then on a short text for each other member. The rest of the budget adds detail to the members, level by level. All
 * members are written in document order.
 */
final class ObjectSummary {

    // the minimum detail of each kind of member: CONTAINER for objects and arrays, SCALAR and SHORT_SCALAR for scalars;
    // for identifying members, NAME for scalars, and REFERENCE for objects and arrays
    private static final SummaryDetail CONTAINER = new SummaryDetail(40, 0, 1, 0, true);
    private static final SummaryDetail SHORT_SCALAR = new SummaryDetail(16, 0, 1, 0, true);
    private static final SummaryDetail SCALAR = new SummaryDetail(80, 0, 1, 0, true);
    private static final SummaryDetail NAME = new SummaryDetail(200, 0, 1, 0, true);
    private static final SummaryDetail REFERENCE = new SummaryDetail(80, 1, 2, 20, true);

    private static final int MAX_KEY_LENGTH = 100;

    /** Number of consecutive members that do not fit, after which a group of members gets no more detail. */
    private static final int MAX_MISSES = 20;

    private final ItemIdentity itemIdentity;
    private final FoldWriter foldWriter;
    private final AnswerDraft target;
    private final MemberPaths memberPaths;
    private final @Nullable JsonPointer pointer;
    private final List<Member> members = new ArrayList<>();
    private int tokensLeft;
    private int bytesLeft;

    /**
     * Creates a summary.
     *
     * @param foldWriter records what is left out
     * @param target draft that the object is written to
     * @param pointer position of the object; null if no path can name it
     */
    ObjectSummary(
            FoldWriter foldWriter,
            ItemIdentity itemIdentity,
            AnswerDraft target,
            MemberPaths memberPaths,
            @Nullable JsonPointer pointer,
            Budget budget) {
        this.foldWriter = foldWriter;
        this.itemIdentity = itemIdentity;
        this.target = target;
        this.memberPaths = memberPaths;
        this.pointer = pointer;
        this.tokensLeft = budget.tokens() - 2;
        this.bytesLeft = budget.bytes() - 2;
    }

    /** A member, and the most detailed form of its value that fits so far; done if no more detail is possible. */
    private static final class Member {

        final Slice key;
        final Slice value;
        final boolean isIdentifying;
        final boolean isScalar;
        boolean isDone;

        @Nullable Form form;

        Member(Slice key, Slice value, boolean isIdentifying) {
            this.key = key;
            this.value = value;
            this.isIdentifying = isIdentifying;
            JsonType type = Json.type(value);
            this.isScalar = type != JsonType.OBJECT && type != JsonType.ARRAY;
            this.isDone = key.length() > MAX_KEY_LENGTH;
        }
    }

    /**
     * A written member.
     *
     * @param writer has the records of what the value leaves out
     */
    private record Form(AnswerDraft name, AnswerDraft value, FoldWriter writer) {

        int tokens() {
            return name.tokens() + value.tokens();
        }

        int bytes() {
            return name.bytes() + value.bytes();
        }
    }

    /** Writes the object. Uses at most the given budget, unless not even the braces fit. */
    void write(Slice object) {
        Members objectMembers = Members.of(object);
        while (objectMembers.next()) {
            boolean isIdentifying = objectMembers.key().length() <= MAX_KEY_LENGTH
                    && itemIdentity.identifies(objectMembers.keyText(), objectMembers.value());
            members.add(new Member(objectMembers.key(), objectMembers.value(), isIdentifying));
        }
        spendBudget();
        target.ascii("{");
        int shownMembers = 0;
        for (Member member : members) {
            Form form = member.form;
            if (form == null) {
                foldWriter.recordOmitted(memberPaths.path(pointer, member.key), member.value);
                continue;
            }
            // each written name begins with a comma, which the first member does not need
            Slice name = form.name.written();
            target.raw(shownMembers++ == 0 ? name.sub(1, name.length()) : name).append(form.value);
            foldWriter.add(form.writer);
        }
        if (shownMembers < members.size()) {
            foldWriter.recordFold(pointer, object, shownMembers + " of " + members.size() + " members");
        }
        target.ascii("}");
    }

    private void spendBudget() {
        upgrade(member -> member.isIdentifying && member.isScalar, NAME, SCALAR, SHORT_SCALAR);
        upgrade(member -> member.isIdentifying && !member.isScalar, REFERENCE, CONTAINER);
        upgrade(member -> member.isScalar && !member.isIdentifying, SCALAR, SHORT_SCALAR);
        upgrade(member -> !member.isScalar && !member.isIdentifying, CONTAINER);
        for (int i = SummaryDetail.RICH_TO_POOR.size() - 1; i >= 0; i--) {
            SummaryDetail summaryDetail = SummaryDetail.RICH_TO_POOR.get(i);
            if (summaryDetail.depth() > 1) {
                upgrade(member -> member.form != null, summaryDetail);
            }
        }
    }

    /** Gives each selected member the first of the details that fits, unless its current form is at least as long. */
    private void upgrade(Predicate<Member> filter, SummaryDetail... details) {
        int misses = 0;
        for (Member member : members) {
            if (misses < MAX_MISSES && !member.isDone && filter.test(member)) {
                misses = upgradeMember(member, details) ? 0 : misses + 1;
            }
        }
    }

    private boolean upgradeMember(Member member, SummaryDetail... details) {
        Form previousForm = member.form;
        int previousTokens = previousForm == null ? 0 : previousForm.tokens();
        int previousBytes = previousForm == null ? 0 : previousForm.bytes();
        for (SummaryDetail summaryDetail : details) {
            Form form = form(member, summaryDetail, bytesLeft + previousBytes);
            int tokens = form.tokens() - previousTokens;
            int bytes = form.bytes() - previousBytes;
            if (tokens <= tokensLeft && bytes <= bytesLeft) {
                // a form that is not longer shows nothing more
                if (bytes > 0) {
                    tokensLeft -= tokens;
                    bytesLeft -= bytes;
                    member.form = form;
                    member.isDone = form.writer.isComplete();
                }
                return true;
            }
        }
        // what does not fit now does not fit with more detail either; a member without a form may still get a shorter
        // one
        member.isDone = previousForm != null;
        return false;
    }

    private Form form(Member member, SummaryDetail summaryDetail, int maxBytes) {
        AnswerDraft name = target.fresh().ascii(",").key(member.key);
        AnswerDraft value = target.fresh();
        FoldWriter writer = foldWriter.withDetail(summaryDetail, value, maxBytes);
        writer.write(member.value, memberPaths.path(pointer, member.key), 1);
        return new Form(name, value, writer);
    }
}
