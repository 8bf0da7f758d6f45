package dev.plimsoll.gateway.report;

import dev.plimsoll.gateway.report.PolicyReplay.Effect;
import dev.plimsoll.json.JsonWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes the effect that policies would have had on recorded results, as text or JSON. */
public final class PrintedReplay {

    private static final List<String> COLUMN_NAMES = List.of(
            "server", "tool", "calls", "shaped", "would be", "newly", "no longer", "tokens", "would be at most");
    private static final int NAME_COLUMNS = 2;
    private static final int MAX_LINES = 50;

    private PrintedReplay() {}

    /** Returns an aligned table. */
    public static String text(PolicyReplay policyReplay) {
        StringBuilder out = new StringBuilder("Recorded from " + policyReplay.from() + " to " + policyReplay.to() + ": "
                + format(policyReplay.resultCount()) + " results.\n");
        if (policyReplay.resultCount() == 0) {
            return out.append("No results were recorded.\n").toString();
        }
        if (!policyReplay.isComplete()) {
            out.append("Older results of this period are not included.\n");
        }
        List<List<String>> rows = new ArrayList<>(List.of(COLUMN_NAMES));
        policyReplay.effects().stream().limit(MAX_LINES).map(PrintedReplay::row).forEach(rows::add);
        AlignedTable.write(rows, NAME_COLUMNS, out.append('\n'));
        int omittedCount = policyReplay.effects().size() - MAX_LINES;
        if (omittedCount > 0) {
            out.append("and ").append(omittedCount).append(" more tools with smaller changes\n");
        }
        return out.append('\n').append(verdict(policyReplay)).append('\n').toString();
    }

    /** Returns one JSON object. */
    public static String json(PolicyReplay policyReplay) {
        JsonWriter json = new JsonWriter(1 << 12).beginObject();
        json.string("from", policyReplay.from().toString());
        json.string("to", policyReplay.to().toString());
        json.number("requests", policyReplay.resultCount()).bool("complete", policyReplay.isComplete());
        json.array("tools", policyReplay.effects(), PrintedReplay::write);
        return json.endObject().slice().utf8() + "\n";
    }

    private static void write(Effect effect, JsonWriter json) {
        json.beginObject().string("server", effect.server()).string("tool", effect.tool());
        json.number("calls", effect.calls()).number("shaped", effect.shaped());
        json.number("wouldBeShaped", effect.projectedShaped());
        json.number("newlyShaped", effect.newlyShaped()).number("noMoreShaped", effect.noLongerShaped());
        json.number("answerTokens", effect.tokens());
        json.number("answerTokensAtMost", effect.projectedTokens()).endObject();
    }

    private static List<String> row(Effect effect) {
        return List.of(
                AlignedTable.sanitize(effect.server()),
                AlignedTable.sanitize(effect.tool()),
                format(effect.calls()),
                format(effect.shaped()),
                format(effect.projectedShaped()),
                format(effect.newlyShaped()),
                format(effect.noLongerShaped()),
                format(effect.tokens()),
                format(effect.projectedTokens()));
    }

    private static String verdict(PolicyReplay policyReplay) {
        long newlyShaped =
                policyReplay.effects().stream().mapToLong(Effect::newlyShaped).sum();
        long noLongerShaped = policyReplay.effects().stream()
                .mapToLong(Effect::noLongerShaped)
                .sum();
        if (newlyShaped + noLongerShaped == 0) {
            return "The same results would be shaped.";
        }
        return format(newlyShaped)
                + " more results would be shaped, and "
                + format(noLongerShaped)
                + " would no longer be shaped.";
    }

    private static String format(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
