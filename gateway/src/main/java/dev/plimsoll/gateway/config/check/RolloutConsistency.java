package dev.plimsoll.gateway.config.check;

import dev.plimsoll.gateway.config.source.ConfigOrigin;
import dev.plimsoll.policy.Policy;
import java.util.List;

/** Checks the steps of a rollout against each other. */
final class RolloutConsistency {

    private static final String STEPS = "rollout.steps";

    private final ScopeSettings scopeSettings;
    private final ConfigErrors configErrors;

    RolloutConsistency(ScopeSettings scopeSettings, ConfigErrors configErrors) {
        this.scopeSettings = scopeSettings;
        this.configErrors = configErrors;
    }

    void check() {
        Policy basePolicy = new PolicySettings(scopeSettings, "policy.").apply(Policy.defaults());
        checkSteps(STEPS, scopeSettings, basePolicy);
        scopeSettings.table("tools").forEach((glob, rule) -> {
            String path = "tools.\"" + ConfigErrors.toPrintable(glob) + "\"." + STEPS;
            checkSteps(path, rule, new PolicySettings(rule, "").apply(basePolicy));
        });
    }

    private void checkSteps(String path, ScopeSettings settings, Policy policy) {
        List<ScopeSettings> steps = settings.rows(STEPS);
        int previousPercent = 0;
        for (int i = 0; i < steps.size(); i++) {
            ScopeSettings step = steps.get(i);
            if (!step.hasInvalidValue()) {
                checkStep(path + "[" + i + "]", step, i == steps.size() - 1, policy);
                previousPercent = checkPercent(path + "[" + i + "].percent", step, previousPercent);
            }
        }
    }

    private void checkStep(String path, ScopeSettings step, boolean isLast, Policy policy) {
        if (!step.has("percent")) {
            configErrors.addError(path, step.origin(), "percent is missing");
        }
        if (!step.has("for") && !isLast) {
            configErrors.addError(path, step.origin(), "`for` is missing: only the last step may omit its duration");
        }
        int maxPageSize = policy.get(Policy.MAX_PAGE_SIZE);
        if (step.has("pageSize") && step.integer("pageSize") > maxPageSize) {
            ConfigOrigin configOrigin = step.origin("pageSize");
            configErrors.addError(
                    path + ".pageSize",
                    configOrigin,
                    "must be at most maxPageSize, " + maxPageSize + ", got " + step.integer("pageSize"));
        }
    }

    /** Warns if the percentage of a step is lower than that of the step before. Returns the percentage. */
    private int checkPercent(String path, ScopeSettings step, int previousPercent) {
        int percent = step.has("percent") ? step.integer("percent") : previousPercent;
        if (percent < previousPercent) {
            configErrors.addWarning(
                    path,
                    step.origin("percent"),
                    "is lower than in the step before: " + percent + " after " + previousPercent);
        }
        return percent;
    }
}
