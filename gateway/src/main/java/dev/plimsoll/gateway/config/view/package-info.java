/** Displays the configuration: effective values and schema. */
@NullMarked
package dev.plimsoll.gateway.config.view;

import org.jspecify.annotations.NullMarked;
