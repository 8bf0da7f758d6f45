/** Prints the report of a trial: with colors for people, as one JSON object for programs. */
@NullMarked
package dev.plimsoll.gateway.trial.report;

import org.jspecify.annotations.NullMarked;
