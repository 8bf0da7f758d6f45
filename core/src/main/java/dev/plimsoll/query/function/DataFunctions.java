package dev.plimsoll.query.function;

import dev.plimsoll.format.table.SeparatedText;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.query.node.Evaluation;
import dev.plimsoll.query.value.ArrayValue;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.QueryMeter;
import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValueWriter;

/** Functions that read data in texts, describe data, and run SQL statements on data. jq does not have them. */
final class DataFunctions {

    private DataFunctions() {}

    static void addTo(FunctionLibrary functionLibrary) {
        functionLibrary.defineNative("fromcsv/0", (evaluation, input, none) -> fromCsv(input, evaluation.meter()));
        functionLibrary.defineNative("fromlog/0", (evaluation, input, none) -> fromLog(input, evaluation));
        functionLibrary.defineNative("outline/0", (evaluation, input, none) -> outline(input, evaluation));
        functionLibrary.defineNative("sql/1", (evaluation, input, arguments) -> sql(input, arguments[0], evaluation));
    }

    private static Value fromCsv(Value input, QueryMeter queryMeter) {
        if (input instanceof ArrayValue) {
            // these records are already parsed
            return input;
        }
        if (!(input instanceof StringValue text)) {
            throw QueryError.typeError(input, "cannot be read as CSV, as it is not a string", queryMeter);
        }
        queryMeter.addScannedBytes(text.text().length());
        return toValue(SeparatedText.toRecords(text.text()), queryMeter);
    }

    private static Value fromLog(Value input, Evaluation evaluation) {
        if (!(input instanceof StringValue text)) {
            throw QueryError.typeError(
                    input, "cannot be read as a line of a log, as it is not a string", evaluation.meter());
        }
        evaluation.meter().addScannedBytes(text.text().length());
        return toValue(evaluation.functions().readLogLine(text.text()), evaluation.meter());
    }

    private static Value outline(Value input, Evaluation evaluation) {
        return toValue(evaluation.functions().outline(writeValue(input, evaluation.meter())), evaluation.meter());
    }

    private static Value sql(Value input, Value statement, Evaluation evaluation) {
        if (!(statement instanceof StringValue text)) {
            throw QueryError.typeError(statement, "is not a SELECT statement in a string", evaluation.meter());
        }
        evaluation.meter().checkTime();
        return toValue(
                evaluation.functions().sql(text.string(), writeValue(input, evaluation.meter()), evaluation.meter()),
                evaluation.meter());
    }

    /** Returns a value as JSON: its range of the document, if it has one. */
    private static Slice writeValue(Value value, QueryMeter queryMeter) {
        Slice range = value.source();
        if (range == null || value instanceof StringValue) {
            ByteSink out = new ByteSink(256);
            ValueWriter.write(value, out, queryMeter);
            queryMeter.addBuiltBytes(out.size());
            range = out.slice();
        }
        queryMeter.addScannedBytes(range.length());
        return range;
    }

    private static Value toValue(Slice json, QueryMeter queryMeter) {
        queryMeter.addBuiltBytes(json.length());
        return Value.document(json);
    }
}
