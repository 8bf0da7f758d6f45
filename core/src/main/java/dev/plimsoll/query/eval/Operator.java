package dev.plimsoll.query.eval;

import dev.plimsoll.query.ops.Ops;
import dev.plimsoll.query.value.Constant;
import dev.plimsoll.query.value.Meter;
import dev.plimsoll.query.value.Value;

/** What makes one value of two. */
public enum Operator {
    ADD(Ops::add),
    SUBTRACT(Ops::subtract),
    MULTIPLY(Ops::multiply),
    DIVIDE(Ops::divide),
    REMAINDER(Ops::remainder),
    EQUAL((a, b, meter) -> Constant.of(Ops.equal(a, b, meter))),
    UNEQUAL((a, b, meter) -> Constant.of(!Ops.equal(a, b, meter))),
    LESS((a, b, meter) -> Constant.of(Ops.compare(a, b, meter) < 0)),
    AT_MOST((a, b, meter) -> Constant.of(Ops.compare(a, b, meter) <= 0)),
    GREATER((a, b, meter) -> Constant.of(Ops.compare(a, b, meter) > 0)),
    AT_LEAST((a, b, meter) -> Constant.of(Ops.compare(a, b, meter) >= 0));

    @SuppressWarnings("ImmutableEnumChecker") // a law has no state
    private final Law law;

    Operator(Law law) {
        this.law = law;
    }

    private interface Law {
        Value of(Value a, Value b, Meter meter);
    }

    public Value of(Value a, Value b, Meter meter) {
        return law.of(a, b, meter);
    }
}
