package dev.plimsoll.query.node;

import dev.plimsoll.query.value.ConstantValue;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * Environment of names, innermost first. Each entry is the value of a variable, or an argument: the node to run and its own
 * environment.
 */
public final class Environment {

    private final @Nullable Environment outer;
    private final Value value;
    private final @Nullable QueryNode argument;
    private final @Nullable Environment scope;

    private Environment(
            @Nullable Environment outer, Value value, @Nullable QueryNode argument, @Nullable Environment scope) {
        this.outer = outer;
        this.value = value;
        this.argument = argument;
        this.scope = scope;
    }

    public static Environment empty() {
        return new Environment(null, ConstantValue.NULL, null, null);
    }

    public Environment with(Value variable) {
        return new Environment(this, variable, null, null);
    }

    Environment with(QueryNode argument, Environment argumentScope) {
        return new Environment(this, ConstantValue.NULL, argument, argumentScope);
    }

    /** Returns the environment that is {@code hops} names further out. */
    Environment enclosing(int hops) {
        Environment environment = this;
        for (int i = 0; i < hops; i++) {
            Environment next = environment.outer;
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

    QueryNode argument() {
        if (argument == null) {
            throw new IllegalStateException("name: not an argument");
        }
        return argument;
    }

    Environment scope() {
        return scope == null ? this : scope;
    }
}
