package dev.plimsoll.gateway.http.rest;

import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.json.Slice;
import java.io.IOException;

/** A service that answers with a stream of server-sent events. */
public interface LiveService extends HttpService {

    /** Sends events until there are no more. Writing to a client that has disconnected throws an exception. */
    void sendEvents(ServiceRequest request, EventSink sink) throws IOException, InterruptedException;

    /** Throws an exception, because the service sends events instead. */
    @Override
    default ServiceResponse answer(ServiceRequest request) {
        throw new UnsupportedOperationException("this is a stream");
    }

    /** The receiver of the events. Its methods throw an exception if the client has disconnected. */
    interface EventSink {

        void sendEvent(String name, Slice json) throws IOException;

        /** Sends a comment, to detect whether the client is still connected. */
        void sendComment() throws IOException;
    }
}
