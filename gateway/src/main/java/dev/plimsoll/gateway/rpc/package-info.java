/**
 * JSON-RPC messages as bytes, and the rules of the protocol's revisions.
 *
 * <ul>
 *   <li><b>messages</b>: {@code ReceivedMessages} parses what a peer sends into {@code Message}s, once. A message
 *       consists of its bytes and the ranges of its members. A change replaces a member and keeps all other bytes.
 *   <li><b>requests</b>: {@code PendingRequests} holds requests until they end, by {@code RequestId}, and
 *       {@code RequestIds} generates IDs.
 *       {@code OwnRequests} sends the gateway's own requests, to a peer or to a {@code RequestTarget}. No other class
 *       waits for a response. {@code BatchResponse} joins the responses to a batch.
 *   <li><b>revisions</b>: {@code Revision} lists the revisions and their features, {@code ProtocolMethod} the
 *       methods. {@code RequestMeta} reads what a request states.
 *   <li><b>connections</b>: {@code Peer} is the other end of a connection. The package {@code line} has one that reads lines.
 * </ul>
 */
@NullMarked
package dev.plimsoll.gateway.rpc;

import org.jspecify.annotations.NullMarked;
