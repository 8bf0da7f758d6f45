package dev.plimsoll.bench.answers.program;

import tools.jackson.databind.JsonNode;

/**
 * Question that needs many calls.
 *
 * @param truth the right answer, computed from the data of the tracker
 * @param program the shortest known program that answers the question
 */
record ProgramTask(String question, JsonNode truth, String program) {}
