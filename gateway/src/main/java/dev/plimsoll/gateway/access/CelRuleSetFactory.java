package dev.plimsoll.gateway.access;

import java.util.Map;

/** Creates rules in CEL. */
public final class CelRuleSetFactory implements RuleSetFactory {

    @Override
    public RuleSet create(Map<String, String> conditions) {
        return CelRuleSet.of(conditions);
    }
}
