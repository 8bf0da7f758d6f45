package dev.plimsoll.query;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.query.value.ListArrayValue;
import dev.plimsoll.query.value.QueryMeter;
import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;

/** Creates the values of documents and texts: a text becomes the array of its lines. */
final class InputValue {

    private InputValue() {}

    static Value create(QueryInput.Source source, QueryMeter queryMeter) {
        return source.isText() ? toLines(source.bytes(), queryMeter) : Value.document(source.bytes());
    }

    private static Value toLines(Slice text, QueryMeter queryMeter) {
        LineIndex index = LineIndex.of(text);
        ListArrayValue lines = new ListArrayValue(index.count());
        queryMeter.addScannedBytes(text.length());
        for (int i = 0; i < index.count(); i++) {
            int to = index.end(i);
            to = to > index.start(i) && text.at(to - 1) == '\n' ? to - 1 : to;
            to = to > index.start(i) && text.at(to - 1) == '\r' ? to - 1 : to;
            lines.add(StringValue.ofText(text.sub(index.start(i), to)), queryMeter);
        }
        return lines;
    }
}
