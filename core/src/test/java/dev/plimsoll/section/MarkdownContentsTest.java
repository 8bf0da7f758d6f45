package dev.plimsoll.section;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MarkdownContentsTest {

    private static MarkdownContents parse(String text) {
        Slice slice = Slice.of("before" + text).sub(6, 6 + Slice.of(text).length());
        return MarkdownContents.of(slice, LineIndex.of(slice));
    }

    /** Returns level, title, and lines of each heading. */
    private static List<String> describeHeadings(String text) {
        Headings headings = parse(text).headings();
        List<String> descriptions = new ArrayList<>();
        for (int i = 0; i < headings.count(); i++) {
            descriptions.add(headings.level(i) + " " + headings.title(i) + " " + headings.span(i));
        }
        return descriptions;
    }

    @Test
    void sectionsEndBeforeHeadingsOfTheSameOrAHigherLevel() {
        assertThat(describeHeadings("intro\n# A\na\n## B\nb\n#### C\n## D\n# E\n"))
                .containsExactly("1 A 2-7", "2 B 4-6", "4 C 6", "2 D 7", "1 E 8");
    }

    @Test
    void headingsNeedASpaceAndAtMostSixMarks() {
        assertThat(describeHeadings("#a\n####### b\n###### c\n#\n    # code\n   # d\n\\# e\n"))
                .containsExactly("6 c 3", "1  4-5", "1 d 6-7");
    }

    @Test
    void titlesHaveNoMarksAtTheirEnd() {
        assertThat(describeHeadings("## Title ##  \r\n# C#\n# #1 bug\n## **b** `c` ##x\n"))
                .containsExactly("2 Title 1", "1 C# 2", "1 #1 bug 3-4", "2 **b** `c` ##x 4");
    }

    @Test
    void fencedBlocksHaveNoHeadings() {
        assertThat(describeHeadings("```\n# a\n~~~\n``\n# b\n````\n# c\n")).containsExactly("1 c 7");
        assertThat(describeHeadings("~~~~ md\n# a\n~~~\n# b\n~~~~ x\n# c\n~~~~\n# d\n"))
                .containsExactly("1 d 8");
        assertThat(describeHeadings("1. step\n\n    ```sh\n# a\n    ```\n# b\n"))
                .containsExactly("1 b 6");
        assertThat(describeHeadings("``` a`b\n# not fenced\n")).containsExactly("1 not fenced 2");
        assertThat(describeHeadings("# a\n```\n# in a block without an end\n")).containsExactly("1 a 1-3");
    }

    @Test
    void aTextLineAboveALineOfMarksIsAHeading() {
        assertThat(describeHeadings("Top\n===\n\ntext\n\nNext\n---\ntext\n"))
                .containsExactly("1 Top 1-8", "2 Next 6-8");
        assertThat(describeHeadings("two\nlines\n---\n")).isEmpty();
        assertThat(describeHeadings("- item\n---\n\n---\n\n| a |\n---\n")).isEmpty();
        assertThat(describeHeadings("a | b\n--- | ---\n1 | 2\n")).isEmpty();
    }

    @Test
    void frontMatterHasNoHeadings() {
        assertThat(describeHeadings("---\ntitle: x\n# comment\n---\n# A\n")).containsExactly("1 A 5");
        assertThat(describeHeadings("---\n\n# A\n---\n")).containsExactly("1 A 3-4");
    }

    @Test
    void countsCodeBlocksByLanguage() {
        String text = "```js\n```\n# A\n```bash title=x\nls\n```\n~~~\nplain\n~~~\n```JS\n```\n# B\n```c++\n";
        MarkdownContents contents = parse(text);
        assertThat(contents.blocksByLanguage(new LineSpan(0, contents.lines().count())))
                .containsExactly(Map.entry("js", 2), Map.entry("bash", 1), Map.entry("text", 1), Map.entry("c++", 1));
        assertThat(contents.blocksByLanguage(contents.headings().span(1))).containsOnlyKeys("c++");
    }

    @Test
    void emptyAndBlankTextsHaveNoHeadings() {
        assertThat(describeHeadings("")).isEmpty();
        assertThat(describeHeadings("\n \n\t\n")).isEmpty();
        assertThat(describeHeadings("---")).isEmpty();
    }
}
