package dev.plimsoll.shape;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Part;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.Position;
import java.util.List;

/** The content blocks of a result as one list: texts as values, binary blocks as links to the whole. */
record PartItems(Task task, List<Part> parts, ItemIndex values) implements Items {

    @Override
    public int count() {
        return parts.size();
    }

    @Override
    public boolean exceeds(int i, int bytes) {
        return !parts.get(i).isBinary() && Json.exceeds(values.item(i), bytes);
    }

    @Override
    public void write(int i, Draft draft) {
        Part part = parts.get(i);
        if (part.isBinary()) {
            Seat seat = new Seat(task.view().withPart(i).withMode(Mode.FULL), Position.FIRST);
            Links.write(part, i, seat, task.about(), draft);
        } else {
            draft.json(values.item(i));
        }
    }

    @Override
    public void fold(int i, Folding folding, Draft draft) {
        folding.write(values.item(i), pointer(i));
    }

    @Override
    public JsonPointer pointer(int i) {
        return JsonPointer.root().child(i);
    }

    @Override
    public Slice value(int i) {
        return values.item(i);
    }
}
