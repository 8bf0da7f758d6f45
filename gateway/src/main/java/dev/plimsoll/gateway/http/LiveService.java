package dev.plimsoll.gateway.http;

import dev.plimsoll.json.Slice;
import java.io.IOException;

/** What tells of what happens for as long as somebody listens, as server-sent events. */
public interface LiveService extends HttpService {

    /** Tells until the listener goes, which writing to it shows, or there is nothing more to tell. */
    void tell(Asked asked, Events to) throws IOException, InterruptedException;

    /** It is not answered, it tells. */
    @Override
    default Reply answer(Asked asked) {
        throw new UnsupportedOperationException("this is a stream");
    }

    /** Who listens. What is written throws when it is gone. */
    interface Events {

        void event(String name, Slice json) throws IOException;

        /** Says nothing, but shows whether anybody is there. */
        void beat() throws IOException;
    }
}
