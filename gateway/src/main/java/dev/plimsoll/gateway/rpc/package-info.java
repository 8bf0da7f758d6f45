/** JSON-RPC messages as bytes: what each is about, with its parts exchanged in place. */
@NullMarked
package dev.plimsoll.gateway.rpc;

import org.jspecify.annotations.NullMarked;
