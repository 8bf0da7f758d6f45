package dev.plimsoll.section;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MarkdownContentsTest {

    private static MarkdownContents of(String text) {
        Slice slice = Slice.of("before" + text).sub(6, 6 + Slice.of(text).length());
        return MarkdownContents.of(slice, LineIndex.of(slice));
    }

    /** Returns level, title, and lines of each heading. */
    private static List<String> headings(String text) {
        Headings headings = of(text).headings();
        List<String> all = new ArrayList<>();
        for (int i = 0; i < headings.count(); i++) {
            all.add(headings.level(i) + " " + headings.title(i) + " " + headings.span(i));
        }
        return all;
    }

    @Test
    void sectionsEndBeforeHeadingsOfTheSameOrAHigherLevel() {
        assertThat(headings("intro\n# A\na\n## B\nb\n#### C\n## D\n# E\n"))
                .containsExactly("1 A 2-7", "2 B 4-6", "4 C 6", "2 D 7", "1 E 8");
    }

    @Test
    void headingsNeedASpaceAndAtMostSixMarks() {
        assertThat(headings("#a\n####### b\n###### c\n#\n    # code\n   # d\n\\# e\n"))
                .containsExactly("6 c 3", "1  4-5", "1 d 6-7");
    }

    @Test
    void titlesHaveNoMarksAtTheirEnd() {
        assertThat(headings("## Title ##  \r\n# C#\n# #1 bug\n## **b** `c` ##x\n"))
                .containsExactly("2 Title 1", "1 C# 2", "1 #1 bug 3-4", "2 **b** `c` ##x 4");
    }

    @Test
    void fencedBlocksHaveNoHeadings() {
        assertThat(headings("```\n# a\n~~~\n``\n# b\n````\n# c\n")).containsExactly("1 c 7");
        assertThat(headings("~~~~ md\n# a\n~~~\n# b\n~~~~ x\n# c\n~~~~\n# d\n")).containsExactly("1 d 8");
        assertThat(headings("1. step\n\n    ```sh\n# a\n    ```\n# b\n")).containsExactly("1 b 6");
        assertThat(headings("``` a`b\n# not fenced\n")).containsExactly("1 not fenced 2");
        assertThat(headings("# a\n```\n# in a block without an end\n")).containsExactly("1 a 1-3");
    }

    @Test
    void linesUnderATitleMakeAHeading() {
        assertThat(headings("Top\n===\n\ntext\n\nNext\n---\ntext\n")).containsExactly("1 Top 1-8", "2 Next 6-8");
        assertThat(headings("two\nlines\n---\n")).isEmpty();
        assertThat(headings("- item\n---\n\n---\n\n| a |\n---\n")).isEmpty();
        assertThat(headings("a | b\n--- | ---\n1 | 2\n")).isEmpty();
    }

    @Test
    void frontMatterHasNoHeadings() {
        assertThat(headings("---\ntitle: x\n# comment\n---\n# A\n")).containsExactly("1 A 5");
        assertThat(headings("---\n\n# A\n---\n")).containsExactly("1 A 3-4");
    }

    @Test
    void countsCodeBlocksByLanguage() {
        String text = "```js\n```\n# A\n```bash title=x\nls\n```\n~~~\nplain\n~~~\n```JS\n```\n# B\n```c++\n";
        MarkdownContents contents = of(text);
        assertThat(contents.blocksByLanguage(new LineSpan(0, contents.lines().count())))
                .containsExactly(Map.entry("js", 2), Map.entry("bash", 1), Map.entry("text", 1), Map.entry("c++", 1));
        assertThat(contents.blocksByLanguage(contents.headings().span(1))).containsOnlyKeys("c++");
    }

    @Test
    void emptyAndBlankTextsHaveNoHeadings() {
        assertThat(headings("")).isEmpty();
        assertThat(headings("\n \n\t\n")).isEmpty();
        assertThat(headings("---")).isEmpty();
    }
}
