"""Copies the documents into one folder and adds the navigation, which follows docs/README.md. stage.py PROJECT FOLDER"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

LINK = re.compile(r"\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)#\s]+)(#[^)\s]*)?\)")


def tracked(project):
    names = subprocess.run(["git", "-C", project, "ls-files", "-co", "--exclude-standard"], check=True, capture_output=True, text=True)
    return [project / name for name in names.stdout.splitlines() if (project / name).is_file()]


def copy(project, folder):
    documents = [file for file in tracked(project) if file.suffix == ".md" or file.is_relative_to(project / "docs")]
    for file in documents:
        target = folder / file.relative_to(project)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, target)
    return [file for file in documents if file.suffix == ".md"]


def follow(project, folder, document):
    """Copies the files that a document links to. A link to a folder becomes a link to its README, or plain text without one."""
    missing = []

    def replace(match):
        text, target, anchor = match.group(1), match.group(2), match.group(3) or ""
        if re.match(r"[a-z]+:", target):
            return match.group(0)
        path = (document.parent / target).resolve()
        if not path.exists():
            missing.append(f"{document.relative_to(project)}: no file {target}")
        elif path.is_dir():
            readme = path / "README.md"
            return f"[{text}]({target.rstrip('/')}/README.md{anchor})" if readme.exists() else text
        elif path.suffix != ".md":
            copied = folder / path.relative_to(project)
            copied.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copied)
        return match.group(0)

    staged = folder / document.relative_to(project)
    staged.write_text(LINK.sub(replace, staged.read_text()))
    return missing


def normalized(folder, target):
    """Returns the name of the page to which a link in folder leads, relative to the root. Example: docs/../README.md is README."""
    parts = []
    for part in (*folder.parts, *target.split("/")):
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts).removesuffix(".md")


def navigate(folder):
    """Adds the navigation to the first page: each section of docs/README.md, with the pages that it links to. Returns their names."""
    text = (folder / "docs/README.md").read_text()
    seen = ["README", "docs/README"]
    lines = ["", "```{toctree}", ":hidden:", "", "docs/README", "```", ""]
    for section in re.split(r"^## ", text, flags=re.M)[1:]:
        title, _, body = section.partition("\n")
        pages = []
        for _, target, _ in LINK.findall(body):
            page = normalized(Path("docs"), target)
            if target.endswith(".md") and ":" not in target and page not in seen:
                seen.append(page)
                pages.append("/" + page)
        if pages:
            lines += ["```{toctree}", ":hidden:", f":caption: {title.strip()}", ":titlesonly:", "", *pages, "```", ""]
    with (folder / "README.md").open("a") as out:
        out.write("\n".join(lines))
    return seen


def add_children(folder, documents, project, seen):
    """Puts the pages of a folder below its README.md, or below the page with the name of the folder. All others are outside the navigation."""
    for document in documents:
        name = normalized(Path(), str(document.relative_to(project)))
        if name in seen:
            continue
        beside = str(document.parent.relative_to(project))
        owner = next((page for page in (beside + "/README", beside) if page in seen and page not in ("README", "docs/README")), None)
        if owner is None:
            staged = folder / document.relative_to(project)
            staged.write_text("---\norphan: true\n---\n" + staged.read_text())
        else:
            with (folder / (owner + ".md")).open("a") as out:
                out.write(f"\n```{{toctree}}\n:hidden:\n\n/{name}\n```\n")


def main():
    project, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    shutil.rmtree(folder, ignore_errors=True)
    documents = copy(project, folder)
    missing = [line for document in documents for line in follow(project, folder, document)]
    if missing:
        sys.exit("\n".join(missing))
    add_children(folder, documents, project, navigate(folder))


main()
