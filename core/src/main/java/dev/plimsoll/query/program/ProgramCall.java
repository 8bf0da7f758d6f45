package dev.plimsoll.query.program;

import dev.plimsoll.json.Slice;

/**
 * Call of a tool that a program asks for. Equal calls have one answer.
 *
 * @param tool name of the tool, as the caller sees it
 * @param arguments canonical JSON object of the arguments, without members that are null
 * @param hasAllPages whether the call reads all pages of a paged tool
 * @param turn number of earlier calls in the program that may have changed something: on the same server for
 *     a tool that reads, on all servers for a tool that writes. So a call after a change is not equal to the same call
 *     before it
 * @param canWrite whether the tool may change something
 */
public record ProgramCall(String tool, Slice arguments, boolean hasAllPages, int turn, boolean canWrite) {}
