/** Engine of the gateway with its store and keys, and files in the data folder. */
@NullMarked
package dev.plimsoll.gateway.data;

import org.jspecify.annotations.NullMarked;
