package dev.plimsoll.documents.pdf;

/**
 * Line of a page in a PDF file.
 *
 * @param fontSize the mean font size of its characters, in points
 */
record PdfLine(String text, float fontSize) {}
