package dev.plimsoll.shape.literal;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.shape.AnswerHeader;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.ShapedText;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.fold.KeyCounts;
import dev.plimsoll.shape.item.ItemSequence;
import dev.plimsoll.shape.notice.Notices;
import dev.plimsoll.telemetry.OutcomeKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cuts arrays, strings, and nesting at fixed limits, and names each cut path with its count or
 * length.
 */
public final class TrimForm {

    /** Member of an object for the header, in the forms that keep the object's own members at the top level. */
    public static final String HEADER_MEMBER = "_plimsoll";

    private static final int MAX_PLACES = 200;
    private static final String DEPTH = "depth";
    private static final Slice ELLIPSIS = Slice.of("…");

    /** Bytes of an entry in the list of trimmed values, without its path: names, quotes, braces, a number of two digits, and a comma. */
    private static final int PLACE_BYTES = 23;

    private record TrimmedValue(String path, String unit, int size) {}

    private final ShapeTask shapeTask;
    private final int items;
    private final int stringBytes;
    private final int depth;
    private final AnswerDraft body;
    private final List<TrimmedValue> places = new ArrayList<>();
    private int unnamed;

    public TrimForm(ShapeTask shapeTask) {
        this.shapeTask = shapeTask;
        this.items = shapeTask.policy().get(Policy.LIMIT_ARRAY_ITEMS);
        this.stringBytes = shapeTask.policy().get(Policy.LIMIT_STRING_BYTES);
        this.depth = shapeTask.policy().get(Policy.LIMIT_DEPTH);
        this.body = shapeTask.draft();
    }

    /** Returns the trimmed value; null if it does not fit the budget, so that another style is needed. */
    public @Nullable ShapedText shape() {
        int maxBytes = shapeTask.pageBudget().bytes();
        write(shapeTask.target().bytes(), shapeTask.target().pointer(), 1, maxBytes);
        if (body.bytes() > maxBytes) {
            return null;
        }
        if (places.isEmpty() && unnamed == 0) {
            return shapeWhole();
        }
        AnswerHeader answerHeader = header();
        AnswerDraft main = shapeTask.draft();
        Slice written = body.written();
        boolean object = shapeTask.target().isOfType(JsonType.OBJECT)
                && Members.get(shapeTask.target().bytes(), HEADER_MEMBER) == null;
        main.ascii("{");
        if (object) {
            main.member(HEADER_MEMBER).ascii("{");
        }
        answerHeader.writeTo(main);
        if (object) {
            main.ascii(written.length() > 2 ? "}," : "}").raw(written.sub(1, written.length()));
        } else {
            main.member(shapeTask.target().isOfType(JsonType.ARRAY) ? "items" : "value");
            main.append(body).ascii("}");
        }
        if (isOnlyDepthCut() && isWholeCheaper(main)) {
            return shapeWhole();
        }
        boolean fits = shapeTask.pageBudget().allows(main.tokens(), main.bytes());
        return fits ? new ShapedText(null, main, true, answerHeader, OutcomeKind.TRIMMED, false, null, null) : null;
    }

    /** Returns the unchanged value; null if it does not fit the budget. */
    private @Nullable ShapedText shapeWhole() {
        AnswerDraft main = shapeTask.draft().json(shapeTask.target().bytes());
        boolean fits = shapeTask.pageBudget().allows(main.tokens(), main.bytes());
        return fits ? new ShapedText(null, main, false, null, OutcomeKind.PASSED, true, null, null) : null;
    }

    private boolean isOnlyDepthCut() {
        return unnamed == 0 && places.stream().allMatch(trimmedValue -> trimmedValue.unit.equals(DEPTH));
    }

    /** Returns whether the complete value costs no more than the trimmed one with its header. */
    private boolean isWholeCheaper(AnswerDraft trimmed) {
        int bytes = shapeTask.target().bytes().length();
        return bytes <= shapeTask.pageBudget().bytes()
                && shapeTask.counter().count(shapeTask.target().bytes()) <= trimmed.tokens();
    }

    /** Writes one item of a list, trimmed. Returns whether anything of it was cut. */
    boolean writeItem(Slice value, JsonPointer at, AnswerDraft target) {
        write(value, at, 2, Integer.MAX_VALUE);
        target.raw(body.written());
        return !places.isEmpty() || unnamed > 0;
    }

    private void write(Slice value, @Nullable JsonPointer at, int level, int maxBytes) {
        JsonType type = Json.type(value);
        if (body.bytes() > maxBytes) {
            return;
        }
        if (type == JsonType.STRING) {
            string(value, at);
        } else if (type != JsonType.ARRAY && type != JsonType.OBJECT) {
            body.raw(value);
        } else if (level > depth && isLongerThanStub(value, at)) {
            body.string(stub(at));
            note(at, DEPTH, level);
        } else if (type == JsonType.ARRAY) {
            array(value, at, level, maxBytes);
        } else {
            object(value, at, level, maxBytes);
        }
    }

    private String stub(@Nullable JsonPointer at) {
        return "… [nested deeper than " + depth + " levels" + (at == null ? "" : "; path " + at) + "]";
    }

    /** Returns whether replacing a deeply nested value saves bytes. */
    private boolean isLongerThanStub(Slice value, @Nullable JsonPointer at) {
        int path = at == null ? 0 : at.toString().length();
        return value.length() > Slice.of(stub(at)).length() + PLACE_BYTES + path;
    }

    private void string(Slice value, @Nullable JsonPointer at) {
        Slice inside = Json.stringInside(value);
        if (inside.length() <= stringBytes) {
            body.json(value);
            return;
        }
        Slice text = Slice.of(JsonText.unescape(inside));
        if (text.length() <= stringBytes) {
            body.json(value);
            return;
        }
        // a limit below the size of the ellipsis leaves only the ellipsis
        int cut = Utf8.graphemeFloor(text, Math.max(0, stringBytes - ELLIPSIS.length()));
        body.string(
                new ByteSink(stringBytes).raw(text.sub(0, cut)).raw(ELLIPSIS).slice());
        note(at, "characters", Utf8.codePoints(text));
    }

    private void array(Slice value, @Nullable JsonPointer at, int level, int maxBytes) {
        ItemIndex index = ItemIndex.of(value);
        int shown = Math.min(items, index.count());
        body.ascii("[");
        for (int i = 0; i < shown; i++) {
            body.ascii(i == 0 ? "" : ",");
            write(index.item(i), at == null ? null : at.child(i), level + 1, maxBytes);
        }
        body.ascii("]");
        if (shown < index.count()) {
            note(at, "items", index.count());
        }
    }

    private void object(Slice value, @Nullable JsonPointer at, int level, int maxBytes) {
        boolean first = true;
        KeyCounts counts = KeyCounts.of(value);
        body.ascii("{");
        Members members = Members.of(value);
        while (members.next() && body.bytes() <= maxBytes) {
            body.ascii(first ? "" : ",").key(members.key());
            write(members.value(), counts.path(at, members), level + 1, maxBytes);
            first = false;
        }
        body.ascii("}");
    }

    private void note(@Nullable JsonPointer at, String unit, int size) {
        String path = at == null ? "" : at.toString();
        if (at == null || places.size() >= MAX_PLACES || path.length() > ItemSequence.MAX_PATH_LENGTH) {
            unnamed++;
        } else {
            places.add(new TrimmedValue(path, unit, size));
        }
    }

    private AnswerHeader header() {
        AnswerHeader answerHeader = new AnswerHeader(false);
        answerHeader
                .notice(Notices.trimmed(shapeTask.facts(), places.size() + unnamed))
                .flag("hasMore", true);
        answerHeader.cursor("nextCursor", shapeTask.startOfTarget()).costs(shapeTask);
        answerHeader.json("trimmed", answerDraft -> {
            answerDraft.ascii("[");
            for (int i = 0; i < places.size(); i++) {
                TrimmedValue trimmedValue = places.get(i);
                answerDraft.ascii(i == 0 ? "{" : ",{").member("path").string(trimmedValue.path);
                answerDraft.member(trimmedValue.unit).number(trimmedValue.size).ascii("}");
            }
            answerDraft.ascii("]");
        });
        return answerHeader;
    }
}
