package dev.plimsoll.gateway.program;

import dev.plimsoll.model.Document;

/**
 * Document of a stored result.
 *
 * @param server name of the server that the result came from
 */
public record ServerDocument(String server, Document document) {}
