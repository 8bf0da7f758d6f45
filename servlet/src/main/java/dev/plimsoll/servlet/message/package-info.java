/** Decides which JSON-RPC messages the server gets and which ones Plimsoll answers, and replaces results. */
@NullMarked
package dev.plimsoll.servlet.message;

import org.jspecify.annotations.NullMarked;
