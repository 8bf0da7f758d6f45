/**
 * One client's conversation with one server: messages pass in order as they came; requests that concern us are changed,
 * answered here, or have their result guarded. One class per kind of request. Knows nothing of transports.
 *
 * <p>Where to look:
 *
 * <ul>
 *   <li><b>messages</b>: {@code Relay} takes them from both sides; {@code Hearing} brings it the server's.
 *       {@code Pending} are the requests that the server has, {@code Aside} those that it has not, and {@code Arrivals}
 *       makes answers of its results. Besides: {@code BatchReply}, {@code LogNotes}, {@code Progress}, {@code Workers}.
 *   <li><b>requests</b>: {@code Endpoints} names the {@code Endpoint} of each method, which says by a {@code Route}
 *       what becomes of a request. Those of tools and tasks stand below, the others are {@code Opening},
 *       {@code EmptyListing}, {@code ResourcesRead}, {@code PromptsGet} and {@code Completions}. {@code Timed} ends
 *       what is no call of a tool.
 *   <li><b>tools</b>: {@code ToolsCall} guards calls, {@code ToolsList} changes listings, {@code ToolTable} keeps what
 *       was listed. {@code Dispatching} is one tool in place of all. {@code Relisting} tells a client that another
 *       configuration lists otherwise.
 *   <li><b>the cache</b>: {@code Reuse} looks for an equal call, {@code Had} ends one that has its answer already. What
 *       goes with a call that runs is its {@code Course}: {@code Running} gives others its result, {@code Writing}
 *       drops what is stored.
 *   <li><b>tasks</b>: {@code TasksResult} guards results, {@code TaskStatus} those that come with a status.
 *       {@code TaskTable} knows which call a task answers.
 *   <li><b>requests of ours</b>: {@code OwnRequests} makes them of either side. {@code Questions} asks the client's
 *       user, in the forms of {@code Elicitation}.
 *   <li><b>what is known</b>: {@code Conversation} has it of client and server while they talk, {@code Known} of the
 *       server for longer. {@code ResourceChange} tells what a server says of its resources. {@code Revision} and {@code ClientName} read what requests say of their client.
 *   <li><b>who may do what</b>: {@code Guards} gives a conversation its {@code Guard}, {@code Pinned} the same one for
 *       a whole request. {@code Admission} refuses what a client may not do, {@code Pace} what comes too often.
 *   <li><b>failures</b>: {@code Failures} answers what the server cannot. A {@code FaultException} has a code of the
 *       specification.
 * </ul>
 */
@NullMarked
package dev.plimsoll.gateway.proxy;

import org.jspecify.annotations.NullMarked;
