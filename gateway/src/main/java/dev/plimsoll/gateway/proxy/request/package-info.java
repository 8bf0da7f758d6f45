/**
 * A request of a client in its session: the state that handlers of methods use, and what they decide.
 *
 * <p>A {@code MethodHandler} returns a {@code RequestAction}. A {@code PendingRequest} waits for the server; a
 * {@code ToolResultHandler} makes the answer from the result of a tool, which a {@code CallListener} and the
 * {@code ResultObserver} observe. A {@code LocalResult} is made without the server.
 * {@code FailureResponses} answers requests that the server cannot answer; a {@code ProtocolErrorException} has an error code
 * of the specification.
 *
 * <p>{@code RelaySession} holds the state of a session, {@code ServerKnowledge} the facts about a server that outlive it: its
 * {@code ToolTable} and {@code TaskTable}. {@code CallerContexts} supplies the {@code CallerContext} of a session;
 * {@code RequestContext} keeps it for one request. {@code ClientName} reads the client's name in a request.
 * {@code ServerRequests} sends requests of the gateway to the server. {@code OpenElicitations} asks the client's user, with the
 * messages of {@code Elicitation}. {@code WorkerPool} runs what may block, and {@code VocabularyPreload} prepares for the first
 * large result.
 */
@NullMarked
package dev.plimsoll.gateway.proxy.request;

import org.jspecify.annotations.NullMarked;
