"""Write the glossary's two pages from docs/glossary.tsv, which alone is edited.

    python tools/build_glossary.py [--check]

A row: the English term, the Russian one, a note in each language, and words to avoid in Russian, parted by `;`.
"""

import csv
import sys
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"
TABLE = DOCS / "glossary.tsv"

HEADS = {
    "en": ("# Glossary", "One word for one thing, in both languages. [По-русски](glossary.ru.md)",
           ("English", "Russian", "note", "avoid in Russian")),
    "ru": ("# Глоссарий", "Одно слово для одного понятия, на двух языках. [In English](glossary.md)",
           ("по-русски", "по-английски", "примечание", "избегаем")),
}
ORIGIN = {
    "en": "Made from `glossary.tsv` by `tools/build_glossary.py`: change the table, then run it.",
    "ru": "Страница сделана из `glossary.tsv` программой `tools/build_glossary.py`: правьте таблицу, затем запустите.",
}
FILES = {"en": DOCS / "glossary.md", "ru": DOCS / "glossary.ru.md"}


def rows() -> list[dict[str, str]]:
    """The rows of the table, as they stand there."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def written(lang: str) -> str:
    """The page of one language, sorted by the term in that language."""
    title, line, heads = HEADS[lang]
    table = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    first, second = ("en", "ru") if lang == "en" else ("ru", "en")
    for row in sorted(rows(), key=lambda row: _letters(row[first])):
        avoid = "; ".join(f"«{word.strip()}»" for word in row["avoid"].split(";") if word.strip())
        table.append(f"| {row[first]} | {row[second]} | {row[f'note_{lang}']} | {avoid} |")
    return "\n\n".join([title, line, "\n".join(table), ORIGIN[lang]]) + "\n"


def _letters(term: str) -> str:
    return term.lstrip("(«").casefold().replace("ё", "е")


def main(arguments: list[str]) -> int:
    stale = [lang for lang in FILES if not FILES[lang].is_file() or FILES[lang].read_text("utf-8") != written(lang)]
    for lang in stale:
        if "--check" not in arguments:
            FILES[lang].write_text(written(lang), encoding="utf-8", newline="\n")
        print(f"{FILES[lang].name} {'is stale' if '--check' in arguments else 'written'}")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
