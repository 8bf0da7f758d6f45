package dev.plimsoll.gateway.program.call;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.query.program.ProgramCall;
import dev.plimsoll.query.program.ToolAnswer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Limits the calls of one program that may change something, and asks the user for consent. */
final class WriteChecks {

    /** Maximum number of characters of the arguments of a call that an error message shows. */
    private static final int MAX_SHOWN_ARGUMENTS_LENGTH = 300;

    private final CallableTools tools;
    private final @Nullable UserConsent consent;
    private final int maxWrites;
    /** Calls that may change something and were allowed, with their arguments, for error messages. */
    private final List<String> allowedWrites = new ArrayList<>();

    private int writeAttempts;

    /** @param consent asks the user about calls that write; null if the client cannot ask */
    WriteChecks(CallableTools tools, @Nullable UserConsent consent, int maxWrites) {
        this.tools = tools;
        this.consent = consent;
        this.maxWrites = maxWrites;
    }

    /** Returns the calls that may change something and were allowed, with their arguments; empty if there are none. */
    String allowedWrites() {
        return String.join("; ", allowedWrites);
    }

    /**
     * Returns the failure of a call that writes, if the program may not make it; null if it may. Asks the
     * user for consent if necessary.
     */
    @Nullable ToolAnswer findRefusal(ProgramCall call) {
        if (call.hasAllPages()) {
            // the user would only see the arguments of the first call, not those of the other pages
            return ToolAnswer.failed(
                    ErrorCode.FORBIDDEN.name(),
                    call.tool() + " may change something, and pages(…) can call it many times: use call(…)");
        }
        if (writeAttempts >= maxWrites) {
            throw new RefusedException(
                    ErrorCode.QUERY_LIMIT,
                    "program: it makes more than " + maxWrites + " calls that may change something",
                    "split the program");
        }
        String tool = tools.listedName(call.tool());
        if (tools.isConsentNeeded(tool)) {
            if (consent == null) {
                return ToolAnswer.failed(
                        ErrorCode.FORBIDDEN.name(),
                        call.tool() + " may change something, and the client cannot ask its user: call it yourself");
            }
            // counted even if the user refuses, so that a program cannot ask the user without a limit
            writeAttempts++;
            String refusal = consent.askForConsent(tool, call.arguments());
            if (refusal != null) {
                return ToolAnswer.failed(ErrorCode.FORBIDDEN.name(), refusal);
            }
        } else {
            writeAttempts++;
        }
        allowedWrites.add(call.tool() + " " + shorten(call.arguments()));
        return null;
    }

    private static String shorten(Slice arguments) {
        String text = arguments.utf8();
        return text.length() <= MAX_SHOWN_ARGUMENTS_LENGTH ? text : text.substring(0, MAX_SHOWN_ARGUMENTS_LENGTH) + "…";
    }
}
