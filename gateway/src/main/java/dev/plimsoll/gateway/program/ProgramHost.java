package dev.plimsoll.gateway.program;

import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.program.call.ProgramResources;
import dev.plimsoll.gateway.trace.TraceSpans;
import org.jspecify.annotations.Nullable;

/**
 * Objects that all sessions of an endpoint use for programs.
 *
 * @param resources settings, tools, and memory of the programs
 * @param parked programs that wait for input from modern clients
 * @param traceSpans creates a span for each program; null for none
 */
public record ProgramHost(
        ProgramResources resources,
        ParkedPrograms parked,
        @Nullable TraceSpans traceSpans,
        Log log) {}
