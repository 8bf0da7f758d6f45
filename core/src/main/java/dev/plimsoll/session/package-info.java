/** Remembers of conversations what answers may go by: what they have cost so far, and whether a call comes again and again. */
@NullMarked
package dev.plimsoll.session;

import org.jspecify.annotations.NullMarked;
