package dev.plimsoll.document;

/**
 * Text that was read from a document.
 *
 * @param text Markdown, with headings and tables, or a JSON object or array
 * @param description a phrase with the type and size of the document, and the parts without text, such as
 *     {@code PDF of 12 pages; page 3 has no text}
 */
public record DocumentText(String text, String description) {}
