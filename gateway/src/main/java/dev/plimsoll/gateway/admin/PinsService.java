package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.pin.PinFolder;
import dev.plimsoll.gateway.pin.PinRegistry;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.Set;

/**
 * {@code GET /api/v1/pins}: the pinned tools, their changes, and warnings; {@code GET /api/v1/pins/difference}: the
 * details of one change.
 */
final class PinsService implements HttpService {

    private static final String PATH = "/api/v1/pins";
    private static final String DIFFERENCE_PATH = PATH + "/difference";
    private static final Set<String> DIFFERENCE_PARAMETERS = Parameters.orderedSet("id", "hash");

    private final PinRegistry pins;

    PinsService(PinRegistry pins) {
        this.pins = pins;
    }

    @Override
    public boolean accepts(String path) {
        return path.equals(PATH) || path.equals(DIFFERENCE_PATH);
    }

    @Override
    public boolean isPublic() {
        return false;
    }

    @Override
    public ServiceResponse answer(ServiceRequest serviceRequest) {
        PinFolder folder = pins.folder();
        try {
            if (serviceRequest.path().equals(PATH)) {
                return new ServiceResponse(200, folder.report().json());
            }
            Parameters parameters = new Parameters(serviceRequest.query(), DIFFERENCE_PARAMETERS);
            Slice difference = folder.report().difference(required(parameters, "id"), required(parameters, "hash"));
            if (difference == null) {
                throw new RefusedException(ErrorCode.NOT_FOUND, "there is no such change", "GET " + PATH);
            }
            return new ServiceResponse(200, difference);
        } catch (IOException e) {
            throw toRefusal(e);
        }
    }

    private static String required(Parameters parameters, String name) {
        String value = parameters.find(name);
        if (value == null) {
            throw Parameters.refusal(name, "", "is missing", "a value of GET " + PATH);
        }
        return value;
    }

    static RefusedException toRefusal(IOException e) {
        return new RefusedException(
                ErrorCode.INTERNAL_ERROR, "the pins cannot be used: " + e.getMessage(), "check the data folder");
    }
}
