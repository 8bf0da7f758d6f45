/** Says how big a text is, in tokens, and what it is: counters, kinds of text, pictures. Bytes in, numbers out. */
@NullMarked
package dev.plimsoll.measure;

import org.jspecify.annotations.NullMarked;
