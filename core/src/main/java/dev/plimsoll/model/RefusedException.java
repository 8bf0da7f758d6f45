package dev.plimsoll.model;

import dev.plimsoll.json.ByteSink;
import java.util.LinkedHashMap;
import java.util.Map;

/** Refusal of a request. It states the error, its place, the allowed values, and the one call that works. */
public final class RefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final transient Map<String, Object> details = new LinkedHashMap<>();

    public RefusedException(ErrorCode code, String message, String suggestion) {
        super(message);
        this.code = code;
        details.put("suggestion", suggestion);
    }

    /** Adds a detail before the suggestion. */
    public RefusedException detail(String name, String value) {
        return put(name, value);
    }

    /** Adds a numeric detail before the suggestion. */
    public RefusedException detail(String name, long value) {
        return put(name, value);
    }

    private RefusedException put(String name, Object value) {
        Object suggestion = details.remove("suggestion");
        details.put(name, value);
        details.put("suggestion", suggestion == null ? "" : suggestion);
        return this;
    }

    public ErrorCode code() {
        return code;
    }

    @Override
    public String getMessage() {
        String message = super.getMessage();
        return message == null ? code.name() : message;
    }

    /** Returns {@code {"error":{"code","message","details":{…,"suggestion"}}}}. */
    public byte[] json() {
        ByteSink out = new ByteSink(256).ascii("{\"error\":{\"code\":").string(code.name());
        out.ascii(",\"message\":").string(getMessage()).ascii(",\"details\":{");
        boolean first = true;
        for (Map.Entry<String, Object> detail : details.entrySet()) {
            out.ascii(first ? "" : ",").string(detail.getKey()).ascii(":");
            if (detail.getValue() instanceof Long number) {
                out.number(number);
            } else {
                out.string(detail.getValue().toString());
            }
            first = false;
        }
        return out.ascii("}}}").toByteArray();
    }
}
