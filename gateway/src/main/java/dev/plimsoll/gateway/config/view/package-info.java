/** Shows the configuration to people and programs: in force, as a schema, as a reference page. */
@NullMarked
package dev.plimsoll.gateway.config.view;

import org.jspecify.annotations.NullMarked;
