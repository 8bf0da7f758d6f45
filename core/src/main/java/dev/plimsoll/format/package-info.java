/** Data that servers send as text. One table lists the formats; each converts a text to JSON. */
@NullMarked
package dev.plimsoll.format;

import org.jspecify.annotations.NullMarked;
