/** Prints the report of a trial: as colored text for people, or as one JSON object for programs. */
@NullMarked
package dev.plimsoll.gateway.trial.report;

import org.jspecify.annotations.NullMarked;
