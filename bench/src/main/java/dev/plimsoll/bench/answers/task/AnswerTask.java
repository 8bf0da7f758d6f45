package dev.plimsoll.bench.answers.task;

import tools.jackson.databind.JsonNode;

/**
 * Question about a payload, with the true solution, which the generator of the payload computes.
 *
 * @param text the question as a person would ask it
 */
public record AnswerTask(TaskKind kind, String text, Question question, JsonNode truth) {}
