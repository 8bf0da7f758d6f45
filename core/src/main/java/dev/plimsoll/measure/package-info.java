/** Says how big a text or picture is, in tokens. Bytes in, numbers out. */
@NullMarked
package dev.plimsoll.measure;

import org.jspecify.annotations.NullMarked;
