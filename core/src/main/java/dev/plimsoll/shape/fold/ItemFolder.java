package dev.plimsoll.shape.fold;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.texttype.TextType;
import dev.plimsoll.texttype.TextTypes;
import dev.plimsoll.tokens.TokenCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes a shortened value, at one level of detail or with as much detail as fits. Records each shortened
 * value with the path that reads it.
 */
public final class ItemFolder {

    private static final int MAX_PATH_LENGTH = 120;
    private static final int MAX_FOLDS = 2000;

    /**
     * Number of tokens, and of bytes, below which a short text describes an object better than one or two of its
     * members.
     */
    private static final int MIN_OBJECT_SIZE = 16;

    private final SummaryDetail summaryDetail;
    private final ItemIdentity itemIdentity;
    private final TokenCounter quickCounter;
    private final AnswerDraft out;
    private final int byteLimit;
    private final @Nullable Budget limit;
    private final List<FoldRecord> folds = new ArrayList<>();
    private int unnamedCount;

    public ItemFolder(
            SummaryDetail summaryDetail,
            ItemIdentity itemIdentity,
            TokenCounter quickCounter,
            AnswerDraft out,
            int byteLimit) {
        this(summaryDetail, itemIdentity, quickCounter, out, byteLimit, null);
    }

    private ItemFolder(
            SummaryDetail summaryDetail,
            ItemIdentity itemIdentity,
            TokenCounter quickCounter,
            AnswerDraft out,
            int byteLimit,
            @Nullable Budget budget) {
        this.summaryDetail = summaryDetail;
        this.itemIdentity = itemIdentity;
        this.quickCounter = quickCounter;
        this.out = out;
        this.byteLimit = byteLimit;
        this.limit = budget;
    }

    /** Creates a folder that writes values with as much detail as possible while {@code out} stays within {@code budget}. */
    public static ItemFolder within(
            Budget budget, ItemIdentity itemIdentity, TokenCounter quickCounter, AnswerDraft out) {
        SummaryDetail shortest = SummaryDetail.RICH_TO_POOR.get(SummaryDetail.RICH_TO_POOR.size() - 1);
        return new ItemFolder(shortest, itemIdentity, quickCounter, out, budget.bytes(), budget);
    }

    /** Creates a folder that writes to another draft, with the same identifying fields. */
    ItemFolder withDetail(SummaryDetail other, AnswerDraft elsewhere, int bytes) {
        return new ItemFolder(other, itemIdentity, quickCounter, elsewhere, bytes);
    }

    /** Adds the records of another folder. */
    void add(ItemFolder other) {
        folds.addAll(other.folds);
        unnamedCount += other.unnamedCount;
    }

    boolean isComplete() {
        return folds.isEmpty() && unnamedCount == 0;
    }

    public List<FoldRecord> folds() {
        return folds;
    }

    /**
     * Returns the number of shortened values without a record: no path names them, their path is too
     * long, or there are too many records. The path of a value around them reads them.
     */
    public int unnamedCount() {
        return unnamedCount;
    }

    /**
     * Writes the value. Stops when the byte limit is exceeded. The JSON is then incomplete, and the
     * caller discards it, because this level of detail does not fit.
     *
     * @param at JSON Pointer of the value; null if no path can name it
     */
    public void write(Slice value, @Nullable JsonPointer at) {
        if (limit == null) {
            write(value, at, 0);
            return;
        }
        Budget left = limit.minus(out.tokens(), out.bytes());
        if (Json.type(value) == JsonType.OBJECT && left.allows(MIN_OBJECT_SIZE, MIN_OBJECT_SIZE)) {
            new ObjectSummary(this, itemIdentity, out, KeyCounts.of(value), at, left).write(value);
        } else {
            writeRichest(itemFolder -> itemFolder.write(value, at, 0));
        }
    }

    /** Writes at the richest level of detail that fits, or at the poorest if none fits. */
    private void writeRichest(Consumer<ItemFolder> writer) {
        ItemFolder last = this;
        for (SummaryDetail level : SummaryDetail.RICH_TO_POOR) {
            AnswerDraft.Mark mark = out.mark();
            last = withDetail(level, out, byteLimit);
            writer.accept(last);
            boolean isShortest = level.equals(summaryDetail);
            if (isShortest || (limit != null && limit.allows(out.tokens(), out.bytes()))) {
                break;
            }
            out.resetTo(mark);
        }
        add(last);
    }

    private boolean isFull() {
        return out.bytes() > byteLimit;
    }

    /** Writes a value that is {@code level} levels below the value that this folder shortens. */
    public void write(Slice value, @Nullable JsonPointer at, int level) {
        if (isFull()) {
            return;
        }
        JsonType type = Json.type(value);
        if (summaryDetail.depth() > 0 && !Json.exceeds(value, summaryDetail.characters())) {
            out.json(value);
        } else if (type == JsonType.STRING) {
            writeString(value, at);
        } else if (type == JsonType.ARRAY || type == JsonType.OBJECT) {
            writeContainer(value, type, at, level);
        } else if (value.length() <= Math.max(summaryDetail.characters(), 40)) {
            out.raw(value);
        } else {
            String digits = value.sub(0, Math.min(12, value.length())).utf8();
            out.string(digits + "… [a number of " + value.length() + " characters" + pathSuffix(at) + "]");
            recordFold(at, value, "its first digits");
        }
    }

    private void writeContainer(Slice value, JsonType type, @Nullable JsonPointer at, int level) {
        if (level >= summaryDetail.depth()) {
            int count = type == JsonType.ARRAY ? ItemIndex.of(value).count() : countMembers(value);
            String unit = type == JsonType.ARRAY ? " items" : " members";
            out.string("[" + count + unit + pathSuffix(at) + "]");
            recordFold(at, value, "none of " + count + unit);
        } else if (type == JsonType.ARRAY) {
            writeArray(value, at, level);
        } else {
            writeObject(value, at, level);
        }
    }

    private void writeString(Slice value, @Nullable JsonPointer at) {
        Slice text = Slice.of(JsonText.unescape(Json.stringInside(value)));
        int characters = Utf8.codePoints(text);
        if (characters <= summaryDetail.characters()) {
            out.json(value);
        } else {
            int shown = writeCut(text, characters, at);
            recordFold(
                    at,
                    value,
                    (shown == 0 ? "none" : summaryDetail.characters()) + " of " + characters + " characters");
        }
    }

    /** Writes a text that is not a JSON string yet. */
    public void text(Slice text) {
        if (limit != null) {
            writeRichest(itemFolder -> itemFolder.text(text));
            return;
        }
        int characters = Utf8.codePoints(text);
        if (characters <= summaryDetail.characters()) {
            out.string(text);
        } else {
            writeCut(text, characters, null);
        }
    }

    /**
     * Writes the beginning of a text and returns its length in bytes. Shows nothing of base64: its beginning is useless
     * to a model and costs more than words.
     */
    private int writeCut(Slice text, int characters, @Nullable JsonPointer at) {
        boolean isBase64 = TextTypes.of(text) == TextType.BASE64;
        int cut = isBase64 ? 0 : Utf8.graphemeFloor(text, prefix(text, summaryDetail.characters()));
        String tail = (isBase64 ? "[" + characters + " characters of base64" : "… [" + characters + " characters")
                + pathSuffix(at) + "]";
        out.string(
                new ByteSink(cut + 80).raw(text.sub(0, cut)).raw(Slice.of(tail)).slice());
        return cut;
    }

    /** Returns the length in bytes of the first {@code characters} code points. */
    public static int prefix(Slice text, int characters) {
        int at = 0;
        for (int left = characters; left > 0 && at < text.length(); left--) {
            at++;
            while (at < text.length() && (text.at(at) & 0xC0) == 0x80) {
                at++;
            }
        }
        return at;
    }

    private void writeArray(Slice value, @Nullable JsonPointer at, int level) {
        ItemIndex items = ItemIndex.of(value);
        int shown = Math.min(items.count(), summaryDetail.items());
        out.ascii("[");
        for (int i = 0; i < shown && !isFull(); i++) {
            out.ascii(i == 0 ? "" : ",");
            write(items.item(i), at == null ? null : at.child(i), level + 1);
        }
        int left = items.count() - shown;
        if (left > 0) {
            out.ascii(shown == 0 ? "" : ",")
                    .string("… " + left + " of " + items.count() + " items left out" + pathSuffix(at));
            recordFold(at, value, shown + " of " + items.count() + " items");
        }
        out.ascii("]");
    }

    private void writeObject(Slice value, @Nullable JsonPointer at, int level) {
        boolean hasIdentity = !summaryDetail.identifying() || hasIdentifyingMember(value);
        KeyCounts counts = KeyCounts.of(value);
        out.ascii("{");
        int shown = 0;
        int all = 0;
        Members members = Members.of(value);
        while (members.next() && !isFull()) {
            all++;
            if (shown < summaryDetail.members() && isShown(members, hasIdentity)) {
                out.ascii(shown++ == 0 ? "" : ",").key(members.key());
                write(members.value(), counts.path(at, members), level + 1);
            } else {
                noteOmitted(counts.path(at, members), members.value());
            }
        }
        if (shown < all) {
            recordFold(at, value, shown + " of " + all + " members");
        }
        out.ascii("}");
    }

    private boolean isShown(Members members, boolean hasIdentity) {
        if (members.key().length() > Math.max(summaryDetail.characters(), 40)) {
            return false;
        }
        if (!summaryDetail.identifying()) {
            return true;
        }
        JsonType type = Json.type(members.value());
        return hasIdentity
                ? itemIdentity.identifies(members.keyText(), members.value())
                : type != JsonType.OBJECT && type != JsonType.ARRAY;
    }

    private boolean hasIdentifyingMember(Slice object) {
        Members members = Members.of(object);
        while (members.next()) {
            if (members.key().length() <= MAX_PATH_LENGTH
                    && itemIdentity.identifies(members.keyText(), members.value())) {
                return true;
            }
        }
        return false;
    }

    private static int countMembers(Slice object) {
        int count = 0;
        Members members = Members.of(object);
        while (members.next()) {
            count++;
        }
        return count;
    }

    private static String pathSuffix(@Nullable JsonPointer at) {
        String path = at == null ? "" : at.toString();
        return path.isEmpty() || path.length() > MAX_PATH_LENGTH ? "" : "; path " + path;
    }

    /** Records a member that is not shown, unless it is short. */
    void noteOmitted(@Nullable JsonPointer at, Slice value) {
        if (value.length() > summaryDetail.characters()) {
            recordFold(at, value, "left out");
        }
    }

    /** Records a value that is shown shortened. */
    void recordFold(@Nullable JsonPointer at, Slice value, String shown) {
        String path = at == null ? "" : at.toString();
        if (at == null || path.length() > MAX_PATH_LENGTH || folds.size() >= MAX_FOLDS) {
            unnamedCount++;
            return;
        }
        String type = Json.type(value).name().toLowerCase(Locale.ROOT);
        folds.add(new FoldRecord(path, type, quickCounter.count(value), shown));
    }
}
