package dev.plimsoll.shape.style.form;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.shape.AnswerHeader;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.ShapedText;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.literal.TrimForm;
import dev.plimsoll.shape.notice.Notices;
import dev.plimsoll.telemetry.OutcomeKind;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Form of style {@code receipt}: reduces the result of a write to its status, ids, and counts. A cursor reads the
 * complete result.
 */
public final class ReceiptForm {

    private static final Set<String> STATUS = Set.of(
            "status",
            "state",
            "ok",
            "success",
            "result",
            "error",
            "errors",
            "code",
            "message",
            "outcome",
            "version",
            "revision",
            "etag",
            "url",
            "href");
    private static final Set<String> IDS = Set.of("id", "ids", "uuid", "guid", "key", "ref", "number", "sku", "slug");
    private static final Set<String> COUNTS = Set.of(
            "count",
            "total",
            "affected",
            "created",
            "updated",
            "deleted",
            "inserted",
            "modified",
            "matched",
            "skipped",
            "failed",
            "rows",
            "changed");

    /** Maximum numbers of ids, in the order in which they are tried. */
    private static final int[] MAX_IDS = {25, 5, 0};

    private static final int MAX_KEY_LENGTH = 100;
    private static final int MAX_VALUE_LENGTH = 200;
    private static final int MAX_DEPTH = 3;

    private final ShapeTask shapeTask;

    public ReceiptForm(ShapeTask shapeTask) {
        this.shapeTask = shapeTask;
    }

    /**
     * Returns the receipt with as many ids as fit; null if it does not fit or would be empty, so that a summary is
     * needed.
     */
    public @Nullable ShapedText receipt() {
        DocumentPart documentPart = shapeTask.target();
        boolean isObject = documentPart.isOfType(JsonType.OBJECT);
        if ((!isObject && !documentPart.isOfType(JsonType.ARRAY))
                || (isObject && Members.get(documentPart.bytes(), TrimForm.HEADER_MEMBER) != null)) {
            return null;
        }
        for (int maxIds : MAX_IDS) {
            AnswerDraft answerDraft =
                    shapeTask.draft().ascii("{").member(TrimForm.HEADER_MEMBER).ascii("{");
            AnswerHeader answerHeader = header();
            answerHeader.writeTo(answerDraft);
            answerDraft.ascii("}");
            boolean hasMembers = isObject
                    ? writeMembers(documentPart.bytes(), 0, maxIds, answerDraft)
                    : writeList(documentPart.bytes(), maxIds, answerDraft);
            if (!hasMembers) {
                return null;
            }
            answerDraft.ascii("}");
            ShapedText receipt =
                    new ShapedText(null, answerDraft, true, answerHeader, OutcomeKind.RECEIPT, false, null, null);
            if (shapeTask.allows(receipt)) {
                return receipt;
            }
        }
        return null;
    }

    private AnswerHeader header() {
        AnswerHeader answerHeader = new AnswerHeader(false).notice(Notices.receipt(shapeTask.facts()));
        return answerHeader
                .flag("hasMore", true)
                .cursor("nextCursor", shapeTask.startOfTarget())
                .costs(shapeTask);
    }

    /** Writes the members of an object that belong to a receipt, each after a comma. Returns whether there are any. */
    private static boolean writeMembers(Slice object, int level, int maxIds, AnswerDraft answerDraft) {
        boolean hasMembers = false;
        Members members = Members.of(object);
        while (members.next()) {
            if (members.key().length() > MAX_KEY_LENGTH) {
                continue;
            }
            JsonType type = members.type();
            AnswerDraft.Mark start = answerDraft.mark();
            answerDraft.ascii(",").key(members.key());
            boolean isKept = type == JsonType.OBJECT
                    ? level < MAX_DEPTH && writeNested(members.value(), level, maxIds, answerDraft)
                    : type == JsonType.ARRAY
                            ? writeCounted(members.value(), maxIds, answerDraft)
                            : writeScalar(members, answerDraft);
            hasMembers |= isKept;
            if (!isKept) {
                answerDraft.resetTo(start);
            }
        }
        return hasMembers;
    }

    private static boolean writeNested(Slice object, int level, int maxIds, AnswerDraft answerDraft) {
        AnswerDraft nestedDraft = answerDraft.fresh();
        boolean hasMembers = writeMembers(object, level + 1, maxIds, nestedDraft);
        if (hasMembers) {
            answerDraft
                    .ascii("{")
                    .raw(nestedDraft.written().sub(1, nestedDraft.written().length()))
                    .ascii("}");
        }
        return hasMembers;
    }

    private static boolean writeScalar(Members member, AnswerDraft answerDraft) {
        boolean isShown = member.value().length() <= MAX_VALUE_LENGTH && isReceiptField(member.keyText());
        answerDraft.json(isShown ? member.value() : Slice.of(""));
        return isShown;
    }

    private static boolean writeCounted(Slice array, int maxIds, AnswerDraft answerDraft) {
        AnswerDraft nestedDraft = answerDraft.fresh();
        writeList(array, maxIds, nestedDraft);
        answerDraft.ascii("{").raw(nestedDraft.written()).ascii("}");
        return true;
    }

    /** Writes {@code "count":300,"ids":[…]} with the ids of the first items that have one. */
    private static boolean writeList(Slice array, int maxIds, AnswerDraft answerDraft) {
        ItemIndex items = ItemIndex.of(array);
        answerDraft.member("count").number(items.count());
        int shownIds = 0;
        for (int i = 0; i < items.count() && shownIds < maxIds; i++) {
            Slice id = findId(items.item(i));
            if (id != null) {
                if (shownIds++ == 0) {
                    answerDraft.member("ids").ascii("[");
                } else {
                    answerDraft.ascii(",");
                }
                answerDraft.json(id);
            }
        }
        answerDraft.ascii(shownIds == 0 ? "" : "]");
        return true;
    }

    private static @Nullable Slice findId(Slice item) {
        if (Json.type(item) != JsonType.OBJECT) {
            return null;
        }
        Members members = Members.of(item);
        while (members.next()) {
            boolean isScalar = members.type() == JsonType.STRING || members.type() == JsonType.NUMBER;
            boolean isShort =
                    members.key().length() <= MAX_KEY_LENGTH && members.value().length() <= MAX_VALUE_LENGTH;
            if (isScalar && isShort && IDS.contains(lastWord(members.keyText()))) {
                return members.value();
            }
        }
        return null;
    }

    private static boolean isReceiptField(String key) {
        String word = lastWord(key);
        return STATUS.contains(word) || IDS.contains(word) || COUNTS.contains(word);
    }

    /**
     * Returns the last word of a key in lower case, such as {@code id} for {@code order_id} and {@code orderId}, or
     * {@code count} for {@code modifiedCount}.
     */
    private static String lastWord(String key) {
        int wordStart = key.length();
        while (wordStart > 0 && Character.isLetterOrDigit(key.charAt(wordStart - 1))) {
            wordStart--;
            if (Character.isUpperCase(key.charAt(wordStart))
                    && wordStart > 0
                    && Character.isLowerCase(key.charAt(wordStart - 1))) {
                break;
            }
        }
        return key.substring(wordStart).toLowerCase(Locale.ROOT);
    }
}
