/** Shows the report of a trial: for people with colours, for programs as one JSON object. */
@NullMarked
package dev.plimsoll.gateway.trial.view;

import org.jspecify.annotations.NullMarked;
