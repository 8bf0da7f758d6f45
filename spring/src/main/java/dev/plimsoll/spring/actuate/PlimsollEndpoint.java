package dev.plimsoll.spring.actuate;

import dev.plimsoll.spring.refresh.PolicyRefresh;
import dev.plimsoll.spring.refresh.RefreshOutcome;
import java.util.Map;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/** {@code /actuator/plimsoll}: what is set, and on POST to read it anew. */
@Endpoint(id = "plimsoll")
public final class PlimsollEndpoint {

    private final PolicyRefresh properties;

    PlimsollEndpoint(PolicyRefresh properties) {
        this.properties = properties;
    }

    /** The properties that are set, without secrets. */
    @ReadOperation
    public Map<String, Map<String, String>> settings() {
        return Map.of("set", properties.set());
    }

    /** Reads all of them again. */
    @WriteOperation
    public RefreshOutcome refresh() {
        return properties.refresh();
    }
}
