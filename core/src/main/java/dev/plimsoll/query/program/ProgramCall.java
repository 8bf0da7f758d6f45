package dev.plimsoll.query.program;

import dev.plimsoll.json.Slice;

/**
 * Call of a tool that a program asks for. Equal calls have one answer.
 *
 * @param tool name of the tool, as the caller sees it
 * @param arguments canonical JSON object of the arguments, without members that are null
 * @param allPages whether the call reads all pages of a paged tool
 * @param turn number of calls that changed something earlier in the program: in the server of a tool that reads; in any
 *     server for one that writes
 * @param writes whether the tool may change something
 */
public record ProgramCall(String tool, Slice arguments, boolean allPages, int turn, boolean writes) {}
