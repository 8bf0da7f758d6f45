package dev.plimsoll.bench.answers.program;

import tools.jackson.databind.JsonNode;

/**
 * A question that needs many calls.
 *
 * @param truth the right answer, computed from the data of the tracker
 * @param program the shortest program that we know for it
 */
record ProgramTask(String question, JsonNode truth, String program) {}
