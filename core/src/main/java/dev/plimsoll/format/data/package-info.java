/** What a format of data in texts implements, and what formats share: one class for each format, in the packages beside this. */
@NullMarked
package dev.plimsoll.format.data;

import org.jspecify.annotations.NullMarked;
