"""Russian as the glossary and the house have it: no forbidden variants, ё, quotes, dashes, numbers with their nouns."""

import json
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import build_glossary  # noqa: E402

from minigrad.i18n import plural  # noqa: E402

# (what is not written, what is written instead)
VARIANTS = [
    (r"автоматическ\w+ дифференциаци", "автоматическое дифференцирование"),
    (r"\bнод(а|ы|е|у|ой|ам|ами|ах)?\b", "узел"),
    (r"\bлистовый\b", "листовой"),
    (r"\bразмерност\w* \((shape|в смысле формы)", "форма"),
    (r"\bвид\w* \(view\)", "представление (view)"),
    (r"\bвещани[еяюй]", "трансляция форм (broadcasting)"),
    (r"бродкастинг", "трансляция форм (broadcasting)"),
    (r"вышестоящ", "пришедший градиент"),
    (r"отделить копию", "отсоединить (detach)"),
    (r"\bлосс", "потери (`loss`)"),
    (r"чекпо[йи]нт", "контрольные точки (checkpointing)"),
    (r"\b(tg|arctg|ctg)\b", "tan, как в коде"),
]
# Participles lose their ё with the stress: «включён», but «включены».
YO = (
    r"\b(еще|ее|нее|идет|найдет|придет|пойдет|дает|берет|ведет|вернет|начнет|поймет|возьмет|назовет|живет|ждет|счет|счета"
    r"|учет|учета|учтен|вперед|трех|четырех|объем\w*|прием|приема|расчет\w*|отчет\w*|надежн\w*|четк\w*|тверд\w*"
    r"|(сохран|определ|включ|обновл|удал|отсоедин|освобожд|раздел|произвед)ен(н(?!ост)\w*)?|желт\w*|черн(ый|ая|ое|ые)"
    r"|слоев|краев|шел|пришел|прошел|нашел|ушел|зашел)\b"
)
STYLE = [
    (YO, "ё"),
    (r"[“”„]", "«ёлочки»"),
    (r"(?<=[а-яё»,]) - (?=[а-яё«])", "тире —"),
    (r"(?<=[а-яё,;:] )(Вы|Вас|Вам|Вами|Ваш\w*)\b", "«вы» со строчной"),
]
BESIDE = r"[ \u00a0](?!из|до|мс|МБ|с\b|и\b|в\b|на\b|или\b)[а-яё]{3,}"  # a noun right after a number
NOUNS = [
    ("узел", "узла", "узлов"), ("шаг", "шага", "шагов"), ("лист", "листа", "листов"), ("карман", "кармана", "карманов"),
    ("операция", "операции", "операций"), ("ячейка", "ячейки", "ячеек"), ("строка", "строки", "строк"),
    ("упражнение", "упражнения", "упражнений"), ("вклад", "вклада", "вкладов"), ("путь", "пути", "путей"),
    ("число", "числа", "чисел"), ("попытка", "попытки", "попыток"), ("ящик", "ящика", "ящиков"),
]


def prose() -> dict[str, str]:
    """Every Russian text of the project by where it stands; code is not prose."""
    texts = {}
    for file in sorted((ROOT / "minigrad" / "i18n" / "ru").glob("*.json")):
        for key, text in json.loads(file.read_text("utf-8")).items():
            texts[f"{file.name}: {key}"] = without_code(text)
    for file in sorted((ROOT / "notebooks" / "source").glob("*.py")):
        for cell in re.split(r"^# %%", file.read_text("utf-8"), flags=re.MULTILINE):
            head, _, text = cell.partition("\n")
            if 'lang="ru"' in head:
                texts[f"{file.name}: {head.strip()[:60]}"] = without_code(re.sub(r"^# ?", "", text, flags=re.MULTILINE))
    for file in [*sorted(ROOT.glob("*.ru.md")), *sorted((ROOT / "docs").rglob("*.ru.md"))]:
        if file.name != "glossary.ru.md":  # it lists what to avoid
            texts[file.name] = without_code(file.read_text("utf-8"))
    return texts


def without_code(text: str) -> str:
    text = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"`[^`]*`|\]\([^)]*\)|<[a-z/][^>]*>", " ", text)


def found(rules) -> list[str]:
    return [
        f"{place}: «{hit[0]}», пишем: {instead}"
        for place, text in prose().items()
        for pattern, instead in rules
        for hit in re.finditer(pattern, text, re.IGNORECASE if instead != STYLE[3][1] else 0)
    ]


def test_there_is_russian_to_read():
    assert len(prose()) > 200


def test_no_forbidden_variant_of_a_term():
    assert found(VARIANTS) == []


def test_letters_quotes_dashes_and_how_we_address_the_reader():
    assert found(STYLE) == []


BAD = ["Еще раз", "и ее значение", "узел - это", "“да”", "а Вы правы", "три ноды", "лосс", "вещание", "включен"]
GOOD = ["сохранение", "включены", "определенность", "модный", "листового", "её", "кодовый", "Ваш узел"]


@pytest.mark.parametrize("text", BAD)
def test_the_linter_sees(text):
    assert any(re.search(pattern, text, 0 if "Вы" in text else re.IGNORECASE) for pattern, _ in VARIANTS + STYLE)


@pytest.mark.parametrize("text", GOOD)
def test_the_linter_lets_pass(text):
    assert not any(re.search(pattern, text) for pattern, _ in VARIANTS + STYLE)


def test_every_word_that_the_glossary_avoids_has_a_rule():
    words = [word.strip() for row in build_glossary.rows() for word in row["avoid"].split(";") if word.strip()]
    assert len(words) >= 10
    missing = [word for word in words if not any(re.search(pattern, word) for pattern, _ in VARIANTS)]
    assert missing == ["вид"]  # an everyday word: only as «вид (view)» it is a wrong term


def test_a_number_and_its_noun_agree():
    wrong = [
        f"{place}: {number} {word}"
        for place, text in prose().items()
        for number, word in re.findall(r"(?<![\d.,/+*−-])\b(\d+) ([а-яё]+)", text)
        if clash(int(number), word)
    ]
    assert wrong == []


def clash(number: int, word: str) -> bool:
    """Whether a noun stands in a form that this number never takes. «Из 2 узлов» is right, «5 узла» never is."""
    form = plural(number, "ru")
    impossible = {0: (2,), 1: (0,), 2: (0, 1)}[form]
    return any(word == forms[i] and forms.count(word) == 1 for forms in NOUNS for i in impossible)


@pytest.mark.parametrize("number, word", [(5, "узла"), (21, "узлов"), (3, "узел"), (11, "шаг")])
def test_a_clash_is_seen(number, word):
    assert clash(number, word) and not clash(2, "узлов") and not clash(5, "узлов") and not clash(1, "узел")


def test_where_english_needs_a_plural_russian_has_one_or_no_noun_beside_the_number():
    wrong = []
    for file in sorted((ROOT / "minigrad" / "i18n" / "en").glob("*.json")):
        english = json.loads(file.read_text("utf-8"))
        russian = json.loads((file.parents[1] / "ru" / file.name).read_text("utf-8"))
        for key, text in english.items():
            for name in {name for name, _ in re.findall(r"\{(\w+)\|([^{}]*)\}", text)}:
                bare = re.search("{" + name + "}" + BESIDE, russian.get(key, ""))
                if bare and f"{{{name}|" not in russian[key]:
                    wrong.append(f"{file.name}: {key}: {russian[key]}")
    assert wrong == []


def test_the_glossary_pages_are_up_to_date():
    for lang, file in build_glossary.FILES.items():
        assert file.read_text("utf-8") == build_glossary.written(lang), "python tools/build_glossary.py"


def test_the_glossary_has_every_field():
    for row in build_glossary.rows():
        assert row["en"] and row["ru"] and bool(row["note_en"]) == bool(row["note_ru"])
