package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Document;
import dev.plimsoll.testkit.ParsedJson;
import dev.plimsoll.testkit.RealTokens;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Counts everything in an answer that a client can pass to a model, independently of the engine: texts with JTokkit, images by
 * the area that the JDK reads from them. Copies of one document count once, with the higher cost.
 */
record ModelInput(int tokens, int bytes) {

    private static final int PIXELS_PER_TOKEN = 750;
    /** The tokens of data that is not an image, in a block that claims to be one. */
    private static final int TOKENS_WITHOUT_IMAGE = 1_600;

    /** Checks that a shaped answer costs no more than it reports, and that this fits the budget. Returns its cost. */
    static ModelInput within(int budget, Answered answered) {
        ModelInput modelInput = of(answered);
        long reported = answered.receipt().answerTokens();
        assertThat(reported).as("own count of %s", answered).isLessThanOrEqualTo(budget);
        assertThat((long) modelInput.tokens()).as("real tokens of %s", answered).isLessThanOrEqualTo(reported);
        return modelInput;
    }

    static ModelInput of(Answered answered) {
        Slice structured = answered.structured();
        int tokens = 0;
        int bytes = 0;
        int copyTokens = 0;
        int copyBytes = 0;
        List<Slice> blocks = answered.blocks();
        for (int i = 0; i < blocks.size(); i++) {
            Slice text = visibleText(blocks.get(i));
            boolean copy = structured != null && isCopy(text, structured, answered);
            int cost = cost(blocks.get(i), text);
            int size = text == null ? 0 : text.length();
            tokens += copy ? 0 : cost;
            bytes += copy ? 0 : size;
            copyTokens += copy ? cost : 0;
            copyBytes += copy ? size : 0;
        }
        if (structured != null) {
            tokens += Math.max(copyTokens, count(structured));
            bytes += Math.max(copyBytes, structured.length());
        }
        return new ModelInput(tokens, bytes);
    }

    /** Returns the text of a block, or the block itself; null for images and audio. */
    private static @Nullable Slice visibleText(Slice block) {
        Slice text = Answered.textOf(block);
        if (text != null || Json.type(block) != JsonType.OBJECT) {
            return text == null ? block : text;
        }
        return isType(block, "image") || isType(block, "audio") ? null : block;
    }

    private static boolean isType(Slice block, String type) {
        Slice found = Members.get(block, "type");
        return JsonStrings.isString(found) && JsonStrings.text(found).utf8().equals(type);
    }

    private static int cost(Slice block, @Nullable Slice text) {
        if (text != null) {
            return count(text);
        }
        Slice data = Members.get(block, "data");
        if (!JsonStrings.isString(data) || isType(block, "audio")) {
            return 1;
        }
        return imageTokens(JsonStrings.text(data).utf8());
    }

    private static int imageTokens(String base64) {
        try (ImageInputStream in = ImageIO.createImageInputStream(
                new ByteArrayInputStream(Base64.getDecoder().decode(base64)))) {
            Iterator<ImageReader> readers = ImageIO.getImageReaders(in);
            if (!readers.hasNext()) {
                return TOKENS_WITHOUT_IMAGE;
            }
            ImageReader reader = readers.next();
            reader.setInput(in);
            return (int) ((long) reader.getWidth(0) * reader.getHeight(0) / PIXELS_PER_TOKEN);
        } catch (IllegalArgumentException e) {
            return TOKENS_WITHOUT_IMAGE;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int count(Slice text) {
        return RealTokens.count(text.toByteArray());
    }

    /**
     * Returns whether a text repeats the structured content: it is the same JSON, the only string in it, or a chunk
     * with the string that is cut in it. A text that contains only the header is not a copy.
     */
    private static boolean isCopy(@Nullable Slice text, Slice structured, Answered answered) {
        if (text == null) {
            return false;
        }
        Document document = Document.ofDecoded(text);
        if (document.isJson() && ParsedJson.hasSameTokens(document.bytes().toByteArray(), structured.toByteArray())) {
            return true;
        }
        Shown shown = answered.shown();
        if (shown == null || !shown.isChunk()) {
            return isOnlyString(text, structured);
        }
        Slice cut = cutString(shown);
        Chunk chunk = Chunk.of(text);
        return cut == null
                ? isOnlyString(text, structured)
                : chunk != null
                        && Shown.of(chunk.header(), 0, answered) != null
                        && chunk.text().contentEquals(JsonStrings.text(cut));
    }

    private static boolean isOnlyString(Slice text, Slice structured) {
        if (Json.type(structured) != JsonType.OBJECT) {
            return JsonStrings.isString(structured) && text.contentEquals(JsonStrings.text(structured));
        }
        Members members = Members.of(structured);
        boolean isOnlyString = members.next() && JsonStrings.isString(members.value());
        Slice value = isOnlyString ? members.value() : null;
        return value != null && !members.next() && text.contentEquals(JsonStrings.text(value));
    }

    private static @Nullable Slice cutString(Shown shown) {
        Slice wrapped = shown.wrapped();
        if (wrapped != null) {
            return wrapped;
        }
        // the path from the object is the longest suffix of the full path that exists
        JsonPointer path = JsonPointer.parse(shown.path());
        for (int i = 0; i < path.tokens().size(); i++) {
            JsonPointer position = JsonPointer.root();
            for (String token : path.tokens().subList(i, path.tokens().size())) {
                position = position.child(token);
            }
            Slice found = shown.find(position);
            if (found != null && JsonStrings.isString(found)) {
                return found;
            }
        }
        return null;
    }
}
