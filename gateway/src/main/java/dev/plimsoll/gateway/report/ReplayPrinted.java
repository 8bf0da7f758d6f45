package dev.plimsoll.gateway.report;

import dev.plimsoll.gateway.report.Replay.Effect;
import dev.plimsoll.json.ByteSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What policies would have done, as text. */
public final class ReplayPrinted {

    private static final List<String> HEADS =
            List.of("server", "tool", "calls", "shaped", "would be", "newly", "no more", "tokens", "would be at most");
    private static final int NAMES = 2;
    private static final int MOST_LINES = 50;

    private ReplayPrinted() {}

    /** A table with columns under each other. */
    public static String forPeople(Replay replay) {
        StringBuilder out = new StringBuilder("Recorded from " + replay.from() + " to " + replay.to() + ": "
                + number(replay.requests()) + " results.\n");
        if (replay.requests() == 0) {
            return out.append("There is nothing to go by.\n").toString();
        }
        if (!replay.complete()) {
            out.append("Older ones of this time are left out.\n");
        }
        List<List<String>> rows = new ArrayList<>(List.of(HEADS));
        replay.effects().stream().limit(MOST_LINES).map(ReplayPrinted::row).forEach(rows::add);
        Aligned.write(rows, NAMES, out.append('\n'));
        int more = replay.effects().size() - MOST_LINES;
        if (more > 0) {
            out.append("and ").append(more).append(" more tools, of which less would change\n");
        }
        return out.append('\n').append(verdict(replay)).append('\n').toString();
    }

    /** One JSON object. */
    public static String json(Replay replay) {
        ByteSink out =
                new ByteSink(1 << 12).ascii("{\"from\":").string(replay.from().toString());
        out.ascii(",\"to\":").string(replay.to().toString());
        out.ascii(",\"requests\":").number(replay.requests());
        out.ascii(",\"complete\":").ascii(Boolean.toString(replay.complete())).ascii(",\"tools\":[");
        String before = "{\"server\":";
        for (Effect effect : replay.effects()) {
            out.ascii(before).string(effect.server()).ascii(",\"tool\":").string(effect.tool());
            out.ascii(",\"calls\":").number(effect.calls());
            out.ascii(",\"shaped\":").number(effect.shaped());
            out.ascii(",\"wouldBeShaped\":").number(effect.wouldShape());
            out.ascii(",\"newlyShaped\":").number(effect.begins());
            out.ascii(",\"noMoreShaped\":").number(effect.ends());
            out.ascii(",\"answerTokens\":").number(effect.tokens());
            out.ascii(",\"answerTokensAtMost\":").number(effect.wouldBe()).ascii("}");
            before = ",{\"server\":";
        }
        return out.ascii("]}").slice().utf8() + "\n";
    }

    private static List<String> row(Effect effect) {
        return List.of(
                Aligned.plain(effect.server()),
                Aligned.plain(effect.tool()),
                number(effect.calls()),
                number(effect.shaped()),
                number(effect.wouldShape()),
                number(effect.begins()),
                number(effect.ends()),
                number(effect.tokens()),
                number(effect.wouldBe()));
    }

    private static String verdict(Replay replay) {
        long begins = replay.effects().stream().mapToLong(Effect::begins).sum();
        long ends = replay.effects().stream().mapToLong(Effect::ends).sum();
        if (begins + ends == 0) {
            return "What was answered whole would be again, and what was shaped would be again.";
        }
        return "Of these results " + number(begins) + " would newly be shaped, and " + number(ends)
                + " would be answered whole instead.";
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
