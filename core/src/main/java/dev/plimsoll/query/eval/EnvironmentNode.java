package dev.plimsoll.query.eval;

import dev.plimsoll.query.value.ConstantValue;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * Environment of names, innermost first. Each entry is the value of a variable, or an argument: the node to run and its own
 * environment.
 */
public final class EnvironmentNode {

    private final @Nullable EnvironmentNode outer;
    private final Value value;
    private final @Nullable QueryNode body;
    private final @Nullable EnvironmentNode scope;

    private EnvironmentNode(
            @Nullable EnvironmentNode outer, Value value, @Nullable QueryNode body, @Nullable EnvironmentNode scope) {
        this.outer = outer;
        this.value = value;
        this.body = body;
        this.scope = scope;
    }

    public static EnvironmentNode empty() {
        return new EnvironmentNode(null, ConstantValue.NULL, null, null);
    }

    public EnvironmentNode with(Value variable) {
        return new EnvironmentNode(this, variable, null, null);
    }

    EnvironmentNode with(QueryNode argument, EnvironmentNode argumentScope) {
        return new EnvironmentNode(this, ConstantValue.NULL, argument, argumentScope);
    }

    /** Returns the environment that is {@code hops} names further out. */
    EnvironmentNode out(int hops) {
        EnvironmentNode environment = this;
        for (int i = 0; i < hops; i++) {
            EnvironmentNode next = environment.outer;
            if (next == null) {
                throw new IllegalStateException("environment: no name at distance " + hops);
            }
            environment = next;
        }
        return environment;
    }

    Value value() {
        return value;
    }

    QueryNode body() {
        if (body == null) {
            throw new IllegalStateException("name: not an argument");
        }
        return body;
    }

    EnvironmentNode scope() {
        return scope == null ? this : scope;
    }
}
