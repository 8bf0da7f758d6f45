package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.compare.ArmComparison;
import dev.plimsoll.gateway.telemetry.Journal;
import dev.plimsoll.gateway.telemetry.store.Ledger;
import dev.plimsoll.gateway.telemetry.store.Ledger.Group;
import dev.plimsoll.gateway.telemetry.store.RequestFilter;
import dev.plimsoll.gateway.telemetry.store.RequestSums;
import dev.plimsoll.gateway.telemetry.store.SumLabel.Dimension;
import dev.plimsoll.gateway.telemetry.store.TelemetryRow;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Queries of recorded requests. Each query first waits for entries that are not written yet. */
public record RequestRecords(Journal journal, Ledger ledger) {

    /**
     * Maximum time to wait for entries that are not written yet. If writing takes longer, the query does not find the
     * latest requests.
     */
    private static final Duration FLUSH_TIMEOUT = Duration.ofMillis(300);

    List<TelemetryRow> requests(RequestFilter requestFilter, TelemetryRow.@Nullable Position after, int limit)
            throws InterruptedException {
        journal.flush(FLUSH_TIMEOUT);
        try {
            return ledger.requests(requestFilter, after, limit);
        } catch (IOException e) {
            throw toRefusal(e);
        }
    }

    Map<Group, RequestSums> sums(RequestFilter requestFilter, List<Dimension> dimensions, long bucketMillis)
            throws InterruptedException {
        journal.flush(FLUSH_TIMEOUT);
        try {
            return ledger.sums(requestFilter, dimensions, bucketMillis);
        } catch (IOException e) {
            throw toRefusal(e);
        }
    }

    ArmComparison arms(RequestFilter requestFilter) throws InterruptedException {
        journal.flush(FLUSH_TIMEOUT);
        try {
            return ArmComparison.compute(ledger, requestFilter);
        } catch (IOException e) {
            throw toRefusal(e);
        }
    }

    private RefusedException toRefusal(IOException e) {
        String why = journal.lastError();
        return new RefusedException(
                ErrorCode.INTERNAL_ERROR,
                "telemetry cannot be read: " + (why == null ? e.getMessage() : why),
                "check the log and the folder telemetry in the data folder");
    }
}
