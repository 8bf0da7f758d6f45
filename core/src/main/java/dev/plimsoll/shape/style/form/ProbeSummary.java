package dev.plimsoll.shape.style.form;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.shape.AnswerHeader;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.shape.LazyRows;
import dev.plimsoll.shape.MoreUpstream;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.ShapedText;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.draft.BudgetTooSmallException;
import dev.plimsoll.shape.fold.FoldWriter;
import dev.plimsoll.shape.item.IndexedResult;
import dev.plimsoll.shape.item.ItemSequence;
import dev.plimsoll.shape.item.LineItems;
import dev.plimsoll.shape.notice.Notices;
import dev.plimsoll.telemetry.OutcomeKind;
import java.util.List;

/**
 * Mode {@code summary} of style {@code probe}: the first ten members or five items, with values cut to 100 characters.
 */
public final class ProbeSummary {

    private static final String CURSOR = "nextCursor";
    private static final int KEYS = 10;
    private static final int MAX_KEY_LENGTH = 400;

    /**
     * Limits of what the summary shows.
     *
     * @param keys members of the target, if it is an object
     * @param members members of each item, if the target is a list; 0 to show the beginning of its JSON text
     */
    private record SummaryLimits(int keys, int items, int members, int characters) {}

    /** The regular limits, and lower limits for small budgets. */
    private static final List<SummaryLimits> LIMITS = List.of(
            new SummaryLimits(KEYS, 5, Integer.MAX_VALUE, 100),
            new SummaryLimits(KEYS, 5, KEYS, 100),
            new SummaryLimits(KEYS, 5, 0, 100),
            new SummaryLimits(KEYS, 5, 0, 40),
            new SummaryLimits(5, 3, 0, 16),
            new SummaryLimits(1, 1, 0, 4));

    private final ShapeTask shapeTask;
    private final IndexedResult indexedResult;
    private final boolean isBlockList;

    public ProbeSummary(ShapeTask shapeTask, IndexedResult indexedResult, boolean isBlockList) {
        this.shapeTask = shapeTask;
        this.indexedResult = indexedResult;
        this.isBlockList = isBlockList;
    }

    public ShapedText summary() {
        for (SummaryLimits limits : LIMITS) {
            ShapedText shapedText = writeAnswer(limits);
            if (shapeTask.allows(shapedText)) {
                return shapedText;
            }
        }
        throw new BudgetTooSmallException(shapeTask.pageBudget());
    }

    private ShapedText writeAnswer(SummaryLimits limits) {
        AnswerDraft answerDraft = shapeTask.draft();
        DocumentPart documentPart = shapeTask.target();
        boolean isObject = !isBlockList && documentPart.isOfType(JsonType.OBJECT);
        long total = isObject
                ? writeMembers(documentPart.bytes(), limits, answerDraft)
                : writeItems(documentPart, limits, answerDraft);
        AnswerHeader answerHeader =
                new AnswerHeader(false, ProbeForm.FORM).notice(Notices.excerpt(shapeTask.facts(), isObject, total));
        answerHeader
                .flag("hasMore", true)
                .cursor(CURSOR, shapeTask.startOfTarget())
                .costs(shapeTask);
        return new ShapedText(null, answerDraft, true, answerHeader, OutcomeKind.SUMMARIZED, false, null, null);
    }

    private long writeMembers(Slice object, SummaryLimits limits, AnswerDraft answerDraft) {
        boolean hasNameConflict = Members.get(object, CURSOR) != null
                || (!shapeTask.facts().more().isNone() && Members.get(object, MoreUpstream.NAME) != null);
        answerDraft.ascii("{");
        if (hasNameConflict) {
            answerDraft.member("value").ascii("{");
        }
        int shownMembers = 0;
        int memberCount = 0;
        Members members = Members.of(object);
        while (members.next()) {
            if (shownMembers < limits.keys && members.key().length() <= MAX_KEY_LENGTH) {
                answerDraft.ascii(shownMembers++ == 0 ? "" : ",").key(members.key());
                writeCut(members.value(), limits.characters, answerDraft);
            }
            memberCount++;
        }
        answerDraft.ascii(hasNameConflict ? "}," : shownMembers == 0 ? "" : ",");
        close(answerDraft);
        return memberCount;
    }

    private long writeItems(DocumentPart documentPart, SummaryLimits limits, AnswerDraft answerDraft) {
        boolean isList = isBlockList || documentPart.isOfType(JsonType.ARRAY);
        ItemIndex index = isList ? ItemIndex.of(documentPart.bytes()) : null;
        ItemSequence lines =
                new LineItems(documentPart.bytes(), indexedResult.lines(documentPart.bytes()), documentPart.pointer());
        int count = index == null ? lines.count() : index.count();
        answerDraft.ascii("{").member("items").ascii("[");
        for (int i = 0; i < Math.min(count, limits.items); i++) {
            answerDraft.ascii(i == 0 ? "" : ",");
            if (index == null) {
                writeText(lines.value(i), limits.characters, answerDraft);
            } else {
                writeItem(index.item(i), limits, answerDraft);
            }
        }
        close(answerDraft.ascii("],"));
        LazyRows lazyRows = indexedResult.lazyRows(documentPart);
        return lazyRows == null ? count : lazyRows.total();
    }

    private void close(AnswerDraft answerDraft) {
        answerDraft.field(CURSOR).cursorString(shapeTask.startOfTarget());
        shapeTask.facts().more().writeMember(answerDraft, shapeTask.budget().tokens());
        answerDraft.ascii("}");
    }

    private static void writeItem(Slice item, SummaryLimits limits, AnswerDraft answerDraft) {
        if (limits.members == 0 || Json.type(item) != JsonType.OBJECT) {
            writeCut(item, limits.characters, answerDraft);
            return;
        }
        answerDraft.ascii("{");
        int shownMembers = 0;
        Members members = Members.of(item);
        while (members.next() && shownMembers < limits.members) {
            if (members.key().length() <= MAX_KEY_LENGTH) {
                answerDraft.ascii(shownMembers++ == 0 ? "" : ",").key(members.key());
                writeCut(members.value(), limits.characters, answerDraft);
            }
        }
        answerDraft.ascii("}");
    }

    /** Writes a value unchanged if it is short; otherwise the beginning of a string, or of its JSON text. */
    private static void writeCut(Slice value, int characters, AnswerDraft answerDraft) {
        if (!Json.exceeds(value, characters) || FoldWriter.prefixLength(value, characters) == value.length()) {
            answerDraft.json(value);
        } else if (Json.type(value) == JsonType.STRING) {
            writeText(JsonText.unescapeToSlice(Json.stringInside(value)), characters, answerDraft);
        } else {
            writeText(value, characters, answerDraft);
        }
    }

    private static void writeText(Slice text, int characters, AnswerDraft answerDraft) {
        answerDraft.string(text.sub(0, FoldWriter.prefixLength(text, characters)));
    }
}
