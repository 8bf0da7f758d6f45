package dev.plimsoll.gateway.paging;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * Plan to join further pages to the result of a request.
 *
 * @param pages the most pages to join, including the first
 * @param meta the {@code _meta} of the request, for the calls that read the pages; null if it has none
 * @param progressToken token for progress notifications; null if the client wants none
 */
public record CollectPlan(
        int pages, @Nullable Slice meta, @Nullable Slice progressToken) {

    /** Creates a plan for a request. It keeps copies, because it outlives the message. */
    public static CollectPlan of(Message request, int pages) {
        return new CollectPlan(pages, copy(RequestMeta.of(request)), copy(RequestMeta.progressToken(request)));
    }

    private static @Nullable Slice copy(@Nullable Slice value) {
        return value == null ? null : Slice.of(value.toByteArray());
    }
}
