#!/usr/bin/env python3
"""Measures how often ranked search, find, and SQLite FTS5 return the passage that answers a question.

Downloads the documents (Debian packages and one npm package, all free to distribute) into a folder, asks the 52 questions of
questions.json, and prints the table of docs/reference/search.md. Of the first 40 questions, those at odd positions may be used
to choose rules. The others, and the last 12 questions, only check the rules.

usage: recall.py JAVA JAR [FOLDER]
"""

import gzip
import json
import pathlib
import re
import sqlite3
import subprocess
import sys
import tarfile
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TOP = 5
FIRST = 40  # questions from which rules were chosen or checked; the later ones only check
FAQ = "usr/share/doc/debian/FAQ/debian-faq.{}.txt.gz"
REFERENCE = "usr/share/debian-reference/debian-reference.{}.txt.gz"
DEBIAN = {
    "faq.de.txt": ("debian-faq-de", FAQ.format("de")),
    "faq.zh-cn.txt": ("debian-faq-zh-cn", FAQ.format("zh-cn")),
    "faq.ru.txt": ("debian-faq-ru", FAQ.format("ru")),
    "reference.ja.txt": ("debian-reference-ja", REFERENCE.format("ja")),
    "reference.fr.txt": ("debian-reference-fr", REFERENCE.format("fr")),
    "reference.es.txt": ("debian-reference-es", REFERENCE.format("es")),
    "faq.ko.txt": ("debian-faq-ko", FAQ.format("ko")),
    "reference.it.txt": ("debian-reference-it", REFERENCE.format("it")),
    "faq.pt.txt": ("debian-faq-pt", FAQ.format("pt")),
    "developers-reference.en.txt": (
        "developers-reference",
        "usr/share/developers-reference/developers-reference.txt.gz",
    ),
}
NPM = {"commander.md": ("commander@14.0.3", "package/Readme.md")}


def fetch(folder):
    """Downloads the documents that the folder does not have."""
    for name, (package, path) in DEBIAN.items():
        if not (folder / name).exists():
            with tempfile.TemporaryDirectory() as work:
                subprocess.run(["apt-get", "download", package], cwd=work, check=True, stdout=subprocess.DEVNULL)
                deb = next(pathlib.Path(work).glob("*.deb"))
                subprocess.run(["dpkg-deb", "-x", deb, work], check=True)
                (folder / name).write_bytes(gzip.decompress((pathlib.Path(work) / path).read_bytes()))
    for name, (package, path) in NPM.items():
        if not (folder / name).exists():
            with tempfile.TemporaryDirectory() as work:
                subprocess.run(["npm", "pack", "--silent", package], cwd=work, check=True, stdout=subprocess.DEVNULL)
                with tarfile.open(next(pathlib.Path(work).glob("*.tgz"))) as archive:
                    (folder / name).write_bytes(archive.extractfile(path).read())


def words(question, unspaced):
    """Returns the words of a question; for scripts without spaces, all runs of `unspaced` characters."""
    found = []
    for word in re.findall(r"\w+", question):
        if any(ord(c) >= 0x2E80 for c in word) and unspaced:
            found += [word[i : i + unspaced] for i in range(max(1, len(word) - unspaced + 1))]
        else:
            found.append(word)
    return found


def create_fts5_search(passages, tokenizer, unspaced):
    """Returns a function that returns the five best passages of FTS5 for a question."""
    database = sqlite3.connect(":memory:")
    database.execute(f"create virtual table p using fts5(text, tokenize='{tokenizer}')")
    database.executemany("insert into p(rowid, text) values (?, ?)", enumerate(passages))

    def search(question):
        terms = " OR ".join('"' + word + '"' for word in words(question, unspaced))
        rows = database.execute(f"select text from p where p match ? order by bm25(p), rowid limit {TOP}", (terms,))
        return [row[0] for row in rows]

    return search


def rank(found, passage):
    """Returns the position of the passage in the found texts, from 1; 0 if it is not among them."""
    wanted = re.sub(r"\s+", "", passage)
    return next((i + 1 for i, text in enumerate(found) if wanted in re.sub(r"\s+", "", text)), 0)


def main():
    java, jar = sys.argv[1:3]
    folder = pathlib.Path(sys.argv[3] if len(sys.argv) > 3 else pathlib.Path.home() / ".cache/plimsoll-recall")
    folder.mkdir(parents=True, exist_ok=True)
    fetch(folder)
    questions = json.loads((HERE / "questions.json").read_text("utf-8"))["questions"]
    report = json.loads(
        subprocess.run(
            [java, "-cp", jar, "dev.plimsoll.bench.search.RecallBench", folder, HERE / "questions.json"],
            check=True,
            stdout=subprocess.PIPE,
        ).stdout
    )
    engines = {"FTS5 unicode61": ("unicode61 remove_diacritics 2", 0), "FTS5 porter": ("porter unicode61 remove_diacritics 2", 0),
               "FTS5 trigram": ("trigram", 3)}
    searches = {
        (engine, document): create_fts5_search(passages, *settings)
        for engine, settings in engines.items()
        for document, passages in report["passages"].items()
    }
    results = []
    for question, ours in zip(questions, report["results"]):
        # a page of find has more than five matches; the passage counts anywhere on it
        ranks = {"search": ours["search"], "find": ours["find"], "find, whole page": min(ours["findPage"], TOP)}
        for engine in engines:
            ranks[engine] = rank(searches[engine, question["document"]](question["question"]), question["passage"])
        results.append((question, ranks, ours))
        if "-v" in sys.argv:
            print(question["document"], "|", question["question"], "|", ranks)
    print_table(results, list(results[0][1]))


def print_table(results, engines):
    groups = {
        "20 questions to choose rules": results[:FIRST:2],
        "20 other questions": results[1:FIRST:2],
        "12 questions in three more languages, which only check": results[FIRST:],
        "English": [r for r in results if r[0]["document"].endswith((".md", ".en.txt"))],
        "German, French, Spanish, Russian, Italian, Portuguese": [
            r for r in results if re.search(r"\.(de|fr|es|ru|it|pt)\.", r[0]["document"])
        ],
        "Chinese, Japanese, Korean": [r for r in results if re.search(r"\.(zh-cn|ja|ko)\.", r[0]["document"])],
        "all": results,
    }
    print("| questions | number | " + " | ".join(engines) + " |")
    print("|---" * (len(engines) + 2) + "|")
    for name, group in groups.items():
        cells = [f"{sum(1 for r in group if 1 <= r[1][engine] <= TOP)}" for engine in engines]
        print(f"| {name} | {len(group)} | " + " | ".join(cells) + " |")
    first = [str(sum(1 for r in results if r[1][engine] == 1)) for engine in engines]
    print(f"| all, first place | {len(results)} | " + " | ".join(first) + " |")
    for name in ("search", "find", "findPage"):
        tokens = sorted(r[2][name + "Tokens"] for r in results)
        print(f"\nTokens of an answer of {name}: median {tokens[len(tokens) // 2]}, highest {tokens[-1]}")


if __name__ == "__main__":
    main()
