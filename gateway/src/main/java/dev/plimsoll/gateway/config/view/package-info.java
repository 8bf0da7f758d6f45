/** Displays the configuration: effective values, schema, and reference page. */
@NullMarked
package dev.plimsoll.gateway.config.view;

import org.jspecify.annotations.NullMarked;
