/**
 * The relay between one client and one server. Messages pass in the order in which they arrive. For each
 * method that concerns the gateway, one class decides whether a request is changed, answered here, or has its
 * result guarded. The package is independent of transports.
 *
 * <p>Where to look:
 *
 * <ul>
 *   <li><b>messages</b>: {@code Relay} handles them from both sides; {@code RelayListener} passes the server's to it. A
 *       {@code PendingRequest} waits for the server, {@code DeferredRequests} holds requests that were not sent, and
 *       {@code ResponseSender} makes responses from the server's results. Also: {@code BatchResponse},
 *       {@code LogMessageLimiter}, {@code ProgressNotifier}, {@code WorkerPool}.
 *   <li><b>requests</b>: {@code MethodHandlers} finds the {@code MethodHandler} of a method, which returns a
 *       {@code RequestAction}. Besides tools and tasks (below), the handlers are {@code InitializeHandler},
 *       {@code EmptyResourceList}, {@code FilteredList}, {@code ResourcesRead}, {@code ResourceSubscriptions},
 *       {@code PromptsGet}, and {@code Completions}, which uses {@code TemplateCompletions}. {@code TimedRequest}
 *       handles results of requests that are not tool calls. A {@code LocalResult} is made without the server.
 *   <li><b>tools</b>: {@code ToolsCall} guards calls, {@code ToolsList} changes listings, {@code ClientEntry} is a tool
 *       as a client gets it, {@code ToolTable} holds the listed tools. {@code VocabularyPreload} prepares for the first
 *       large result. {@code HandleArguments} puts values of earlier results into arguments. {@code DispatchCatalog}
 *       replaces all tools by one. {@code ListChangeNotifier} notifies a client when a new configuration changes the
 *       listing.
 *   <li><b>further pages</b>: {@code CollectDecision} decides which calls join the pages of their tool, by a
 *       {@code CollectPlan}. {@code PendingCollects} runs each {@code CollectTask}, within the {@code CollectMemory}.
 *   <li><b>the cache</b>: {@code CallReuse} looks for an equal call, {@code StoredResult} answers a call that already has a
 *       result. A {@code CallListener} observes a call that runs: {@code CachingListener} shares its result,
 *       {@code InvalidatingListener} drops stored results. A {@code ResultObserver} sees the results of all calls.
 *   <li><b>tasks</b>: {@code TasksResult} guards results, {@code TaskStatus} guards results in a status,
 *       {@code TaskOwnerCheck} hides the tasks of other callers, and {@code TaskTable} finds the call of a task.
 *   <li><b>requests of the gateway</b>: {@code ServerRequests} sends them to the server. {@code OpenElicitations} asks the
 *       client's user, with the messages of {@code Elicitation}.
 *   <li><b>state</b>: {@code RelaySession} holds the state of a session, {@code ServerKnowledge} the facts about a server
 *       that outlive it. {@code ResourceChange} reports changes of resources. {@code ClientName} reads the
 *       client's name in a request.
 *   <li><b>permissions</b>: {@code CallerContexts} supplies the {@code CallerContext} of a session,
 *       {@code RequestContext} keeps it for one request. {@code TierCheck} refuses what the tier of the caller does not
 *       allow, {@code RuleCheck} what no access rule allows. {@code PinCheck} refuses tools that have changed since
 *       they were approved, {@code RateLimiter} requests above a rate limit, {@code CircuitCheck} requests to a server
 *       that fails repeatedly.
 *   <li><b>failures</b>: {@code FailureResponses} answers requests that the server cannot answer,
 *       {@code InternalErrors} decides requests after an internal error of the gateway. A
 *       {@code ProtocolErrorException} has an error code of the specification.
 * </ul>
 */
@NullMarked
package dev.plimsoll.gateway.proxy;

import org.jspecify.annotations.NullMarked;
