package dev.plimsoll.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.json.compare.JsonEquality;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class MembersTest {

    @Test
    void iteratesInDocumentOrder() {
        Members members = Members.of(Slice.of(" { \"b\" : 1 ,\n\"a\":[1, 2] ,\"c\":{\"d\":\"}\"} } "));
        List<String> memberTexts = new ArrayList<>();
        while (members.next()) {
            memberTexts.add(members.keyText() + "=" + members.value().utf8());
        }
        assertThat(memberTexts).containsExactly("b=1", "a=[1, 2]", "c={\"d\":\"}\"}");
        assertThat(members.next()).isFalse();
    }

    @Test
    void returnsTheRangeOfAMember() {
        Members members = Members.of(Slice.of("{\"x\": 1 , \"y\" : \"z\" }"));
        assertThat(members.next()).isTrue();
        assertThat(members.member().utf8()).isEqualTo("\"x\": 1");
        assertThat(members.next()).isTrue();
        assertThat(members.member().utf8()).isEqualTo("\"y\" : \"z\"");
        assertThat(members.key().utf8()).isEqualTo("y");
    }

    @Test
    void comparesUnescapedKeys() {
        Members members = Members.of(Slice.of("{\"m\\u0065thod\":1,\"a\\\\b\":2,\"id\":3,\"\":4}"));
        members.next();
        assertThat(members.keyIs("method")).isTrue();
        assertThat(members.keyIs("m\\u0065thod")).isFalse();
        assertThat(members.key().utf8()).isEqualTo("m\\u0065thod");
        members.next();
        assertThat(members.keyIs("a\\b")).isTrue();
        assertThat(members.keyIs("a\\\\b")).isFalse();
        members.next();
        assertThat(members.keyIs("id")).isTrue();
        assertThat(members.keyIs("i")).isFalse();
        assertThat(members.keyIs("ids")).isFalse();
        members.next();
        assertThat(members.keyIs("")).isTrue();
    }

    @Test
    void comparesKeysOfOtherAlphabets() {
        Slice object = Slice.of("{\"größe\":1,\"\\u0967\":2,\"\uD83D\uDE00\":3,\"abc\":4,\"grö\\u00dfe2\":5}");
        MemberIndex index = MemberIndex.of(object);
        List<String> names =
                List.of("größe", "\u0967", "\uD83D\uDE00", "abc", "größe2", "gr", "größ", "\uD83D", "", "ö");
        List<String> values = List.of("1", "2", "3", "4", "5");
        for (int i = 0; i < names.size(); i++) {
            Slice expected = i < values.size() ? Slice.of(values.get(i)) : null;
            assertThat(Members.get(object, names.get(i))).as(names.get(i)).isEqualTo(expected);
            assertThat(index.find(names.get(i))).as(names.get(i)).isEqualTo(expected);
        }
    }

    @Test
    void indexesOnlyObjectsWithFewMembers() {
        Slice object = Slice.of("{\"a\":1,\"b\":2,\"a\":3}");

        assertThat(MemberIndex.ofAtMost(2, object)).isNull();
        assertThat(Objects.requireNonNull(MemberIndex.ofAtMost(3, object)).find("a"))
                .isEqualTo(Slice.of("3"));
    }

    @Test
    void usesTheLastDuplicateMember() {
        Slice object = Slice.of("{\"a\":1,\"b\":2,\"\\u0061\":3}");
        assertThat(Members.get(object, "a")).isEqualTo(Slice.of("3"));
        assertThat(Members.get(object, "c")).isNull();
        assertThat(Members.get(Slice.of("[1]"), "a")).isNull();
        assertThat(Members.get(Slice.of(""), "a")).isNull();
    }

    @Test
    void keepsLoneSurrogatesInKeys() {
        Slice object = Slice.of("{\"\\ud800\":1,\"\\ud83d\\ude00\":2,\"é\":3}");
        assertThat(Members.get(object, "\ud800")).isEqualTo(Slice.of("1"));
        assertThat(Members.get(object, "\ud83d\ude00")).isEqualTo(Slice.of("2"));
        assertThat(Members.get(object, "é")).isEqualTo(Slice.of("3"));
        assertThat(Members.get(object, "\ufffd")).isNull();
        Members members = Members.of(object);
        members.next();
        assertThat(members.keyText()).isEqualTo("\ud800");
    }

    @Test
    void refusesOtherValuesThanObjects() {
        assertThatThrownBy(() -> Members.of(Slice.of("[]"))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Members.of(Slice.of(" "))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void findsEveryMemberOfGeneratedObjects() {
        for (long seed = 0; seed < 500; seed++) {
            GeneratedJson generated = new GeneratedJson(seed);
            if (generated.container(2) instanceof Map<?, ?> object) {
                Slice text = Slice.of(generated.spell(object));
                int count = 0;
                for (Members members = Members.of(text); members.next(); count++) {
                    assertThat(object.containsKey(members.keyText())).isTrue();
                    assertThat(members.keyIs(members.keyText())).isTrue();
                }
                assertThat(count).isEqualTo(object.size());
                MemberIndex index = MemberIndex.of(text);
                for (Map.Entry<?, ?> member : object.entrySet()) {
                    Slice value = Objects.requireNonNull(Members.get(text, (String) member.getKey()));
                    assertThat(index.find((String) member.getKey())).isEqualTo(value);
                    Slice expected = Slice.of(generated.spell(member.getValue()));
                    assertThat(JsonEquality.isEqual(value, expected, 1, 2)).isTrue();
                }
            }
        }
    }
}
