package dev.plimsoll.laws;

import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** A block with a chunk: the header as one line of JSON, an empty line, and the text. */
record Chunk(Slice header, Slice text) {

    /** Splits the text of a block into the header and the text of its chunk. Returns null if the block is
     * not a chunk. */
    static @Nullable Chunk of(Slice block) {
        int end = 0;
        while (end < block.length() && block.at(end) != '\n') {
            end++;
        }
        boolean isChunk = end + 1 < block.length() && block.at(0) == '{' && block.at(end + 1) == '\n';
        return isChunk ? new Chunk(block.sub(0, end), block.sub(end + 2, block.length())) : null;
    }
}
