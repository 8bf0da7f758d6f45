/** Changes single entries of a configuration file: everything else, with comments and order, stays as it is. */
@NullMarked
package dev.plimsoll.gateway.config.edit;

import org.jspecify.annotations.NullMarked;
