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
public final class FoldWriter {

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
    private final @Nullable Budget budget;
    private final List<FoldRecord> folds = new ArrayList<>();
    private int unnamedCount;

    public FoldWriter(
            SummaryDetail summaryDetail,
            ItemIdentity itemIdentity,
            TokenCounter quickCounter,
            AnswerDraft out,
            int byteLimit) {
        this(summaryDetail, itemIdentity, quickCounter, out, byteLimit, null);
    }

    private FoldWriter(
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
        this.budget = budget;
    }

    /**
     * Creates a writer that writes values with as much detail as possible while {@code out} stays within {@code
     * budget}.
     */
    public static FoldWriter within(
            Budget budget, ItemIdentity itemIdentity, TokenCounter quickCounter, AnswerDraft out) {
        SummaryDetail shortest = SummaryDetail.RICH_TO_POOR.get(SummaryDetail.RICH_TO_POOR.size() - 1);
        return new FoldWriter(shortest, itemIdentity, quickCounter, out, budget.bytes(), budget);
    }

    /** Creates a writer for another draft, with the same identifying fields. */
    FoldWriter withDetail(SummaryDetail newDetail, AnswerDraft draft, int maxBytes) {
        return new FoldWriter(newDetail, itemIdentity, quickCounter, draft, maxBytes);
    }

    /** Adds the records of another fold writer. */
    void add(FoldWriter other) {
        folds.addAll(other.folds);
        unnamedCount += other.unnamedCount;
    }

    /** Returns whether no value was shortened. */
    boolean isComplete() {
        return folds.isEmpty() && unnamedCount == 0;
    }

    public List<FoldRecord> folds() {
        return folds;
    }

    /**
     * Returns the number of shortened values without a record: no path names them, their path is too
     * long, or there are too many records. A model reads them with the path of a value that contains them.
     */
    public int unnamedCount() {
        return unnamedCount;
    }

    /**
     * Writes the value. Stops when the byte limit is exceeded. The JSON is then incomplete, and the
     * caller discards it, because this level of detail does not fit.
     *
     * @param pointer JSON Pointer of the value; null if no path can name it
     */
    public void write(Slice value, @Nullable JsonPointer pointer) {
        if (budget == null) {
            write(value, pointer, 0);
            return;
        }
        Budget remaining = budget.minus(out.tokens(), out.bytes());
        if (Json.type(value) == JsonType.OBJECT && remaining.allows(MIN_OBJECT_SIZE, MIN_OBJECT_SIZE)) {
            new ObjectSummary(this, itemIdentity, out, MemberPaths.of(value), pointer, remaining).write(value);
        } else {
            writeRichest(foldWriter -> foldWriter.write(value, pointer, 0));
        }
    }

    /** Writes at the richest level of detail that fits, or at the poorest if none fits. */
    private void writeRichest(Consumer<FoldWriter> writeTo) {
        FoldWriter levelWriter = this;
        for (SummaryDetail level : SummaryDetail.RICH_TO_POOR) {
            AnswerDraft.Mark mark = out.mark();
            levelWriter = withDetail(level, out, byteLimit);
            writeTo.accept(levelWriter);
            boolean isShortest = level.equals(summaryDetail);
            if (isShortest || (budget != null && budget.allows(out.tokens(), out.bytes()))) {
                break;
            }
            out.resetTo(mark);
        }
        add(levelWriter);
    }

    private boolean isFull() {
        return out.bytes() > byteLimit;
    }

    /** Writes a value that is {@code level} levels below the value that this writer shortens. */
    public void write(Slice value, @Nullable JsonPointer pointer, int level) {
        if (isFull()) {
            return;
        }
        JsonType type = Json.type(value);
        if (summaryDetail.depth() > 0 && !Json.exceeds(value, summaryDetail.characters())) {
            out.json(value);
        } else if (type == JsonType.STRING) {
            writeString(value, pointer);
        } else if (type == JsonType.ARRAY || type == JsonType.OBJECT) {
            writeContainer(value, type, pointer, level);
        } else if (value.length() <= Math.max(summaryDetail.characters(), 40)) {
            out.raw(value);
        } else {
            String digits = value.sub(0, Math.min(12, value.length())).utf8();
            out.string(digits + "… [a number of " + value.length() + " characters" + pathSuffix(pointer) + "]");
            recordFold(pointer, value, "its first digits");
        }
    }

    private void writeContainer(Slice value, JsonType type, @Nullable JsonPointer pointer, int level) {
        if (level >= summaryDetail.depth()) {
            int count = type == JsonType.ARRAY ? ItemIndex.of(value).count() : Members.count(value);
            String unit = type == JsonType.ARRAY ? " items" : " members";
            out.string("[" + count + unit + pathSuffix(pointer) + "]");
            recordFold(pointer, value, "none of " + count + unit);
        } else if (type == JsonType.ARRAY) {
            writeArray(value, pointer, level);
        } else {
            writeObject(value, pointer, level);
        }
    }

    private void writeString(Slice value, @Nullable JsonPointer pointer) {
        Slice text = Slice.of(JsonText.unescape(Json.stringInside(value)));
        int characters = Utf8.codePoints(text);
        if (characters <= summaryDetail.characters()) {
            out.json(value);
        } else {
            int shownBytes = writeCut(text, characters, pointer);
            recordFold(
                    pointer,
                    value,
                    (shownBytes == 0 ? "none" : summaryDetail.characters()) + " of " + characters + " characters");
        }
    }

    /** Writes a text that is not a JSON string yet. */
    public void writeText(Slice text) {
        if (budget != null) {
            writeRichest(foldWriter -> foldWriter.writeText(text));
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
    private int writeCut(Slice text, int characters, @Nullable JsonPointer pointer) {
        boolean isBase64 = TextTypes.detect(text) == TextType.BASE64;
        int cutEnd = isBase64 ? 0 : Utf8.graphemeFloor(text, prefixLength(text, summaryDetail.characters()));
        String suffix = (isBase64 ? "[" + characters + " characters of base64" : "… [" + characters + " characters")
                + pathSuffix(pointer) + "]";
        out.string(new ByteSink(cutEnd + 80)
                .raw(text.sub(0, cutEnd))
                .raw(Slice.of(suffix))
                .slice());
        return cutEnd;
    }

    /** Returns the length in bytes of the first {@code characters} code points. */
    public static int prefixLength(Slice text, int characters) {
        int end = 0;
        for (int remaining = characters; remaining > 0 && end < text.length(); remaining--) {
            end++;
            while (end < text.length() && (text.at(end) & 0xC0) == 0x80) {
                end++;
            }
        }
        return end;
    }

    private void writeArray(Slice value, @Nullable JsonPointer pointer, int level) {
        ItemIndex items = ItemIndex.of(value);
        int shownItems = Math.min(items.count(), summaryDetail.items());
        out.ascii("[");
        for (int i = 0; i < shownItems && !isFull(); i++) {
            out.ascii(i == 0 ? "" : ",");
            write(items.item(i), pointer == null ? null : pointer.child(i), level + 1);
        }
        int omitted = items.count() - shownItems;
        if (omitted > 0) {
            out.ascii(shownItems == 0 ? "" : ",")
                    .string("… " + omitted + " of " + items.count() + " items left out" + pathSuffix(pointer));
            recordFold(pointer, value, shownItems + " of " + items.count() + " items");
        }
        out.ascii("]");
    }

    private void writeObject(Slice value, @Nullable JsonPointer pointer, int level) {
        boolean hasIdentity = !summaryDetail.isIdentifyingOnly() || hasIdentifyingMember(value);
        MemberPaths memberPaths = MemberPaths.of(value);
        out.ascii("{");
        int shownMembers = 0;
        int memberCount = 0;
        Members members = Members.of(value);
        while (members.next() && !isFull()) {
            memberCount++;
            if (shownMembers < summaryDetail.members() && isShown(members, hasIdentity)) {
                out.ascii(shownMembers++ == 0 ? "" : ",").key(members.key());
                write(members.value(), memberPaths.path(pointer, members), level + 1);
            } else {
                recordOmitted(memberPaths.path(pointer, members), members.value());
            }
        }
        if (shownMembers < memberCount) {
            recordFold(pointer, value, shownMembers + " of " + memberCount + " members");
        }
        out.ascii("}");
    }

    private boolean isShown(Members members, boolean hasIdentity) {
        if (members.key().length() > Math.max(summaryDetail.characters(), 40)) {
            return false;
        }
        if (!summaryDetail.isIdentifyingOnly()) {
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

    private static String pathSuffix(@Nullable JsonPointer pointer) {
        String path = pointer == null ? "" : pointer.toString();
        return path.isEmpty() || path.length() > MAX_PATH_LENGTH ? "" : "; path " + path;
    }

    /** Records a member that is not shown, unless it is short. */
    void recordOmitted(@Nullable JsonPointer pointer, Slice value) {
        if (value.length() > summaryDetail.characters()) {
            recordFold(pointer, value, "left out");
        }
    }

    /** Records a value that is shown shortened. */
    void recordFold(@Nullable JsonPointer pointer, Slice value, String description) {
        String path = pointer == null ? "" : pointer.toString();
        if (pointer == null || path.length() > MAX_PATH_LENGTH || folds.size() >= MAX_FOLDS) {
            unnamedCount++;
            return;
        }
        String type = Json.type(value).name().toLowerCase(Locale.ROOT);
        folds.add(new FoldRecord(path, type, quickCounter.count(value), description));
    }
}
