package dev.plimsoll.gateway.config.check;

import dev.plimsoll.gateway.config.key.ConfigKeys;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyKey;
import dev.plimsoll.shape.style.StyleRegistry;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Applies the policy keys of some settings to a policy. Keys that the engine does not have are ignored. */
record PolicySettings(ScopeSettings settings, String section) implements UnaryOperator<Policy> {

    @Override
    public Policy apply(Policy policy) {
        Policy changed = policy;
        for (PolicyKey<?> key : StyleRegistry.standard().keys()) {
            changed = withKey(changed, key);
        }
        return changed;
    }

    private <T> Policy withKey(Policy policy, PolicyKey<T> key) {
        Setting set = setting(key);
        if (set == null) {
            return policy;
        }
        return policy.with(key, set.value() == null ? null : key.type().cast(set.value()));
    }

    private @Nullable Setting setting(PolicyKey<?> key) {
        boolean alone = ConfigKeys.isLimit(key.name()) || ConfigKeys.isRollout(key.name());
        Setting set = settings.setting(alone ? key.name() : section + key.name());
        boolean atTop = set == null && !section.isEmpty() && ConfigKeys.isProduction(key.name());
        return atTop ? settings.setting(key.name()) : set;
    }
}
