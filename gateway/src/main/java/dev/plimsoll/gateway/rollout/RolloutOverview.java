package dev.plimsoll.gateway.rollout;

import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.RolloutConfig.Canary;
import dev.plimsoll.gateway.config.model.RolloutConfig.Step;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyRule;
import dev.plimsoll.policy.option.RolloutMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Overview of the rollouts of a configuration.
 *
 * @param lines a line for all tools, and a line for each rule with its own rollout
 * @param rollbacks active rollbacks
 */
public record RolloutOverview(List<Line> lines, List<RollbackRule> rollbacks) {

    public RolloutOverview {
        lines = List.copyOf(lines);
        rollbacks = List.copyOf(rollbacks);
    }

    /**
     * Rollout of some tools. Rollbacks are not taken into account.
     *
     * @param glob pattern of the tools
     * @param percent share of the sessions that are protected
     * @param process process in which the steps have begun; empty if there are no steps, or they have not
     *     begun
     * @param stage the current stage; null if there are no steps, or they have not begun
     */
    record Line(
            String glob,
            RolloutMode mode,
            int percent,
            String process,
            @Nullable RolloutStage stage) {}

    /** Creates the overview at a time. */
    public static RolloutOverview of(Configuration configuration, RolloutState rolloutState, Instant now) {
        List<Line> lines = new ArrayList<>();
        Policy base = configuration.policies().base();
        lines.addAll(linesOf(RollbackRule.ALL, "", base, configuration, rolloutState, now));
        for (PolicyRule policyRule : configuration.policies().rules()) {
            Policy changed = policyRule.change().apply(base);
            boolean isSameRollout = changed.get(Policy.ROLLOUT_MODE) == base.get(Policy.ROLLOUT_MODE)
                    && changed.get(Policy.ROLLOUT_PERCENT).equals(base.get(Policy.ROLLOUT_PERCENT));
            if (!isSameRollout || findCanary(policyRule.glob(), configuration) != null) {
                String glob = policyRule.glob();
                lines.addAll(linesOf(glob, glob, changed, configuration, rolloutState, now));
            }
        }
        return new RolloutOverview(lines, rolloutState.withoutExpired(now).rollbacks());
    }

    private static @Nullable Canary findCanary(String glob, Configuration configuration) {
        return configuration.rollouts().canaries().stream()
                .filter(canary -> canary.glob().equals(glob))
                .findFirst()
                .orElse(null);
    }

    private static List<Line> linesOf(
            String displayedGlob,
            String glob,
            Policy policy,
            Configuration configuration,
            RolloutState rolloutState,
            Instant now) {
        RolloutMode mode = policy.get(Policy.ROLLOUT_MODE);
        int percent = policy.get(Policy.ROLLOUT_PERCENT);
        Canary canary = findCanary(glob, configuration);
        if (canary == null) {
            return List.of(new Line(displayedGlob, mode, mode.appliedPercent(percent), "", null));
        }
        List<Line> lines = new ArrayList<>();
        List<RolloutSteps> startedSteps = rolloutState.startedSteps().stream()
                .filter(rolloutSteps ->
                        rolloutSteps.glob().equals(glob) && rolloutSteps.steps().equals(canary.text()))
                .toList();
        for (RolloutSteps rolloutSteps : startedSteps) {
            RolloutStage rolloutStage = RolloutStage.of(canary, rolloutSteps.startedAt(), now);
            Step step = rolloutStage.step();
            lines.add(new Line(
                    displayedGlob,
                    mode,
                    mode.appliedPercent(step == null ? percent : step.percent()),
                    rolloutSteps.process(),
                    rolloutStage));
        }
        if (startedSteps.isEmpty()) {
            int firstPercent = canary.steps().get(0).percent();
            lines.add(new Line(displayedGlob, mode, mode.appliedPercent(firstPercent), "", null));
        }
        return lines;
    }

    /** Returns one line of text for each line and each rollback. */
    public String text() {
        StringBuilder out = new StringBuilder();
        for (Line line : lines) {
            out.append(displayName(line.glob()))
                    .append(": ")
                    .append(describe(line))
                    .append('\n');
        }
        for (RollbackRule rollbackRule : rollbacks) {
            Instant until = rollbackRule.until();
            out.append(displayName(rollbackRule.glob()))
                    .append(": ROLLED BACK ")
                    .append(rollbackRule.startedAt())
                    .append(" by ")
                    .append(rollbackRule.initiator())
                    .append(rollbackRule.why().isEmpty() ? "" : " (" + rollbackRule.why() + ")")
                    .append(until == null ? "" : ", until " + until)
                    .append('\n');
        }
        return out.toString();
    }

    private static String displayName(String glob) {
        return glob.equals(RollbackRule.ALL) ? "all tools" : glob;
    }

    private static String describe(Line line) {
        String mode = line.mode().name().toLowerCase(Locale.ROOT);
        String share = line.mode().isActive() ? mode + ", " + line.percent() + " %" : mode;
        RolloutStage rolloutStage = line.stage();
        if (rolloutStage == null) {
            return share;
        }
        Step step = rolloutStage.step();
        String processSuffix = line.process().equals("serve") ? "" : " of " + line.process();
        if (step == null) {
            return share + processSuffix + ", all " + rolloutStage.stepCount() + " steps completed";
        }
        Integer size = step.pageSize();
        Instant until = rolloutStage.until();
        return share + processSuffix + ", step " + rolloutStage.stepNumber() + " of " + rolloutStage.stepCount()
                + (size == null ? "" : ", pages of " + size) + (until == null ? "" : ", until " + until);
    }

    /** Returns one JSON object. */
    public String json() {
        JsonWriter json = new JsonWriter(512).beginObject();
        write(json);
        json.endObject();
        return json.slice().utf8() + "\n";
    }

    /** Writes the overview as members of an object. */
    public void write(JsonWriter json) {
        json.array("tools", lines, RolloutOverview::write);
        json.array("back", rollbacks, RolloutOverview::write);
    }

    private static void write(Line line, JsonWriter json) {
        json.beginObject();
        json.string("tools", line.glob()).string("mode", line.mode().name().toLowerCase(Locale.ROOT));
        json.number("percent", line.percent());
        RolloutStage rolloutStage = line.stage();
        if (rolloutStage != null) {
            Step step = rolloutStage.step();
            json.string("of", line.process())
                    .number("step", rolloutStage.stepNumber())
                    .number("steps", rolloutStage.stepCount());
            json.bool("past", step == null);
            json.stringOrNull("until", Objects.toString(rolloutStage.until(), null));
            Integer size = step == null ? null : step.pageSize();
            json.raw("pageSize", String.valueOf(size));
        }
        json.endObject();
    }

    private static void write(RollbackRule rollbackRule, JsonWriter json) {
        json.beginObject();
        json.string("tools", rollbackRule.glob())
                .string("at", rollbackRule.startedAt().toString())
                .string("by", rollbackRule.initiator());
        json.stringOrNull("until", Objects.toString(rollbackRule.until(), null));
        json.string("why", rollbackRule.why()).endObject();
    }
}
