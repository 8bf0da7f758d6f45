/**
 * Streamable HTTP towards clients: addresses, sessions, streams of events.
 *
 * <p>Where to look:
 *
 * <ul>
 *   <li><b>Jetty</b>: {@code Front} starts it, set up by {@code Listening}, {@code Limits} and {@code Encryption};
 *       {@code Way} hands its requests over, each as an {@code HttpCall}. {@code EventWriter} writes events,
 *       {@code Connections} ends those whose client is slow to ask, {@code PlainErrors} answers what is no HTTP. No
 *       other group knows Jetty.
 *   <li><b>the way of a call</b>: {@code Dispatch} leads it to where it is answered, or to an {@code Answer} that is
 *       still to come; {@code Turn} and {@code Overdue} choose the thread that writes this. A {@code Refusal} ends a
 *       call. {@code BodyRoom} bounds the memory of bodies.
 *   <li><b>who comes in</b>: {@code Reception} asks who calls, and is an {@code OpenPath} for its metadata.
 *       {@code Gate} keeps foreign pages out, {@code InFlight} counts each caller's requests. {@code Proxies} says
 *       where calls come from, {@code PublicAddress} what we are called by.
 *   <li><b>an address of the protocol</b>: {@code Entrance} serves one. {@code Said} is what was posted,
 *       {@code Accepts} what kind of answer is taken, and {@code Modern} and {@code Revisions} check the revision.
 *       {@code Elsewhere} sends on what goes on with a call in another replica.
 *   <li><b>what headers and queries say</b>: {@code RepeatedArguments} checks headers against the arguments.
 *       {@code AskedBudget} and {@code AskedTrace} write into a message what its URL and headers say. {@code CacheMark}
 *       is a header of answers.
 *   <li><b>sessions</b>: {@code Sessions} has those of one address. {@code Session} sorts what its server says into
 *       streams.
 *   <li><b>answers</b>: {@code Delivery} writes one document or a stream, by the terms of the kind of request:
 *       {@code LegacyTerms}, {@code OpeningTerms}, {@code ModernTerms}. {@code EventStream} keeps messages until they
 *       are read.
 *   <li><b>without the protocol</b>: {@code Api} finds the {@code Service} of a path; a {@code LiveService} goes on
 *       telling. {@code PlainCalls} calls tools, and {@code Outcomes} makes an {@code Outcome} of the answer.
 * </ul>
 */
@NullMarked
package dev.plimsoll.gateway.http;

import org.jspecify.annotations.NullMarked;
