package dev.plimsoll.section;

import dev.plimsoll.json.Slice;

/**
 * Section of a text that a path selects.
 *
 * @param path the path, such as {@code #14}
 * @param text the text that contains the section
 * @param lines the lines of the section, numbered in the whole text
 * @param totalLines number of lines of the whole text
 */
public record TextSection(String path, Slice text, LineSpan lines, int totalLines) {}
