package dev.plimsoll.shape;

import dev.plimsoll.json.JsonPointer;
import org.jspecify.annotations.Nullable;

/** {@code {header…,"results":…}}; a single output that is cut stands in brackets of its own. */
record ResultFrame(JsonPointer pointer, String opened, String closed) implements Frame {

    @Override
    public void open(Draft draft, Header header, boolean firstPage) {
        draft.ascii("{");
        header.writeTo(draft);
        draft.ascii(",\"results\":").ascii(opened);
    }

    @Override
    public void close(Draft draft, boolean firstPage) {
        draft.ascii(closed).ascii("}");
    }

    @Override
    public boolean isDerived() {
        return true;
    }

    @Override
    public @Nullable Draft bare(Draft cut, Draft into) {
        return null;
    }
}
