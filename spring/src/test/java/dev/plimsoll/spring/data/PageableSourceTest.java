package dev.plimsoll.spring.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.mcp.Guard;
import dev.plimsoll.mcp.annotation.McpHeavy;
import dev.plimsoll.source.FetchPosition;
import dev.plimsoll.source.PageSource;
import dev.plimsoll.source.SourceCondition;
import dev.plimsoll.source.SourceCount;
import dev.plimsoll.source.SourceRow;
import dev.plimsoll.spring.app.Item;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.PageImpl;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.SliceImpl;
import org.springframework.data.domain.Sort;
import tools.jackson.databind.json.JsonMapper;

class PageableSourceTest {

    private static final List<Item> ITEMS = Item.first(430);

    private final List<Pageable> requests = new ArrayList<>();

    private Page<Item> page(Pageable pageable) {
        return page(ITEMS, pageable);
    }

    private Page<Item> page(List<Item> rows, Pageable pageable) {
        requests.add(pageable);
        int from = (int) Math.min(rows.size(), pageable.getOffset());
        int to = Math.min(rows.size(), from + pageable.getPageSize());
        return new PageImpl<>(rows.subList(from, to), pageable, rows.size());
    }

    private Slice<Item> slice(Pageable pageable) {
        return new SliceImpl<>(page(pageable).getContent(), pageable, true);
    }

    @Test
    void fetchesPagesInAStableOrder() {
        PageSource source = PageableSource.of(this::page, Item::id);
        List<SourceRow> rows = source.fetch(new FetchPosition(100, 1099), 50);
        assertThat(rows).hasSize(50).first().isEqualTo(new SourceRow(ITEMS.get(100), 1100));
        assertThat(requests).singleElement().satisfies(page -> {
            assertThat(page.getPageNumber()).isEqualTo(2);
            assertThat(page.getSort()).isEqualTo(Sort.by(Sort.Direction.DESC, "createdAt", "id"));
        });
        assertThat(source.order()).isEqualTo("createdAt descending, id descending");
        assertThat(source.count()).isEqualTo(SourceCount.exactly(430));
    }

    @Test
    void hasNoCountForSlices() {
        PageSource source = PageableSource.of(this::slice, Item::id).sorted(Sort.by("id"));
        source.fetch(FetchPosition.START, 50);
        assertThat(source.count()).isEqualTo(SourceCount.unknown());
        assertThat(source.order()).isEqualTo("id ascending");
    }

    @Test
    void rejectsAMissingOrderAndAnInvalidFetchSize() {
        assertThatThrownBy(() -> PageableSource.of(this::page, Item::id).sorted(Sort.unsorted()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("sort: must be a stable order");
        assertThatThrownBy(() -> PageableSource.of(this::page, Item::id).withFetchSize(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("got 0");
    }

    @Test
    void filtersOnlyWithAFilteredQuery() {
        PageSource source = PageableSource.of(this::page, Item::id)
                .filtered(
                        List.of("warehouse"),
                        conditions -> pageable -> page(
                                ITEMS.stream()
                                        .filter(item -> item.warehouse()
                                                .equals(conditions.get(0).value()))
                                        .toList(),
                                pageable));
        PageSource filtered =
                Objects.requireNonNull(source.where(List.of(SourceCondition.equal("warehouse", "WH-02"))));
        assertThat(filtered.fetch(FetchPosition.START, 50)).hasSize(50);
        assertThat(filtered.count().rows()).isEqualTo(108);
        assertThat(PageableSource.of(this::page, Item::id).where(List.of())).isNull();
    }

    /** A bean with a tool that returns a source. */
    public final class Stock {

        @McpHeavy
        public PageSource items() {
            return PageableSource.of(PageableSourceTest.this::page, Item::id);
        }
    }

    @Test
    void fetchesOnlyThePagesThatAreRead() {
        try (Guard guard = Guard.withDefaults()) {
            List<SyncToolSpecification> tools = guard.statelessSync().scan(new Stock());
            Map<String, Object> page = call(tools, "items", Map.of());
            assertThat(requests).hasSizeLessThanOrEqualTo(2);
            List<Object> ids = new ArrayList<>();
            while (true) {
                ((List<?>) Objects.requireNonNull(page.get("items")))
                        .forEach(item -> ids.add(((Map<?, ?>) item).get("id")));
                Object cursor = page.get("nextCursor");
                if (cursor == null) {
                    break;
                }
                page = call(tools, "plimsoll_read", Map.of("cursor", cursor));
            }
            assertThat(page).containsEntry("totalCount", 430);
            assertThat(ids).isEqualTo(ITEMS.stream().map(Item::id).toList());
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> call(
            List<SyncToolSpecification> tools, String name, Map<String, Object> arguments) {
        SyncToolSpecification tool = tools.stream()
                .filter(each -> each.tool().name().equals(name))
                .findFirst()
                .orElseThrow();
        CallToolRequest request =
                CallToolRequest.builder(name).arguments(arguments).build();
        TextContent text = (TextContent) tool.callHandler()
                .apply(McpTransportContext.EMPTY, request)
                .content()
                .get(0);
        return new JsonMapper().readValue(text.text(), Map.class);
    }
}
