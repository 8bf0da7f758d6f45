package dev.plimsoll.gateway.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.function.Predicate;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class ProtocolMethodTest {

    private static String[] methodsWith(Predicate<String> property) {
        return Arrays.stream(ProtocolMethod.values())
                .map(ProtocolMethod::text)
                .filter(property)
                .toArray(String[]::new);
    }

    @Test
    void knowsTheMethodsThatReturnContent() {
        assertThat(methodsWith(ProtocolMethod::hasContent))
                .containsExactly("tools/call", "prompts/get", "resources/read");
        // a result is stored under its method only if the request names no tool
        assertThat(methodsWith(ProtocolMethod::isStored)).containsExactly("prompts/get", "resources/read");
    }

    @Test
    void knowsTheMethodsThatASessionNeeds() {
        assertThat(methodsWith(ProtocolMethod::isOpening)).containsExactly("initialize", "server/discover");
        assertThat(methodsWith(ProtocolMethod::isUnlimited)).containsExactly("initialize", "server/discover", "ping");
    }

    @Test
    void knowsThatRootsDoNotComeFromTheUser() {
        assertThat(methodsWith(ProtocolMethod::isInput)).contains("roots/list");
        assertThat(methodsWith(ProtocolMethod::isPersonal))
                .containsExactly("elicitation/create", "sampling/createMessage");
    }

    @Test
    void knowsNotificationsOfChanges() {
        assertThat(ProtocolMethod.isChange("notifications/tools/list_changed")).isTrue();
        assertThat(ProtocolMethod.isChange("notifications/resources/updated")).isTrue();
        // a list of a later revision
        assertThat(ProtocolMethod.isChange("notifications/agents/list_changed")).isTrue();
        assertThat(ProtocolMethod.isChange("notifications/progress")).isFalse();
        assertThat(ProtocolMethod.isChange(null)).isFalse();
    }

    @Test
    void unknownMethodsHaveNoProperties() {
        assertThat(ProtocolMethod.hasContent("x/unknown")).isFalse();
        assertThat(ProtocolMethod.isAwaited(null)).isFalse();
        assertThat(ProtocolMethod.nameParameter("x/unknown")).isNull();
    }
}
