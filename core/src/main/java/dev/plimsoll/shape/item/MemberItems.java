package dev.plimsoll.shape.item;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.MemberIndex;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.fold.FoldWriter;
import dev.plimsoll.shape.fold.MemberPaths;

/** The members of an object as items {@code {"key":…,"value":…}}, for objects that must be paged but have no list. */
public record MemberItems(MemberIndex index, MemberPaths memberPaths, JsonPointer objectPointer)
        implements ItemSequence {

    /** Bytes of {@code {"key":"","value":}}. */
    private static final int FRAME_BYTES = 19;

    private static final int MAX_KEY_LENGTH = 200;

    public static MemberItems of(Slice object, JsonPointer objectPointer) {
        return new MemberItems(MemberIndex.of(object), MemberPaths.of(object), objectPointer);
    }

    @Override
    public int count() {
        return index.count();
    }

    @Override
    public boolean exceeds(int i, int bytes) {
        int overhead = index.keyLength(i) + FRAME_BYTES;
        return overhead > bytes || Json.exceeds(index.value(i), bytes - overhead);
    }

    @Override
    public void write(int i, AnswerDraft answerDraft) {
        writeKey(index.key(i), answerDraft);
        answerDraft.json(index.value(i)).ascii("}");
    }

    private static void writeKey(Slice key, AnswerDraft answerDraft) {
        answerDraft.ascii("{").member("key").quoted(key).member("value");
    }

    @Override
    public void fold(int i, FoldWriter foldWriter, AnswerDraft answerDraft) {
        Slice key = index.key(i);
        if (key.length() <= MAX_KEY_LENGTH) {
            writeKey(key, answerDraft);
            foldWriter.write(index.value(i), memberPaths.isRepeated(key) ? null : pointer(i));
        } else {
            Slice text = Slice.of(JsonText.unescape(key));
            Slice head = text.sub(0, Utf8.graphemeFloor(text, Math.min(text.length(), MAX_KEY_LENGTH)));
            answerDraft.ascii("{").member("key").string(head);
            answerDraft.member("keyCharacters").number(Utf8.codePoints(text)).member("value");
            foldWriter.write(index.value(i), null);
        }
        answerDraft.ascii("}");
    }

    @Override
    public JsonPointer pointer(int i) {
        return objectPointer.child(index.keyText(i));
    }

    @Override
    public String path(int i) {
        Slice key = index.key(i);
        return key.length() > MAX_KEY_LENGTH || memberPaths.isRepeated(key) ? "" : ItemSequence.super.path(i);
    }

    @Override
    public Slice value(int i) {
        return index.value(i);
    }

    @Override
    public JsonType sourceType() {
        return JsonType.OBJECT;
    }
}
