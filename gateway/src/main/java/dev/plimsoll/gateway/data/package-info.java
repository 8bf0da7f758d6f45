/** The gateway's engine, its store and keys, and the code that reads and writes files in the data folder. */
@NullMarked
package dev.plimsoll.gateway.data;

import org.jspecify.annotations.NullMarked;
