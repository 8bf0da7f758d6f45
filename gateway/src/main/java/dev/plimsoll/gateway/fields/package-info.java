/**
 * Names and types of the fields in the results of each tool, learned from results. {@code ResultFields} is the door. There are no
 * values: what looks like data among the names is left out.
 */
@NullMarked
package dev.plimsoll.gateway.fields;

import org.jspecify.annotations.NullMarked;
