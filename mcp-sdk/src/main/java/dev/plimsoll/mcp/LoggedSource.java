package dev.plimsoll.mcp;

import dev.plimsoll.model.RefusedException;
import dev.plimsoll.source.FetchPosition;
import dev.plimsoll.source.FullReadLimits;
import dev.plimsoll.source.PageSource;
import dev.plimsoll.source.SourceCondition;
import dev.plimsoll.source.SourceCount;
import dev.plimsoll.source.SourceRow;
import java.lang.System.Logger.Level;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Source that logs the exceptions of another source. Clients are only told that the source failed. */
record LoggedSource(PageSource source, String tool) implements PageSource {

    private static final System.Logger LOG = System.getLogger("dev.plimsoll");

    private <T extends @Nullable Object> T logFailure(Supplier<T> operation) {
        try {
            return operation.get();
        } catch (RefusedException refused) {
            throw refused;
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "the source that the tool " + tool + " returned failed", e);
            throw e;
        }
    }

    @Override
    public SourceCount count() {
        return logFailure(source::count);
    }

    @Override
    public List<SourceRow> fetch(FetchPosition fetchPosition, int maxRows) {
        return logFailure(() -> source.fetch(fetchPosition, maxRows));
    }

    @Override
    public @Nullable PageSource where(List<SourceCondition> conditions) {
        PageSource filtered = logFailure(() -> source.where(conditions));
        return filtered == null ? null : new LoggedSource(filtered, tool);
    }

    @Override
    public String order() {
        return source.order();
    }

    @Override
    public boolean byOffset() {
        return source.byOffset();
    }

    @Override
    public int fetchSize() {
        return source.fetchSize();
    }

    @Override
    public long estimatedBytes() {
        return source.estimatedBytes();
    }

    @Override
    public List<String> filters() {
        return source.filters();
    }

    @Override
    public @Nullable Comparator<Object> keyOrder() {
        return source.keyOrder();
    }

    @Override
    public FullReadLimits fullReadLimits() {
        return source.fullReadLimits();
    }

    @Override
    public void close() {
        logFailure(() -> {
            source.close();
            return this;
        });
    }
}
