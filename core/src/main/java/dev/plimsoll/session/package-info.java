/** State of sessions that affects answers: tokens spent and repeated calls. */
@NullMarked
package dev.plimsoll.session;

import org.jspecify.annotations.NullMarked;
