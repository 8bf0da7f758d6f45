/** The data folder: what has to outlive the process. */
@NullMarked
package dev.plimsoll.gateway.data;

import org.jspecify.annotations.NullMarked;
