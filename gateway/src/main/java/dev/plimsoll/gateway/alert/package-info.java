/** Reports alerts when they begin and when they end: in the log, in metrics, and to a webhook. */
@NullMarked
package dev.plimsoll.gateway.alert;

import org.jspecify.annotations.NullMarked;
