/** The interface that a format of data in texts implements, and parts that formats share. */
@NullMarked
package dev.plimsoll.format.data;

import org.jspecify.annotations.NullMarked;
