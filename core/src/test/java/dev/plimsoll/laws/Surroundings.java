package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.measure.CopyDetector;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.model.Document;
import dev.plimsoll.testkit.ParsedJson;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks the blocks of a first answer: every block of the original is there unchanged, or replaced by a block that
 * leads to it.
 */
final class Surroundings {

    private static final Pattern ONE = Pattern.compile("\\[Block ([0-9]+) of this result");
    private static final Pattern SEVERAL = Pattern.compile("\\[([0-9]+) more blocks of this result");

    private final Engine engine;
    private final Original original;
    /** The indexes of the original blocks that were found. Copies of the structured content count as found. */
    private final BitSet found;

    private Surroundings(Engine engine, Original original) {
        this.engine = engine;
        this.original = original;
        this.found = CopyDetector.findCopies(original.result()).blocks();
    }

    /** Checks all blocks except the one that the answer itself represents. */
    static void check(Engine engine, Answered answered, Original original) {
        Surroundings surroundings = new Surroundings(engine, original);
        surroundings.mark(answered);
        for (Slice block : answered.blocks()) {
            surroundings.inspect(block);
        }
        assertThat(surroundings.found.cardinality())
                .as("blocks of %s", answered)
                .isEqualTo(original.contentBlocks().size());
    }

    /** Marks the blocks that the answer itself represents: the only block, the block in its path, or all
     * blocks. */
    private void mark(Answered answered) {
        Shown shown = answered.shown();
        boolean structured = original.result().structured() != null;
        if (answered.isShaped() && !structured) {
            String path = original.represented(shown).path();
            boolean isSingle = original.contentBlocks().size() == 1;
            if (isSingle) {
                found.set(0);
            } else if (path.isEmpty()) {
                found.set(0, original.contentBlocks().size());
            } else {
                found.set(Integer.parseInt(path.substring(1)));
            }
        }
    }

    private void inspect(Slice block) {
        List<String> cursors = Answered.cursorsIn(block);
        Matcher single = ONE.matcher(block.utf8());
        Matcher several = SEVERAL.matcher(block.utf8());
        if (cursors.isEmpty()) {
            markSame(block);
        } else if (several.find()) {
            int from = original.contentBlocks().size() - Integer.parseInt(several.group(1));
            found.set(from, original.contentBlocks().size());
            new ReadBack(engine).checkBlocks(engine.read(cursors.get(0)), original, from);
        } else if (single.find()) {
            int index = Integer.parseInt(single.group(1)) - 1;
            found.set(index);
            new ReadBack(engine).check(engine.read(cursors.get(0)), original.block(index));
        } else {
            Slice whole = engine.read(cursors.get(0)).blocks().get(0);
            assertThat(markSame(whole)).as("a block behind a link").isTrue();
            new ReadBack(engine).assertSameBinary(cursors.get(0), whole);
        }
    }

    /** Returns the value without the white space between its tokens, as answers carry it. */
    private static Slice compact(Slice value) {
        return new ByteSink().json(value).slice();
    }

    /** Marks the original blocks that are equal to a block. Returns whether there are any. */
    private boolean markSame(Slice block) {
        List<ContentBlock> blocks = original.contentBlocks();
        boolean hasAny = false;
        for (int i = 0; i < blocks.size(); i++) {
            Slice raw = blocks.get(i).raw();
            boolean same = compact(raw).contentEquals(compact(block)) || isSlimmed(raw, block);
            found.set(i, same || found.get(i));
            hasAny |= same;
        }
        return hasAny;
    }

    /** Returns whether both blocks have a text with equal JSON. */
    private static boolean isSlimmed(Slice original, Slice block) {
        Slice whole = Answered.textOf(original);
        Slice slim = Answered.textOf(block);
        return whole != null
                && slim != null
                && slim.length() <= whole.length()
                && Document.ofDecoded(whole).isJson()
                && Document.ofDecoded(slim).isJson()
                && ParsedJson.hasSameTokens(slim.toByteArray(), whole.toByteArray());
    }
}
