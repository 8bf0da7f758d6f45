package dev.plimsoll.gateway.config.check;

import dev.plimsoll.gateway.config.source.Origin;
import dev.plimsoll.policy.Policy;
import java.util.List;

/** Steps of a rollout that no key shows to be wrong by itself. */
final class RolloutConsistency {

    private static final String STEPS = "rollout.steps";

    private final Settings settings;
    private final Faults faults;

    RolloutConsistency(Settings settings, Faults faults) {
        this.settings = settings;
        this.faults = faults;
    }

    void check() {
        Policy base = new PolicySettings(settings, "policy.").apply(Policy.defaults());
        check(STEPS, settings, base);
        settings.table("tools").forEach((glob, rule) -> {
            String path = "tools.\"" + Faults.quoted(glob) + "\"." + STEPS;
            check(path, rule, new PolicySettings(rule, "").apply(base));
        });
    }

    private void check(String path, Settings set, Policy policy) {
        List<Settings> steps = set.rows(STEPS);
        int before = 0;
        for (int i = 0; i < steps.size(); i++) {
            Settings step = steps.get(i);
            if (!step.broken()) {
                check(path + "[" + i + "]", step, i == steps.size() - 1, policy);
                before = rises(path + "[" + i + "].percent", step, before);
            }
        }
    }

    private void check(String path, Settings step, boolean last, Policy policy) {
        if (!step.has("percent")) {
            faults.wrong(path, step.origin(), "must have percent");
        }
        if (!step.has("for") && !last) {
            faults.wrong(path, step.origin(), "must have for, how long it lasts: only the last step may stay");
        }
        int most = policy.get(Policy.MAX_PAGE_SIZE);
        if (step.has("pageSize") && step.whole("pageSize") > most) {
            Origin origin = step.origin("pageSize");
            faults.wrong(
                    path + ".pageSize",
                    origin,
                    "must not be above maxPageSize, got " + step.whole("pageSize") + " above " + most);
        }
    }

    private int rises(String path, Settings step, int before) {
        int percent = step.has("percent") ? step.whole("percent") : before;
        if (percent < before) {
            faults.odd(path, step.origin("percent"), "is below the step before: " + percent + " after " + before);
        }
        return percent;
    }
}
