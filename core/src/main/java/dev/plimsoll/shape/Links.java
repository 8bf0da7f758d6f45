package dev.plimsoll.shape;

import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Part;
import java.util.Locale;

/** What stands in the place of an image, audio or blob that does not fit: a link to the whole, or a line that says how to get it. */
final class Links {

    static final String SCHEME = "plimsoll://blob/";

    private Links() {}

    /** A {@code resource_link} block. */
    static void write(Part part, int index, Seat seat, About about, Draft draft) {
        draft.ascii("{\"type\":\"resource_link\",\"uri\":\"")
                .ascii(SCHEME)
                .cursor(seat)
                .ascii("\",\"name\":");
        draft.string(noun(part) + " " + (index + 1) + " of " + about.tool());
        String mimeType = part.mimeType();
        if (mimeType != null) {
            draft.ascii(",\"mimeType\":").string(mimeType);
        }
        draft.ascii(",\"size\":").number(size(part)).ascii("}");
    }

    /** A {@code resource_link} block to the whole of a text that was cut. */
    static void writePage(Part part, int index, Seat seat, About about, Draft draft) {
        int length = part.text() == null ? part.raw().length() : JsonText.unescapedLength(part.text());
        draft.ascii("{\"type\":\"resource_link\",\"uri\":\"").cursor(seat).ascii("\",\"name\":");
        draft.string("message " + (index + 1) + " of " + about.tool());
        draft.ascii(",\"mimeType\":\"text/plain\",\"size\":").number(length).ascii("}");
    }

    /** A text block for clients that know no links. */
    static void writeLine(Part part, Seat seat, About about, Draft draft) {
        String mimeType = part.mimeType() == null ? "" : " " + part.mimeType();
        draft.ascii("{\"type\":\"text\",\"text\":").ascii("\"[");
        String line = noun(part) + mimeType + ", " + size(part) + " bytes, left out: "
                + (about.uris() ? "the resource " + SCHEME : about.readTool() + " with cursor ");
        draft.raw(Slice.of(line.replace("\\", "").replace("\"", "")));
        draft.cursor(seat).ascii(" gives it]\"}");
    }

    static long size(Part part) {
        Slice base64 = part.base64();
        if (base64 == null) {
            return part.text() == null ? 0 : JsonText.unescapedLength(part.text());
        }
        int characters = base64.length();
        while (characters > 0 && base64.at(characters - 1) == '=') {
            characters--;
        }
        return characters * 3L / 4;
    }

    static String noun(Part part) {
        if (part.isAppPage()) {
            return "app page";
        }
        return part.type() == Part.Type.RESOURCE_BLOB
                ? "blob"
                : part.type().name().toLowerCase(Locale.ROOT);
    }
}
