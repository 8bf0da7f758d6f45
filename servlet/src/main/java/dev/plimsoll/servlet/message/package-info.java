/** Decides about JSON-RPC messages: which ones the server gets, which ones are answered here, and what replaces its results. */
@NullMarked
package dev.plimsoll.servlet.message;

import org.jspecify.annotations.NullMarked;
