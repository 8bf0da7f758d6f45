/**
 * Names and types of the fields in the results of each tool, learned from results. Other packages use {@code ResultFields}. There
 * are no values: names that look like data are left out.
 */
@NullMarked
package dev.plimsoll.gateway.fields;

import org.jspecify.annotations.NullMarked;
