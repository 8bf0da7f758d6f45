package dev.plimsoll.query.warning;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.query.node.NodePositions;
import dev.plimsoll.query.node.OperatorNode;
import dev.plimsoll.query.node.PathNode;
import dev.plimsoll.query.node.QueryNode;
import dev.plimsoll.query.node.Ties;
import dev.plimsoll.query.value.NumberValue;
import dev.plimsoll.query.value.Numbers;
import dev.plimsoll.query.value.QueryMeter;
import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValueWriter;

/** Sentence about records that were left out although their sort key equals that of the last record taken. */
final class TieSentence {

    private static final int MAX_KEY_LENGTH = 60;

    private TieSentence() {}

    /**
     * Returns a sentence such as {@code 10 more records have comments = 39}; empty if the key is too long for a
     * sentence.
     */
    static String create(Ties.Tie tie, NodePositions positions) {
        QueryNode key = tie.sort().key();
        Value value = tie.key();
        if (key instanceof OperatorNode.Negate negate && value instanceof NumberValue number) {
            key = negate.operand();
            value = Numbers.negate(number);
        }
        String name = fieldName(key);
        if (name.isEmpty()) {
            NodePositions.Excerpt excerpt = positions.find(key);
            name = excerpt == null ? "the same key" : "(" + excerpt.text() + ")";
        }
        String keyText = valueText(value);
        String noun = tie.isRecord() ? "record" : "item";
        return keyText.length() > MAX_KEY_LENGTH
                ? ""
                : tie.equalItemsLeftOut() + " more "
                        + (tie.equalItemsLeftOut() == 1 ? noun + " has " : noun + "s have ") + name + " = " + keyText;
    }

    private static String fieldName(QueryNode key) {
        if (!(key instanceof PathNode.Field field)) {
            return "";
        }
        if (field.term() instanceof PathNode.Identity) {
            return field.name().string();
        }
        String termName = fieldName(field.term());
        return termName.isEmpty() ? "" : termName + "." + field.name().string();
    }

    private static String valueText(Value value) {
        if (value instanceof StringValue text) {
            return text.text().length() > MAX_KEY_LENGTH ? text.string() : '"' + text.string() + '"';
        }
        ByteSink out = new ByteSink(32);
        ValueWriter.write(value, out, new QueryMeter(1_000, 1_000_000, Long.MAX_VALUE, Long.MAX_VALUE));
        return out.slice().utf8();
    }
}
