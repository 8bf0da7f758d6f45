package dev.plimsoll.shape.item.find;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.search.SearchPattern;
import dev.plimsoll.search.rank.QuestionWords;
import java.util.function.IntConsumer;

/** Pattern that matches a text that contains at least one word of a question. */
record QuestionPattern(QuestionWords words) implements SearchPattern {

    @Override
    public int findFirst(Slice text) {
        return words.findFirst(text);
    }

    @Override
    public void forEachMatch(Slice text, LineIndex lines, IntConsumer onMatch) {
        for (int line = 0; line < lines.count(); line++) {
            int offset = words.findFirst(text.sub(lines.start(line), lines.end(line)));
            if (offset >= 0) {
                onMatch.accept(lines.start(line) + offset);
            }
        }
    }
}
