package dev.plimsoll.bench.answers.task;

import tools.jackson.databind.JsonNode;

/**
 * One task: a question about a payload, and the true solution, which comes from the generator of the payload.
 *
 * @param text the question as a person would ask it
 */
public record AnswerTask(TaskKind kind, String text, Question question, JsonNode truth) {}
