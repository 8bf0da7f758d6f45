package dev.plimsoll.gateway.report;

import dev.plimsoll.gateway.compare.ArmComparison;
import dev.plimsoll.gateway.compare.ArmsJson;
import dev.plimsoll.gateway.compare.Comparison;
import dev.plimsoll.gateway.compare.Difference;
import dev.plimsoll.json.JsonWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Writes the comparison of the two arms of a rollout as text, Markdown, or JSON.
 *
 * @param from beginning of the period
 * @param to end of the period
 */
public record PrintedComparison(Instant from, Instant to, ArmComparison arms) {

    private static final List<String> COLUMN_NAMES =
            List.of("", "protected", "control", "difference", "95 % confidence", "");

    /** Returns aligned tables. */
    public String text() {
        StringBuilder out = new StringBuilder("Protected and control arm from " + from + " to " + to + "\n");
        for (Comparison comparison : comparisons()) {
            out.append('\n').append(title(comparison)).append('\n');
            if (comparison.insufficientData().isEmpty()) {
                AlignedTable.write(rows(comparison), 1, out);
            } else {
                out.append(comparison.insufficientData()).append(".\n");
            }
        }
        return out.append('\n').append(legend()).append('\n').toString();
    }

    /** Returns Markdown tables. */
    public String markdown() {
        StringBuilder out = new StringBuilder("Protected and control arm from " + from + " to " + to + ".\n");
        for (Comparison comparison : comparisons()) {
            out.append("\n**").append(title(comparison)).append("**\n\n");
            if (comparison.insufficientData().isEmpty()) {
                out.append(ReportTables.markdown(rows(comparison), 1));
            } else {
                out.append(comparison.insufficientData()).append(".\n");
            }
        }
        return out.append('\n').append(legend()).append('\n').toString();
    }

    /** Returns one JSON object. */
    public String json() {
        JsonWriter json = new JsonWriter(1 << 12).beginObject();
        json.string("from", from.toString()).string("to", to.toString());
        ArmsJson.write(arms, json);
        json.endObject();
        return json.slice().utf8() + "\n";
    }

    private List<Comparison> comparisons() {
        List<Comparison> all = new ArrayList<>(List.of(arms.all()));
        // the table of a single tool would repeat the table of all tools
        if (arms.tools().size() > 1) {
            all.addAll(arms.tools());
        }
        return all;
    }

    private String title(Comparison comparison) {
        boolean isSingleTool = comparison.names().isEmpty() && arms.tools().size() == 1;
        List<String> names = isSingleTool ? arms.tools().get(0).names() : comparison.names();
        String subject = names.isEmpty() ? "all tools" : AlignedTable.sanitize(String.join("/", names));
        return String.format(
                Locale.ROOT,
                "%s: protected arm: %,d calls in %,d sessions; control arm: %,d calls in %,d sessions",
                subject,
                comparison.protectedAmount().calls(),
                comparison.protectedAmount().units(),
                comparison.controlAmount().calls(),
                comparison.controlAmount().units());
    }

    private static List<List<String>> rows(Comparison comparison) {
        List<List<String>> rows = new ArrayList<>(List.of(COLUMN_NAMES));
        for (Difference difference : comparison.differences()) {
            int decimals = difference.metric().decimals();
            rows.add(List.of(
                    difference.metric().description(),
                    format(difference.protectedValue(), decimals),
                    format(difference.controlValue(), decimals),
                    formatSigned(difference.value(), decimals),
                    formatSigned(difference.low(), decimals) + " to " + formatSigned(difference.high(), decimals),
                    verdict(difference)));
        }
        return rows;
    }

    private static String verdict(Difference difference) {
        return !difference.isSignificant() ? "not significant" : difference.value() < 0 ? "better" : "worse";
    }

    private static String format(double value, int decimals) {
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }

    private static String formatSigned(double value, int decimals) {
        return String.format(Locale.ROOT, "%+,." + decimals + "f", value);
    }

    private static String legend() {
        return "A difference is the protected arm minus the control arm. If its interval contains 0, it may be chance."
                + " If a request has no session, its caller, its trace, or the request itself counts as a session.";
    }
}
