package dev.plimsoll.laws;

import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.Part;
import dev.plimsoll.model.ToolResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the tool returned, and the document in it that paths speak of. */
record Original(ToolResult result, Document document) {

    static Original of(byte[] bytes) {
        ToolResult result = ToolResult.of(Slice.of(bytes));
        if (result == null) {
            throw new IllegalArgumentException("no result object");
        }
        return new Original(result, Document.of(result));
    }

    /** Whether the document is the list of the result's blocks. */
    boolean isListOfBlocks() {
        return result.structured() == null && result.parts().size() != 1;
    }

    /** Whether it is one image, audio or blob and nothing else. */
    boolean isBinary() {
        return result.structured() == null
                && result.parts().size() == 1
                && result.parts().get(0).isBinary();
    }

    List<Part> parts() {
        return result.parts();
    }

    Expected whole() {
        return new Expected("", document.bytes(), document.json());
    }

    /** All content blocks as one list. */
    Expected blocks() {
        return new Expected("", Document.ofBlocks(result).bytes(), true);
    }

    /** One block's own document. */
    Expected block(int index) {
        Slice text = parts().get(index).text();
        Document own = text == null ? new Document(parts().get(index).raw(), true) : Document.ofText(text);
        return new Expected("", own.bytes(), own.json());
    }

    /** The part at a pointer, strings as their text. */
    Expected at(String path) {
        if (path.isEmpty()) {
            return whole();
        }
        Slice value = JsonPointer.parse(path).find(document.bytes());
        if (value == null) {
            throw new AssertionError("an answer names " + path + ", which is not there");
        }
        return Expected.of(path, value);
    }

    /** What the first answer stands for: the document, or the one block that makes up most of it. */
    Expected standsFor(@Nullable Shown shown) {
        boolean block = shown != null && isListOfBlocks() && !shown.path().isEmpty();
        return block && shown != null
                ? at("/" + JsonPointer.parse(shown.path()).tokens().get(0))
                : whole();
    }
}
