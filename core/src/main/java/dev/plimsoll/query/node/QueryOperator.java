package dev.plimsoll.query.node;

import dev.plimsoll.query.value.ConstantValue;
import dev.plimsoll.query.value.Operators;
import dev.plimsoll.query.value.QueryMeter;
import dev.plimsoll.query.value.Value;

/** Operator that computes one value from two. */
public enum QueryOperator {
    ADD(Operators::add),
    SUBTRACT(Operators::subtract),
    MULTIPLY(Operators::multiply),
    DIVIDE(Operators::divide),
    REMAINDER(Operators::remainder),
    EQUAL((a, b, queryMeter) -> ConstantValue.of(Operators.equal(a, b, queryMeter))),
    NOT_EQUAL((a, b, queryMeter) -> ConstantValue.of(!Operators.equal(a, b, queryMeter))),
    LESS((a, b, queryMeter) -> ConstantValue.of(Operators.compare(a, b, queryMeter) < 0)),
    LESS_OR_EQUAL((a, b, queryMeter) -> ConstantValue.of(Operators.compare(a, b, queryMeter) <= 0)),
    GREATER((a, b, queryMeter) -> ConstantValue.of(Operators.compare(a, b, queryMeter) > 0)),
    GREATER_OR_EQUAL((a, b, queryMeter) -> ConstantValue.of(Operators.compare(a, b, queryMeter) >= 0));

    @SuppressWarnings("ImmutableEnumChecker") // implementations have no state
    private final Operation operation;

    QueryOperator(Operation operation) {
        this.operation = operation;
    }

    private interface Operation {
        Value apply(Value a, Value b, QueryMeter queryMeter);
    }

    public Value apply(Value a, Value b, QueryMeter queryMeter) {
        return operation.apply(a, b, queryMeter);
    }
}
