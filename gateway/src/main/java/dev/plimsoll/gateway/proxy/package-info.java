/**
 * One client's conversation with one server: messages pass in order as they came; requests that concern us are changed,
 * answered here, or have their result guarded. One class per kind of request. Knows nothing of transports.
 */
@NullMarked
package dev.plimsoll.gateway.proxy;

import org.jspecify.annotations.NullMarked;
