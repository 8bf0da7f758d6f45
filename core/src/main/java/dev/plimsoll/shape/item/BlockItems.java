package dev.plimsoll.shape.item;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.shape.ResourceLinks;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.draft.PagePosition;
import dev.plimsoll.shape.fold.FoldWriter;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.Position;
import java.util.List;

/**
 * The content blocks of a result as one list: texts as values, and for each binary block a line that says how to read
 * the block.
 */
public record BlockItems(ShapeTask task, List<ContentBlock> blocks, ItemIndex values) implements ItemSequence {

    @Override
    public int count() {
        return blocks.size();
    }

    @Override
    public boolean exceeds(int i, int bytes) {
        return !blocks.get(i).isBinary() && Json.exceeds(values.item(i), bytes);
    }

    @Override
    public void write(int i, AnswerDraft answerDraft) {
        ContentBlock contentBlock = blocks.get(i);
        if (contentBlock.isBinary()) {
            PagePosition pagePosition =
                    new PagePosition(task.view().withBlock(i).withMode(Mode.FULL), Position.FIRST);
            ResourceLinks.writeLine(contentBlock, pagePosition, task.facts(), answerDraft);
        } else {
            answerDraft.json(values.item(i));
        }
    }

    @Override
    public void fold(int i, FoldWriter foldWriter, AnswerDraft answerDraft) {
        foldWriter.write(values.item(i), pointer(i));
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
