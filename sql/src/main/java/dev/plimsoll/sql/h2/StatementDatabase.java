package dev.plimsoll.sql.h2;

import dev.plimsoll.sql.SqlInputTable;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import org.h2.command.Prepared;
import org.h2.command.query.Query;
import org.h2.engine.ConnectionInfo;
import org.h2.engine.DbObject;
import org.h2.engine.Engine;
import org.h2.engine.SessionLocal;
import org.h2.expression.ExpressionVisitor;
import org.h2.schema.FunctionAlias;
import org.h2.schema.Schema;
import org.h2.table.DualTable;
import org.h2.table.FunctionTable;
import org.h2.table.QueryExpressionTable;
import org.h2.table.RangeTable;
import org.h2.table.Table;
import org.h2.table.TableType;

/** Creates the database of a statement. Its user can only read the given tables. */
final class StatementDatabase {

    /** Keywords of H2 that are common column names, and are therefore allowed as names. */
    private static final String NON_KEYWORDS = "DAY,HOUR,KEY,MINUTE,MONTH,SECOND,USER,VALUE,YEAR";

    private static final String URL = "jdbc:h2:mem:;DB_CLOSE_ON_EXIT=FALSE;MODE=PostgreSQL;DATABASE_TO_UPPER=FALSE"
            + ";CASE_INSENSITIVE_IDENTIFIERS=TRUE;BUILTIN_ALIAS_OVERRIDE=TRUE;NON_KEYWORDS=" + NON_KEYWORDS;

    /** Types of tables that a statement creates itself. */
    private static final Set<Class<?>> STATEMENT_TABLES =
            Set.of(DualTable.class, RangeTable.class, FunctionTable.class);

    private StatementDatabase() {}

    static SessionLocal open(List<SqlInputTable> tables) {
        Properties properties = new Properties();
        properties.setProperty("TIME ZONE", "UTC");
        SessionLocal session = Engine.createSession(new ConnectionInfo(URL, properties, "", ""));
        Schema schema = session.getDatabase().getMainSchema();
        for (SqlInputTable table : tables) {
            schema.add(new DocumentTable(schema, session.getDatabase().allocateObjectId(), table));
        }
        StatementFunctions.METHODS.forEach((name, method) -> {
            FunctionAlias alias = FunctionAlias.newInstance(
                    schema,
                    session.getDatabase().allocateObjectId(),
                    name,
                    StatementFunctions.class.getName() + "." + method,
                    true);
            alias.setDeterministic(true);
            schema.add(alias);
        });
        // access to files, the network, and settings requires administrator rights
        session.getUser().setAdmin(false);
        return session;
    }

    /** Parses a statement. Rejects one that is not a query, or that reads anything but the given tables. */
    static Query parse(SessionLocal session, String statement) {
        Prepared prepared = session.prepare(statement);
        if (!(prepared instanceof Query query) || !prepared.isReadOnly()) {
            throw StatementErrors.invalid("only SELECT statements can run", "one statement: SELECT, WITH, or VALUES");
        }
        HashSet<DbObject> dependencies = new HashSet<>();
        query.isEverything(ExpressionVisitor.getDependenciesVisitor(dependencies));
        for (DbObject object : dependencies) {
            if (object instanceof Table table && !isAllowed(table)) {
                throw StatementErrors.invalid(
                        "table " + table.getName() + " cannot be read", "read the tables that are listed in tables");
            }
        }
        return query;
    }

    private static boolean isAllowed(Table table) {
        return table instanceof DocumentTable
                || (table instanceof QueryExpressionTable && table.getTableType() != TableType.SYSTEM_TABLE)
                || STATEMENT_TABLES.contains(table.getClass())
                || table.getTableType() == null;
    }
}
