/** Output of version control: diffs and logs. */
@NullMarked
package dev.plimsoll.format.patch;

import org.jspecify.annotations.NullMarked;
