/**
 * Parts that all forms of an answer share: the work to do, facts about the result, the header, and the text that
 * becomes an answer.
 */
@NullMarked
package dev.plimsoll.shape;

import org.jspecify.annotations.NullMarked;
