package dev.plimsoll.document;

/**
 * Text of a document.
 *
 * @param text Markdown, with headings and tables, or a JSON object or array
 * @param description what the document is, and which parts have no text, such as {@code PDF of 12 pages; page 3 has no text}
 */
public record DocumentText(String text, String description) {}
