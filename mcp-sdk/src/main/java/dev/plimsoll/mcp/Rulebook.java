package dev.plimsoll.mcp;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.policy.Gate;
import dev.plimsoll.policy.Policies;

/** What holds now: the engine under its policies, and who may pass. */
final class Rulebook {

    private final Plimsoll engine;

    Rulebook(Plimsoll engine, Policies policies) {
        this.engine = engine.withPolicies(policies);
    }

    Plimsoll engine() {
        return engine;
    }

    Gate gateFor(Caller caller) {
        return Gate.OPEN;
    }
}
