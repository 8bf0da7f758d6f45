package dev.plimsoll.gateway.rollout;

import dev.plimsoll.gateway.admin.Json;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.Rollouts.Canary;
import dev.plimsoll.gateway.config.model.Rollouts.Step;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.RolloutMode;
import dev.plimsoll.policy.Rule;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How far a configuration is rolled out.
 *
 * @param lines for all tools, and for those of each rule that says so
 * @param backs what was taken back
 */
public record Overview(List<Line> lines, List<Back> backs) {

    public Overview {
        lines = List.copyOf(lines);
        backs = List.copyOf(backs);
    }

    /**
     * What holds for some tools, as far as nothing was taken back.
     *
     * @param of which process its steps are of; empty where it has none, or nobody has begun them
     * @param stage null: there are no steps
     */
    record Line(
            String glob,
            RolloutMode mode,
            int percent,
            String of,
            @Nullable Stage stage) {}

    /** As it is at that time. */
    public static Overview of(Configuration configuration, State state, Instant now) {
        List<Line> lines = new ArrayList<>();
        Policy base = configuration.policies().base();
        add(Back.ALL, "", base, configuration, state, now, lines);
        for (Rule rule : configuration.policies().rules()) {
            Policy changed = rule.change().apply(base);
            boolean same = changed.get(Policy.ROLLOUT_MODE) == base.get(Policy.ROLLOUT_MODE)
                    && changed.get(Policy.ROLLOUT_PERCENT).equals(base.get(Policy.ROLLOUT_PERCENT));
            if (!same || canary(rule.glob(), configuration) != null) {
                add(rule.glob(), rule.glob(), changed, configuration, state, now, lines);
            }
        }
        return new Overview(lines, state.at(now).backs());
    }

    private static @Nullable Canary canary(String glob, Configuration configuration) {
        return configuration.rollouts().canaries().stream()
                .filter(canary -> canary.glob().equals(glob))
                .findFirst()
                .orElse(null);
    }

    private static void add(
            String shown,
            String glob,
            Policy policy,
            Configuration configuration,
            State state,
            Instant now,
            List<Line> into) {
        RolloutMode mode = policy.get(Policy.ROLLOUT_MODE);
        int percent = policy.get(Policy.ROLLOUT_PERCENT);
        Canary canary = canary(glob, configuration);
        if (canary == null) {
            into.add(new Line(shown, mode, mode.share(percent), "", null));
            return;
        }
        List<Begun> begun = state.begun().stream()
                .filter(one -> one.glob().equals(glob) && one.steps().equals(canary.text()))
                .toList();
        for (Begun one : begun) {
            Stage stage = Stage.of(canary, one.at(), now);
            Step step = stage.step();
            into.add(new Line(shown, mode, mode.share(step == null ? percent : step.percent()), one.of(), stage));
        }
        if (begun.isEmpty()) {
            int first = canary.steps().get(0).percent();
            into.add(new Line(shown, mode, mode.share(first), "", null));
        }
    }

    public String forPeople() {
        StringBuilder out = new StringBuilder();
        for (Line line : lines) {
            out.append(named(line.glob())).append(": ").append(said(line)).append('\n');
        }
        for (Back back : backs) {
            Instant until = back.until();
            out.append(named(back.glob()))
                    .append(": TAKEN BACK ")
                    .append(back.at())
                    .append(" by ")
                    .append(back.by())
                    .append(back.why().isEmpty() ? "" : " (" + back.why() + ")")
                    .append(until == null ? "" : ", until " + until)
                    .append('\n');
        }
        return out.toString();
    }

    private static String named(String glob) {
        return glob.equals(Back.ALL) ? "all tools" : glob;
    }

    private static String said(Line line) {
        String mode = line.mode().name().toLowerCase(Locale.ROOT);
        String share = line.mode().acts() ? mode + ", " + line.percent() + " %" : mode;
        Stage stage = line.stage();
        if (stage == null) {
            return share;
        }
        Step step = stage.step();
        String of = line.of().equals("serve") ? "" : " of " + line.of();
        if (step == null) {
            return share + of + ", past its " + stage.of() + " steps";
        }
        Integer size = step.pageSize();
        Instant until = stage.until();
        return share + of + ", step " + stage.number() + " of " + stage.of()
                + (size == null ? "" : ", pages of " + size) + (until == null ? "" : ", until " + until);
    }

    /** One JSON object. */
    public String json() {
        ByteSink out = new ByteSink(512);
        Json json = new Json(out);
        write(json);
        json.end();
        return out.slice().utf8() + "\n";
    }

    /** As members of an object. */
    public void write(Json json) {
        json.name("tools").array(lines, Overview::write);
        json.name("back").array(backs, Overview::write);
    }

    private static void write(Line line, ByteSink out) {
        Json json = new Json(out);
        json.text("tools", line.glob()).text("mode", line.mode().name().toLowerCase(Locale.ROOT));
        json.number("percent", line.percent());
        Stage stage = line.stage();
        if (stage != null) {
            Step step = stage.step();
            json.text("of", line.of()).number("step", stage.number()).number("steps", stage.of());
            json.flag("past", step == null);
            Instant until = stage.until();
            json.raw("until", until == null ? "null" : "\"" + until + "\"");
            Integer size = step == null ? null : step.pageSize();
            json.raw("pageSize", String.valueOf(size));
        }
        json.end();
    }

    private static void write(Back back, ByteSink out) {
        Json json = new Json(out);
        json.text("tools", back.glob()).text("at", back.at().toString()).text("by", back.by());
        Instant until = back.until();
        json.raw("until", until == null ? "null" : "\"" + until + "\"");
        json.text("why", back.why()).end();
    }
}
