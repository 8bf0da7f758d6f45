package dev.plimsoll.shape.item.find;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.search.SearchHit;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.draft.TextExcerpt;
import dev.plimsoll.shape.fold.ItemIdentity;
import org.jspecify.annotations.Nullable;

/** Short form of a record: its identifying fields, and the member that contains the match if it is short enough. */
final class MatchRecord {

    /** Maximum number of characters in an excerpt. */
    static final int EXCERPT_LENGTH = 240;

    private static final int MAX_FIELDS = 6;
    private static final int MAX_FIELD_LENGTH = 80;

    private final Slice record;
    private final ItemIdentity itemIdentity;
    private final @Nullable SearchHit searchHit;
    private int writtenFields;
    private boolean hasMatch;

    /** Creates the short form of a record. The hit is null if the record does not match. */
    MatchRecord(Slice record, ItemIdentity itemIdentity, @Nullable SearchHit searchHit) {
        this.record = record;
        this.itemIdentity = itemIdentity;
        this.searchHit = searchHit;
    }

    /** Writes the short form, and returns whether it contains the match. */
    boolean write(AnswerDraft answerDraft) {
        answerDraft.ascii("{");
        boolean isFirst = true;
        Members members = Members.of(record);
        while (members.next()) {
            AnswerDraft value = new AnswerDraft(answerDraft.counter());
            boolean isShown = isMatch(members) ? writeMatch(members.value(), value) : writeField(members, value);
            if (isShown) {
                answerDraft.ascii(isFirst ? "" : ",").rawString(members.key()).ascii(":");
                answerDraft.raw(value.written());
                isFirst = false;
            }
        }
        answerDraft.ascii("}");
        return hasMatch;
    }

    /** Returns whether the match is in the current member. */
    private boolean isMatch(Members members) {
        SearchHit hit = searchHit;
        Slice value = members.value();
        return hit != null && hit.tokenOffset() >= members.key().from() - 1 && hit.tokenOffset() <= value.from();
    }

    private boolean writeMatch(Slice value, AnswerDraft out) {
        SearchHit hit = searchHit;
        boolean isInText = hit != null && !hit.isKey() && Json.type(value) == JsonType.STRING;
        if (hit != null && isInText) {
            out.string(TextExcerpt.of(hit.text(), hit.start(), EXCERPT_LENGTH));
        } else if (value.length() <= EXCERPT_LENGTH) {
            out.json(value);
        } else {
            return false;
        }
        hasMatch = true;
        return true;
    }

    private boolean writeField(Members members, AnswerDraft out) {
        Slice value = members.value();
        JsonType type = Json.type(value);
        boolean isScalar = type != JsonType.OBJECT && type != JsonType.ARRAY;
        boolean isShort = value.length() <= MAX_FIELD_LENGTH && members.key().length() <= MAX_FIELD_LENGTH;
        if (!isScalar
                || !isShort
                || writtenFields == MAX_FIELDS
                || !itemIdentity.identifies(members.keyText(), value)) {
            return false;
        }
        writtenFields++;
        out.json(value);
        return true;
    }
}
