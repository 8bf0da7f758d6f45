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
        Setting keySetting = setting(key);
        if (keySetting == null) {
            return policy;
        }
        return policy.with(key, keySetting.value() == null ? null : key.type().cast(keySetting.value()));
    }

    private @Nullable Setting setting(PolicyKey<?> key) {
        boolean isTopLevelOnly = ConfigKeys.isLimit(key.name()) || ConfigKeys.isRollout(key.name());
        Setting keySetting = settings.setting(isTopLevelOnly ? key.name() : section + key.name());
        boolean usesTopLevelValue = keySetting == null && !section.isEmpty() && ConfigKeys.isProduction(key.name());
        return usesTopLevelValue ? settings.setting(key.name()) : keySetting;
    }
}
