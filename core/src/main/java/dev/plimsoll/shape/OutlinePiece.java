package dev.plimsoll.shape;

import dev.plimsoll.model.Part;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.shape.SurveyWriter.Level;
import org.jspecify.annotations.Nullable;

/** What was found out about one thing that is outlined: a JSON value, a text, or a block that is neither. */
record OutlinePiece(
        @Nullable Survey survey,
        @Nullable TextOutline text,
        @Nullable Part binary) {

    static OutlinePiece of(Target target, Content content) {
        return target.json()
                ? new OutlinePiece(Survey.of(target.bytes()), null, null)
                : new OutlinePiece(null, TextOutline.of(target.bytes(), content.lines(target.bytes())), null);
    }

    static OutlinePiece of(Part binary) {
        return new OutlinePiece(null, null, binary);
    }

    void writeTo(Draft draft, Level level, Budget room) {
        if (survey != null) {
            new SurveyWriter(level, draft, room).write(survey);
        } else if (text != null) {
            text.writeTo(draft, level.values());
        } else if (binary != null) {
            String mimeType = binary.mimeType();
            draft.ascii("{\"type\":").string(Links.noun(binary));
            if (mimeType != null) {
                draft.ascii(",\"mimeType\":").string(mimeType);
            }
            draft.ascii(",\"bytes\":").number(Links.size(binary)).ascii("}");
        }
    }
}
