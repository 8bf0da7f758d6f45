package dev.plimsoll.query.node;

import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import org.jspecify.annotations.Nullable;

/** Receives the outputs of a node. */
@FunctionalInterface
public interface OutputSink {

    /** Takes one output, with its path if paths are tracked. Returns false to stop the node. */
    boolean accept(Value value, @Nullable ValuePath path);
}
