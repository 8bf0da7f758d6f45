package dev.plimsoll.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.query.Query;
import dev.plimsoll.query.QueryInput;
import dev.plimsoll.query.QueryLimits;
import dev.plimsoll.query.QueryOutputs;
import java.time.Instant;

/**
 * Fuzzes queries with any expression and document: the outputs are JSON and deterministic, or the query is refused with a
 * message.
 */
class QueryFuzzTest {

    private static final QueryLimits LIMITS = new QueryLimits(5_000, 200_000, 4 << 20, 1 << 20);

    @FuzzTest
    void anyExpressionGivesJsonOrIsRefused(byte[] data) {
        FuzzInput request = FuzzInput.of(data);
        String expression = Utf8.decode(Slice.of(Utf8.repair(request.firstLine())));
        boolean json = Json.isValid(request.data());
        Slice document = json ? request.data() : Slice.of(Utf8.repair(request.data()));
        QueryInput input = json ? QueryInput.json(document, Instant.EPOCH) : QueryInput.text(document, Instant.EPOCH);
        try {
            QueryOutputs once = Query.parse(expression).run(input, LIMITS);
            QueryOutputs again = Query.parse(expression).run(input, LIMITS);
            assertThat(again.count()).isEqualTo(once.count());
            for (int i = 0; i < once.count(); i++) {
                assertThat(Json.isValid(once.get(i))).isTrue();
                assertThat(again.get(i)).isEqualTo(once.get(i));
            }
        } catch (RefusedException refused) {
            assertThat(refused.code()).isIn(ErrorCode.QUERY_INVALID, ErrorCode.QUERY_LIMIT);
        }
    }
}
