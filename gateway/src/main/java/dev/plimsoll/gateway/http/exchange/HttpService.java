package dev.plimsoll.gateway.http.exchange;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.json.Slice;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A service at a path other than the MCP endpoints. Each service accepts only one kind of request: {@code GET} and
 * {@code HEAD}, {@code POST}, or {@code DELETE}. Thread-safe.
 */
public interface HttpService {

    boolean accepts(String path);

    /** Returns whether everyone may use the service; otherwise only callers of the tier {@code admin}. */
    boolean isPublic();

    /** Returns the maximum number of bytes of a posted body; 0 if the service does not accept {@code POST}. */
    default int maxBodyBytes() {
        return 0;
    }

    /** Returns whether the service accepts {@code DELETE} and no other method. */
    default boolean isDelete() {
        return false;
    }

    /** Answers a request. Throws {@link dev.plimsoll.model.RefusedException} if it cannot be answered. */
    ServiceResponse answer(ServiceRequest request) throws InterruptedException;

    /**
     * A request to a service.
     *
     * @param query the text after the question mark, or null
     * @param caller null if callers must authenticate and this one has not
     * @param accept the {@code Accept} header, or null
     * @param body the posted body, or null
     * @param header returns the header of a name, or null
     */
    record ServiceRequest(
            String path,
            @Nullable String query,
            @Nullable AuthenticatedCaller caller,
            @Nullable String accept,
            @Nullable Slice body,
            Function<String, @Nullable String> header) {

        /** Creates a request whose only header is {@code accept}. */
        public ServiceRequest(
                String path,
                @Nullable String query,
                @Nullable AuthenticatedCaller caller,
                @Nullable String accept,
                @Nullable Slice body) {
            this(path, query, caller, accept, body, name -> null);
        }

        /** Creates a request without a body. */
        public ServiceRequest(
                String path, @Nullable String query, @Nullable AuthenticatedCaller caller, @Nullable String accept) {
            this(path, query, caller, accept, null);
        }
    }

    /**
     * The response of a service.
     *
     * @param headers in addition to those of every response
     */
    record ServiceResponse(int status, String type, Slice body, Map<String, String> headers) {

        public ServiceResponse {
            headers = Map.copyOf(headers);
        }

        /** Creates a response without additional headers. */
        public ServiceResponse(int status, String type, Slice body) {
            this(status, type, body, Map.of());
        }

        /** Creates a JSON response. */
        public ServiceResponse(int status, Slice body) {
            this(status, "application/json", body);
        }
    }
}
