package dev.plimsoll.sql.h2;

import dev.plimsoll.model.RefusedException;
import dev.plimsoll.sql.SqlLimits;
import dev.plimsoll.sql.SqlRows;
import dev.plimsoll.sql.SqlTableData;
import java.util.List;
import org.h2.api.ErrorCode;
import org.h2.command.query.Query;
import org.h2.engine.SessionLocal;
import org.h2.message.DbException;
import org.h2.result.ResultInterface;
import org.h2.value.Value;
import org.jspecify.annotations.Nullable;

/** Run of one statement. */
final class StatementRun implements Runnable {

    private final String statement;
    private final List<SqlTableData> tables;
    private final SqlLimits limits;
    private final SqlRows rows;
    private volatile boolean hasBegun;
    private volatile @Nullable SessionLocal session;
    private volatile boolean isCancelled;
    private volatile @Nullable Throwable failure;
    private Runnable onEnd = () -> {};
    private boolean isEnded;

    StatementRun(String statement, List<SqlTableData> tables, SqlLimits limits, SqlRows rows) {
        this.statement = statement;
        this.tables = tables;
        this.limits = limits;
        this.rows = rows;
    }

    @Override
    public void run() {
        try {
            evaluate();
        } catch (Throwable e) { // the waiting thread throws it
            failure = e;
        } finally {
            end();
        }
    }

    private void evaluate() {
        SessionLocal opened = StatementDatabase.open(tables);
        session = opened;
        hasBegun = true;
        try {
            Query query = StatementDatabase.parse(opened, statement);
            opened.setQueryTimeout((int) Math.min(Integer.MAX_VALUE, limits.timeMs()));
            // not at the end of the method: a cancelled statement must not begin
            if (isCancelled) {
                return;
            }
            try (ResultInterface result = opened.prepareCommand(statement).executeQuery(0, 0, false)) {
                pass(result, query);
            }
        } finally {
            opened.close();
        }
    }

    private void pass(ResultInterface result, Query query) {
        ResultColumns columns = new ResultColumns(result, query, tables);
        rows.begin(columns.names());
        while (!isCancelled && result.next()) {
            Value[] values = result.currentRow();
            rows.row(columns.convert(values));
        }
    }

    private synchronized void end() {
        isEnded = true;
        onEnd.run();
    }

    /** Sets what to run when the statement has ended. */
    synchronized void onEnd(Runnable work) {
        if (isEnded) {
            work.run();
        } else {
            onEnd = work;
        }
    }

    /** Returns whether the database is open. The first one needs time to load classes, which is not time of the statement. */
    boolean hasBegun() {
        return hasBegun;
    }

    void cancel() {
        isCancelled = true;
        SessionLocal opened = session;
        if (opened != null) {
            opened.cancel();
        }
    }

    /** Throws the failure of a statement that has ended. */
    void throwFailure(long timeMs, long memory) {
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
        if (failed instanceof OutOfMemoryError) {
            throw StatementErrors.limit("memory", memory, "bytes of memory");
        }
        if (failed instanceof DbException error) {
            int code = error.getErrorCode();
            throw code == ErrorCode.STATEMENT_WAS_CANCELED
                    ? StatementErrors.limit("timeMs", timeMs, "ms")
                    : code == ErrorCode.OUT_OF_MEMORY
                            ? StatementErrors.limit("memory", memory, "bytes of memory")
                            : StatementErrors.of(error, statement);
        }
        throw StatementErrors.invalid(
                "the statement failed: " + failed.getClass().getSimpleName(), "write it in another way");
    }
}
