/**
 * Several servers seen as one: their names, listings and answers at one address, each contained when it fails.
 *
 * <p>Where to look:
 *
 * <ul>
 *   <li><b>one client and all servers</b>: {@code Hub} opens a {@code HubLine}, which hears one client. {@code Talk} is
 *       what is known of that client, {@code Circle} what all clients share.
 *   <li><b>requests</b>: {@code Endpoints} names the {@code Endpoint} of each method. A {@code Flight} is a request
 *       that waits for its answer, {@code Flights} are those of one client. Besides: {@code Batch}, {@code HubFault}.
 *   <li><b>openings</b>: {@code Initialize} begins a session, {@code Discover} answers clients without one.
 *       {@code Opened} is what one server says of itself; {@code Offer} joins all of them, with {@code Union}.
 *   <li><b>listings</b>: {@code Listing} joins what all servers list of one {@code Kind}, and goes on at a
 *       {@code PackedCursor}. {@code Pages} asks one server, {@code Seen} remembers what it said, {@code Entries}
 *       renames it for the client. {@code Learning} reads listings to their end when a client names what nobody knows.
 *   <li><b>tools and prompts</b>: {@code Calls} and {@code Prompts} go to the server that lists the name, which
 *       {@code Names} looks up. {@code Reading} is the tool that reads on. {@code Completion} is for prompts and
 *       templates of resources.
 *   <li><b>resources</b>: {@code ResourceRequests} reads and subscribes. {@code Resources} knows who lists what,
 *       {@code Trying} asks one server after the other.
 *   <li><b>apps</b>: {@code AppTools} knows which tools apps may call without a prefix. {@code AppReply} changes the
 *       addresses of app pages in responses.
 *   <li><b>tasks</b>: {@code TaskRequests} goes to the server that made the task, as {@code Tasks} remembers.
 *       {@code TaskWatch} sees new tasks in answers.
 *   <li><b>lines to servers</b>: {@code Spoke} is one server as one client has it: a {@code SessionSpoke}, or a
 *       {@code OnceSpoke} for a single request. {@code Live} is its open line, {@code Reply} the answer to a request of
 *       ours. {@code BackOff} says when to try again, {@code Unavailable} what clients are told meanwhile, and
 *       {@code Parallel} waits for several servers at once.
 *   <li><b>what servers say by themselves</b>: {@code FromServer} hears it, {@code Asked} brings their questions to the
 *       client and the answers back. {@code ListenRequests} begins a subscription, which is a {@code Listen};
 *       {@code Logging} sets what they log.
 * </ul>
 */
@NullMarked
package dev.plimsoll.gateway.hub;

import org.jspecify.annotations.NullMarked;
