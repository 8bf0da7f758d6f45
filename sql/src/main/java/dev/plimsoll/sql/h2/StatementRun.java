package dev.plimsoll.sql.h2;

import dev.plimsoll.model.RefusedException;
import dev.plimsoll.sql.SqlInputTable;
import dev.plimsoll.sql.SqlLimits;
import dev.plimsoll.sql.SqlRowReceiver;
import java.util.List;
import org.h2.api.ErrorCode;
import org.h2.command.query.Query;
import org.h2.engine.SessionLocal;
import org.h2.message.DbException;
import org.h2.result.ResultInterface;
import org.h2.value.Value;
import org.jspecify.annotations.Nullable;

/** Runs one statement, and passes its rows to a receiver. */
final class StatementRun implements Runnable {

    private final String statement;
    private final List<SqlInputTable> tables;
    private final SqlLimits limits;
    private final SqlRowReceiver receiver;
    private volatile boolean isDatabaseOpen;
    private volatile @Nullable SessionLocal session;
    private volatile boolean isCancelled;
    private volatile @Nullable Throwable failure;
    private Runnable endTask = () -> {};
    private boolean isEnded;

    StatementRun(String statement, List<SqlInputTable> tables, SqlLimits limits, SqlRowReceiver receiver) {
        this.statement = statement;
        this.tables = tables;
        this.limits = limits;
        this.receiver = receiver;
    }

    @Override
    public void run() {
        try {
            evaluate();
        } catch (Throwable e) { // throwFailure() throws it on the waiting thread
            failure = e;
        } finally {
            finish();
        }
    }

    private void evaluate() {
        SessionLocal opened = StatementDatabase.open(tables);
        session = opened;
        isDatabaseOpen = true;
        try {
            Query query = StatementDatabase.parse(opened, statement);
            opened.setQueryTimeout((int) Math.min(Integer.MAX_VALUE, limits.timeMillis()));
            // a cancelled statement must not start
            if (isCancelled) {
                return;
            }
            try (ResultInterface result = opened.prepareCommand(statement).executeQuery(0, 0, false)) {
                readRows(result, query);
            }
        } finally {
            opened.close();
        }
    }

    private void readRows(ResultInterface result, Query query) {
        StatementColumns columns = new StatementColumns(result, query);
        receiver.onColumns(columns.names());
        while (!isCancelled && result.next()) {
            Value[] values = result.currentRow();
            receiver.onRow(columns.convert(values));
        }
    }

    private synchronized void finish() {
        isEnded = true;
        endTask.run();
    }

    /** Runs a task when the statement has ended, or now if it has already ended. */
    synchronized void runAtEnd(Runnable task) {
        if (isEnded) {
            task.run();
        } else {
            endTask = task;
        }
    }

    /** Returns whether the database has been opened. Until then, classes may be loaded, which does not count as time of the statement. */
    boolean isDatabaseOpen() {
        return isDatabaseOpen;
    }

    void cancel() {
        isCancelled = true;
        SessionLocal opened = session;
        if (opened != null) {
            opened.cancel();
        }
    }

    /** Throws the error of a statement that has ended, if it failed. */
    void throwFailure(long timeMillis, long memoryBytes) {
        Throwable failed = failure;
        if (failed == null) {
            return;
        }
        if (failed instanceof RefusedException refused) {
            throw refused;
        }
        if (failed instanceof StackOverflowError) {
            throw StatementErrors.limit("depth", StatementGuard.MAX_DEPTH, "levels of nesting");
        }
        if (isOutOfMemory(failed)) {
            throw StatementErrors.limit("memory", memoryBytes, "bytes of memory");
        }
        if (failed instanceof DbException error) {
            if (error.getErrorCode() == ErrorCode.STATEMENT_WAS_CANCELED) {
                throw StatementErrors.limit("timeMs", timeMillis, "ms");
            }
            throw StatementErrors.from(error, statement);
        }
        throw StatementErrors.invalid(
                "the statement failed: " + failed.getClass().getSimpleName(), "write the statement differently");
    }

    private static boolean isOutOfMemory(Throwable failure) {
        return failure instanceof OutOfMemoryError
                || (failure instanceof DbException error && error.getErrorCode() == ErrorCode.OUT_OF_MEMORY);
    }
}
