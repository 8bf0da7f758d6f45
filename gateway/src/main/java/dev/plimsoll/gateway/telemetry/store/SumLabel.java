package dev.plimsoll.gateway.telemetry.store;

import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Subject;

/** What entries are told apart by in sums. */
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

    /** Stands for what came when there were too many to tell apart. */
    public static final String OTHER = "other";

    /** Stands for the arm of what the policy acts on like on all. */
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
                telemetryEntry.rollout().arm().word());
    }

    /** Without what others can make up. */
    SumLabel bounded() {
        return new SumLabel(OTHER, OTHER, endpoint, OTHER, OTHER, era, style, outcome, arm);
    }

    /** One thing that entries are told apart by. */
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
