package dev.plimsoll.engine.snapshot;

import dev.plimsoll.call.LinkedBlob;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ResourceResult;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the image, audio, or blob in a content block of a snapshot, or the app page that the block embeds. */
public final class BlobReader {

    private static final String BLOB_URI = "plimsoll://blob/";

    private BlobReader() {}

    /** Returns the cursor in the URI of a blob; null if it is not the URI of a blob. */
    public static @Nullable String cursorIn(String uri) {
        return uri.startsWith(BLOB_URI) ? uri.substring(BLOB_URI.length()) : null;
    }

    /**
     * Returns the {@code resources/read} result for a blob, or for the range of its bytes that the URI gives.
     */
    public static Slice blob(
            ResolvedCursor resolved, PlimsollUri plimsollUri, String uri, ClientFeatures clientFeatures) {
        ContentBlock block = findBlock(resolved);
        if (block != null && block.isAppPage()) {
            return ResourceResult.fromEmbedded(block, clientFeatures);
        }
        LinkedBlob linkedBlob = blob(resolved);
        if (plimsollUri.query().isEmpty()) {
            return ResourceResult.fromBase64(uri, linkedBlob.mimeType(), linkedBlob.base64(), clientFeatures);
        }
        byte[] bytes = decode(linkedBlob);
        int from = plimsollUri.offset("from", 0);
        int to = Math.min(bytes.length, plimsollUri.offset("to", bytes.length));
        if (from > to) {
            throw PlimsollUri.refusal("from", "from is after the end: there are " + to + " bytes", "from=0");
        }
        Slice range = Slice.of(Base64.getEncoder().encode(Arrays.copyOfRange(bytes, from, to)));
        return ResourceResult.fromBase64(uri, linkedBlob.mimeType(), range, clientFeatures);
    }

    private static byte[] decode(LinkedBlob linkedBlob) {
        try {
            return linkedBlob.decode();
        } catch (IllegalArgumentException e) {
            throw PlimsollUri.refusal("from", "the data is not base64 and has no ranges", "leave from and to out");
        }
    }

    private static @Nullable ContentBlock findBlock(ResolvedCursor resolved) {
        List<ContentBlock> blocks =
                resolved.openSnapshot().content(resolved.view()).result().blocks();
        int index = resolved.view().blockIndex();
        return index >= 0 && index < blocks.size() ? blocks.get(index) : null;
    }

    public static LinkedBlob blob(ResolvedCursor resolved) {
        ContentBlock contentBlock = findBlock(resolved);
        if (contentBlock == null || contentBlock.base64() == null) {
            throw new RefusedException(
                    ErrorCode.CURSOR_INVALID,
                    "this link refers to no image, audio, or blob",
                    "read it with its cursor");
        }
        return new LinkedBlob(contentBlock.mimeType(), contentBlock.base64());
    }
}
