package dev.plimsoll.gateway.telemetry.store;

import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Subject;

/** The values of the dimensions by which sums are grouped. */
public record SumLabel(
        String server,
        String tool,
        String endpoint,
        String caller,
        String client,
        String era,
        String style,
        String outcome,
        String arm) {

    /** Value that replaces names if there are too many labels. */
    public static final String OTHER = "other";

    /** Name of the empty arm: no rollout applied to the request. */
    public static final String NO_ARM = "none";

    static SumLabel of(TelemetryEntry telemetryEntry) {
        Subject subject = telemetryEntry.subject();
        return new SumLabel(
                subject.server(),
                subject.tool(),
                subject.endpoint(),
                subject.caller(),
                subject.client(),
                subject.era(),
                subject.style(),
                telemetryEntry.outcome(),
                telemetryEntry.rollout().arm().recordName());
    }

    /** Returns the label without the names that clients and servers choose. */
    SumLabel withoutNames() {
        return new SumLabel(OTHER, OTHER, endpoint, OTHER, OTHER, era, style, outcome, arm);
    }

    /** A dimension by which sums are grouped. */
    public enum Dimension {
        SERVER,
        TOOL,
        ENDPOINT,
        CALLER,
        CLIENT,
        ERA,
        STYLE,
        OUTCOME,
        ARM
    }

    public String get(Dimension dimension) {
        return switch (dimension) {
            case SERVER -> server;
            case TOOL -> tool;
            case ENDPOINT -> endpoint;
            case CALLER -> caller;
            case CLIENT -> client;
            case ERA -> era;
            case STYLE -> style;
            case OUTCOME -> outcome;
            case ARM -> arm.isEmpty() ? NO_ARM : arm;
        };
    }
}
