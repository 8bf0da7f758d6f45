/** Tests of the stores on disk. */
@NullMarked
package dev.plimsoll.disk;

import org.jspecify.annotations.NullMarked;
