package dev.plimsoll.query.eval;

import dev.plimsoll.query.value.ValuePath;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/** Waits for the outputs of a node. */
@FunctionalInterface
public interface OutputSink {

    /** Takes one output, with its path where paths are asked for; false if it wants no more. */
    boolean take(Value value, @Nullable ValuePath at);
}
