package dev.plimsoll.query.node;

import dev.plimsoll.query.value.ArrayElements;
import dev.plimsoll.query.value.ArrayValue;
import dev.plimsoll.query.value.NumberValue;
import dev.plimsoll.query.value.ObjectEntries;
import dev.plimsoll.query.value.ObjectValue;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValueAccess;
import dev.plimsoll.query.value.ValuePath;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Node for {@code ..}: the value and all values inside it, at any depth. */
public final class RecurseNode extends QueryNode {

    private static final int BYTES_PER_LEVEL = 128;

    @Override
    public boolean eval(
            Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
        PathTracker.checkIteration(at, in, evaluation);
        if (!out.accept(in, at)) {
            return false;
        }
        Deque<Level> levels = new ArrayDeque<>();
        enter(in, at, levels, evaluation);
        while (!levels.isEmpty()) {
            Level level = levels.getLast();
            if (!level.arrayElements.next()) {
                levels.removeLast();
                continue;
            }
            Value value = level.arrayElements.value();
            ValuePath valuePath = level.path(evaluation);
            if (!out.accept(value, valuePath)) {
                return false;
            }
            enter(value, valuePath, levels, evaluation);
        }
        return true;
    }

    private static void enter(Value value, @Nullable ValuePath valuePath, Deque<Level> levels, Evaluation evaluation) {
        if (value instanceof ArrayValue || value instanceof ObjectValue) {
            evaluation.meter().addBuiltBytes(BYTES_PER_LEVEL);
            levels.addLast(new Level(ValueAccess.items(value, evaluation.meter()), valuePath));
        }
    }

    private static final class Level {

        private final ArrayElements arrayElements;
        private final @Nullable ValuePath outer;
        private int next;

        Level(ArrayElements arrayElements, @Nullable ValuePath outer) {
            this.arrayElements = arrayElements;
            this.outer = outer;
        }

        @Nullable ValuePath path(Evaluation evaluation) {
            if (outer == null) {
                return null;
            }
            return outer.child(
                    arrayElements instanceof ObjectEntries objectEntries ? objectEntries.key() : NumberValue.of(next++),
                    evaluation.meter());
        }
    }
}
