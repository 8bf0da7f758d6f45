/** Views of stored results: modes, positions, and arguments of follow-up reads. */
@NullMarked
package dev.plimsoll.view;

import org.jspecify.annotations.NullMarked;
