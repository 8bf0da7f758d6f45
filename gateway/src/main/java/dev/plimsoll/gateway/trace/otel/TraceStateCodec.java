package dev.plimsoll.gateway.trace.otel;

import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.TraceStateBuilder;

/** Encodes and decodes the trace state (data of other tracing systems) in the W3C format. */
final class TraceStateCodec {

    private static final int MAX_MEMBERS = 32;

    private TraceStateCodec() {}

    /** Decodes a text. Returns an empty state if it has too many members; leaves out members that are not valid. */
    static TraceState decode(String text) {
        String[] members = text.split(",", -1);
        if (members.length > MAX_MEMBERS) {
            return TraceState.getDefault();
        }
        TraceStateBuilder builder = TraceState.builder();
        // backwards, because the builder puts each new member in front
        for (int i = members.length - 1; i >= 0; i--) {
            String member = members[i].strip();
            int equals = member.indexOf('=');
            if (equals > 0) {
                // the builder ignores invalid entries
                builder.put(member.substring(0, equals), member.substring(equals + 1));
            }
        }
        return builder.build();
    }

    static String encode(TraceState state) {
        StringBuilder out = new StringBuilder();
        state.forEach((key, value) ->
                out.append(out.isEmpty() ? "" : ",").append(key).append('=').append(value));
        return out.toString();
    }
}
