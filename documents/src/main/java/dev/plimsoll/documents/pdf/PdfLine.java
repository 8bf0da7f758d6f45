package dev.plimsoll.documents.pdf;

/**
 * Line of a page.
 *
 * @param size the font size of most of its characters, in points
 */
record PdfLine(String text, float size) {}
