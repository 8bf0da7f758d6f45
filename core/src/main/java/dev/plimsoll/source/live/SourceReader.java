package dev.plimsoll.source.live;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.compare.Fingerprint;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.source.FetchPosition;
import dev.plimsoll.source.PageSource;
import dev.plimsoll.source.SourceCount;
import dev.plimsoll.source.SourceRow;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Calls a source, which is not trusted: its exceptions are not shown to clients, and its rows are validated. */
record SourceReader(PageSource source, Function<@Nullable Object, Slice> toJson) {

    private static final int MAX_FETCH_BYTES = 64 << 20;

    /**
     * Rows of one fetch.
     *
     * @param array all rows as one JSON array
     * @param rows ranges of {@code array}
     */
    record Fetched(Slice array, List<Slice> rows, List<@Nullable Object> keys) {

        String fingerprint() {
            return Fingerprint.compute(array);
        }
    }

    /** Fetches rows; {@code maxRows} must be the same in all calls for one source. */
    Fetched fetch(FetchPosition fetchPosition, int maxRows) {
        List<SourceRow> rows = callSource(() -> List.copyOf(source.fetch(fetchPosition, maxRows)));
        if (rows.size() > maxRows) {
            throw sourceError(null);
        }
        ByteSink out = new ByteSink(4096);
        JsonWriter json = new JsonWriter(out).beginArray();
        int[] ends = new int[rows.size()];
        List<@Nullable Object> keys = new ArrayList<>();
        for (int i = 0; i < ends.length; i++) {
            SourceRow sourceRow = rows.get(i);
            Slice item = callSource(() -> toJson.apply(sourceRow.value()));
            if (!Json.isValid(item)) {
                throw sourceError(null);
            }
            requireWithinLimit((long) out.size() + item.length());
            json.raw(Json.trim(item));
            ends[i] = out.size();
            keys.add(sourceRow.key());
        }
        Slice array = Slice.of(json.endArray().toByteArray());
        List<Slice> items = new ArrayList<>();
        for (int i = 0; i < ends.length; i++) {
            items.add(array.sub(i == 0 ? 1 : ends[i - 1] + 1, ends[i]));
        }
        return new Fetched(array, items, keys);
    }

    SourceCount count() {
        return callSource(source::count);
    }

    private static void requireWithinLimit(long bytes) {
        if (bytes > MAX_FETCH_BYTES) {
            throw new RefusedException(
                    ErrorCode.RESULT_TOO_LARGE,
                    "one fetch of items returned more than " + MAX_FETCH_BYTES + " bytes",
                    "call the tool with narrower arguments, such as a filter");
        }
    }

    /**
     * Calls the source and returns its value. If the source throws an exception other than {@link RefusedException}, or
     * returns null, throws a general error without details.
     */
    static <T> T callSource(Supplier<T> request) {
        T value;
        try {
            value = request.get();
        } catch (RefusedException refused) {
            throw refused;
        } catch (RuntimeException e) {
            throw sourceError(e);
        }
        if (value == null) {
            throw sourceError(null);
        }
        return value;
    }

    private static RefusedException sourceError(@Nullable RuntimeException cause) {
        RefusedException error = new RefusedException(
                ErrorCode.UPSTREAM_UNAVAILABLE, "the source of these items cannot be read", "the same call later");
        if (cause != null) {
            error.initCause(cause);
        }
        return error;
    }
}
