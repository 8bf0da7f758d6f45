/** Says when something is not as it should be, once, and once when it is over: in the log, in metrics, to a webhook. */
@NullMarked
package dev.plimsoll.gateway.alert;

import org.jspecify.annotations.NullMarked;
