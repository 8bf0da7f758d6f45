package dev.plimsoll.gateway.config.check;

import dev.plimsoll.gateway.config.key.ConfigKeys;
import dev.plimsoll.gateway.config.key.StoredKeys;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyKey;
import dev.plimsoll.shape.style.StyleRegistry;
import dev.plimsoll.stored.StoredQueries;
import dev.plimsoll.stored.StoredText;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Applies the policy keys of some settings to a policy. Keys that the engine does not have are ignored. */
record PolicySettings(ScopeSettings settings, String section) implements UnaryOperator<Policy> {

    @Override
    public Policy apply(Policy policy) {
        Policy newPolicy = policy;
        for (PolicyKey<?> key : StyleRegistry.standard().keys()) {
            newPolicy = withKey(newPolicy, key);
        }
        return withQueries(newPolicy);
    }

    /**
     * Adds the stored queries, which replace queries of the same name. Skips queries without a text, which {@link
     * StoredConsistency} reports.
     */
    private Policy withQueries(Policy policy) {
        List<StoredText> texts = StoredTexts.parseAll(settings.table(section + StoredKeys.QUERIES)).stream()
                .filter(stored -> !stored.text().isBlank())
                .toList();
        StoredQueries queries = StoredQueries.of(texts);
        return queries.isEmpty()
                ? policy
                : policy.with(
                        Policy.QUERIES,
                        StoredQueries.parse(policy.get(Policy.QUERIES))
                                .merge(queries)
                                .encode());
    }

    private <T> Policy withKey(Policy policy, PolicyKey<T> key) {
        Setting keySetting = findSetting(key);
        if (keySetting == null) {
            return policy;
        }
        return policy.with(key, keySetting.value() == null ? null : key.type().cast(keySetting.value()));
    }

    private @Nullable Setting findSetting(PolicyKey<?> key) {
        boolean isOutsideSection = ConfigKeys.isProcessLimit(key.name()) || ConfigKeys.isRolloutKey(key.name());
        Setting keySetting = settings.findSetting(isOutsideSection ? key.name() : section + key.name());
        boolean usesTopLevelValue = keySetting == null && !section.isEmpty() && ConfigKeys.isProductionKey(key.name());
        return usesTopLevelValue ? settings.findSetting(key.name()) : keySetting;
    }
}
