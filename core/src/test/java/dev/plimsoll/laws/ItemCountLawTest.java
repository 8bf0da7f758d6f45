package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.format.ItemCount;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.testkit.sample.ContentBlocks;
import dev.plimsoll.testkit.sample.Payloads;
import dev.plimsoll.testkit.sample.SampleResults;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Checks that a list which passes has the number of items that its pages report. */
class ItemCountLawTest {

    private static final int COUNT = 40;
    private static final String BOOKINGS =
            new String(Payloads.bookings(COUNT, 1_000, 2_000), StandardCharsets.UTF_8).strip();

    private static Map<String, byte[]> lists() {
        Map<String, byte[]> lists = new LinkedHashMap<>();
        String page = "{\"count\":5000,\"next\":\"https://crm.example/bookings?page=2\",\"bookings\":" + BOOKINGS + "}";
        lists.put("array as text", SampleResults.text(utf8(BOOKINGS)));
        lists.put("object as text", SampleResults.text(utf8(page)));
        lists.put("object as structured content", SampleResults.structured(utf8(page)));
        lists.put("both", SampleResults.withTextCopy(utf8(page)));
        lists.put("deep inside", SampleResults.structured(utf8("{\"data\":{\"viewer\":" + page + "}}")));
        lists.put("models", SampleResults.models(COUNT));
        lists.put("models as blocks", SampleResults.modelsAsBlocks(COUNT));
        lists.put("CSV", SampleResults.text(utf8(csv())));
        lists.put("CSV of a file server", SampleResults.fileServer(utf8(csv())));
        lists.put("JSON of a file server", SampleResults.fileServer(utf8(BOOKINGS)));
        lists.put("JSON Lines", SampleResults.text(utf8(lines())));
        return lists;
    }

    private static String csv() {
        return "booking,guest,room,price\n"
                + IntStream.range(0, COUNT)
                        .mapToObj(i -> "BK-" + (20_411 + 37 * i) + ",\"Müller, Zoë " + i + "\",静かな部屋 " + i % 7
                                + " with a view of the old harbour," + (90 + i) + ".50\n")
                        .collect(Collectors.joining());
    }

    private static String lines() {
        return IntStream.range(0, COUNT)
                .mapToObj(i -> "{\"id\":\"BK-" + (20_411 + 37 * i) + "\",\"guest\":\"Zoë Müller\",\"nights\":"
                        + (1 + i % 9) + ",\"note\":\"late arrival, ground floor, quiet side of the house\"}\n")
                .collect(Collectors.joining());
    }

    @Test
    void passedListHasSameItemCountAsItsPages() {
        lists().forEach((name, result) -> {
            Answered passed = Engine.of(1_000_000, ClientFeatures.current()).guard(result);
            assertThat(passed.receipt().outcome()).as(name).isEqualTo(OutcomeKind.PASSED);
            Answered paged = Engine.of(400, ClientFeatures.current()).guard(result);
            assertThat(paged.receipt().context().items()).as(name + ", paged").isEqualTo(COUNT);
            assertThat(items(result)).as(name).isEqualTo(COUNT);
        });
    }

    @Test
    void listResourceHasItemCount() {
        String contents = "{\"contents\":[{\"uri\":\"orders://open\",\"mimeType\":\"application/json\",\"text\":"
                + JsonStrings.of(BOOKINGS) + "}]}";
        assertThat(items(utf8(contents))).isEqualTo(COUNT);
    }

    @Test
    void emptyListsHaveZeroItems() {
        assertThat(items(SampleResults.text(utf8("[]")))).isZero();
        assertThat(items(SampleResults.structured(utf8("{\"result\":[]}")))).isZero();
    }

    @Test
    void nonListHasNoItemCount() {
        assertThat(items(SampleResults.text(utf8("[INFO] 12 bookings imported, [WARN] 1 without a guest"))))
                .isEqualTo(-1);
        assertThat(items(SampleResults.text(utf8("{\"id\":\"BK-20411\",\"guest\":{\"name\":\"Zoë\"},\"nights\":3}"))))
                .isEqualTo(-1);
        assertThat(items(SampleResults.fileServer(utf8("# Notes\n\nThe lift is out of order until Friday.\n"))))
                .isEqualTo(-1);
        assertThat(items(SampleResults.blocks(ContentBlocks.image("image/png", new byte[] {1, 2, 3}))))
                .isEqualTo(-1);
        assertThat(items(utf8("{\"content\":[{\"type\":\"text\",\"text\":\"[1,2,3]\"}],\"isError\":true}")))
                .isEqualTo(-1);
        assertThat(items(utf8("{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"[1]\"}}]}")))
                .isEqualTo(-1);
        assertThat(items(utf8("{\"content\":[],\"structuredContent\":{\"a\":[1,2")))
                .isEqualTo(-1);
        assertThat(items(utf8("null"))).isEqualTo(-1);
    }

    private static long items(byte[] result) {
        return ItemCount.of(Slice.of(result));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
