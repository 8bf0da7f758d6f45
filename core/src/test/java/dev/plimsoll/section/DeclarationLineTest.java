package dev.plimsoll.section;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeclarationLineTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "class Order(Base):|Order",
                "async def total(self, rate: float) -> float:|total",
                "public record Point(int x, int y) {}|Point",
                "public static <T> List<T> copyOf(Collection<? extends T> all) {|copyOf",
                "@Nullable Slice text(int from, int to) {|text",
                "export default class App extends React.Component {|App",
                "export async function load(url) {|load",
                "export const save = async (order) => {|save",
                "pub(crate) fn parse<'a>(input: &'a str) -> Result<Ast, Error> {|parse",
                "impl<T: Display> Iterator for Lines<T> {|Lines",
                "func (s *Server) Close() error {|Close",
                "type Handler interface {|Handler",
                "type Order() =|Order",
                "type Order<'a>(id: int, items: 'a list) =|Order",
                "fun total(order: Order): Long = order.cents|total",
                "int main(void) {|main",
                "static void *grow(struct list *l, size_t n) {|grow",
                "def self.find(id)|find",
                "CREATE TABLE IF NOT EXISTS \"orders\" (|orders",
                "deploy() {|deploy",
                "if (order.isPaid()) {|",
                "return total(order) {|",
                "describe(\"orders\", () => {|",
                "order.total(rate);|",
                "class names are listed below|",
                "type(order) is called here|",
                "type order (or its number), then press Enter|",
                "type order(5)|",
                "const total = order.items.map((i) => i.cents);|",
                "} else if (x) {|",
                "while (true) {|",
            })
    void findsTheNameThatALineDeclares(String line, @Nullable String name) {
        assertThat(DeclarationLine.findName(line, "", 0)).isEqualTo(name);
    }

    @ParameterizedTest
    @CsvSource({"'constructor(order) {',constructor", "'render() {',render", "'it(\"works\", async () => {',"})
    void findsMethodsWithoutAKeyword(String line, @Nullable String name) {
        assertThat(DeclarationLine.findName(line, "", 2)).isEqualTo(name);
    }
}
