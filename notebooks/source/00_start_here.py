# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown] id="00-s01-title" lang="en" tags=["slide"]
# # Your first graph in five minutes
#
# *Code that you run leaves a trail. Today you will see the trail.*
#
# **Time:** 25 minutes. **You need:** a little Python, and derivatives from school.
#
# **At the end you can:**
#
# - run, reset and restart a notebook without surprises;
# - read the picture of a graph: leaf, operation, result;
# - move a leaf and watch the loss follow;
# - find hints, solutions and the other language;
# - check and repair your installation.
#
# [Этот урок по-русски](../ru/00_start_here.ipynb)

# %% [markdown] id="00-s01-title" lang="ru" tags=["slide"]
# # Первый граф за пять минут
#
# *Выполненный код оставляет след. Сегодня вы увидите этот след.*
#
# **Время:** 25 минут. **Понадобится:** немного Python и школьные производные.
#
# **В конце вы сможете:**
#
# - запускать, сбрасывать и перезапускать блокнот без сюрпризов;
# - прочитать картинку графа: лист, операция, результат;
# - подвигать лист и увидеть, как меняются потери;
# - найти подсказки, решения и английскую версию;
# - проверить и починить установку.
#
# [This lesson in English](../en/00_start_here.ipynb)

# %% [markdown] id="00-s01-keys" lang="en"
# ## How to use this page
#
# The page is made of cells: some hold text, some hold code.
#
# - **Shift + Enter** runs a cell and goes on to the next one; **Ctrl + Enter** runs it and stays.
# - **Esc** leaves a cell that you are typing in; arrow keys then walk between cells, **Enter** goes back in.
# - Change any number and run the cell again. You can't break anything.
#
# Go from top to bottom. Where you are asked to predict, predict first: your own wrong guess teaches more than somebody's
# right answer.

# %% [markdown] id="00-s01-keys" lang="ru"
# ## Как пользоваться этой страницей
#
# Страница состоит из ячеек: в одних текст, в других код.
#
# - **Shift + Enter** запускает ячейку и переходит к следующей, **Ctrl + Enter** запускает и остаётся.
# - **Esc** выводит из ячейки, в которой вы печатаете; стрелки водят по ячейкам, **Enter** возвращает внутрь.
# - Меняйте любые числа и запускайте ячейку снова. Сломать ничего нельзя.
#
# Идите сверху вниз. Где просят предсказать, сначала предскажите: своя ошибка учит лучше, чем чужой верный ответ.
# Дробную часть везде отделяет точка, как в коде: 2.5.

# %% id="00-s02-setup" tags=["setup"]
from minigrad.lesson import start; nb = start("00", lang="en")
import minigrad as torch

# %% [markdown] id="00-s02-about" lang="en"
# `nb` is your helper for this lesson. `torch` is here our own small engine, minigrad, which behaves as PyTorch does.
# So everything you type works in PyTorch too: only the import line changes.

# %% [markdown] id="00-s02-about" lang="ru"
# `nb` — ваш помощник в этом уроке. `torch` здесь — наш маленький движок minigrad, который ведёт себя как PyTorch.
# Поэтому всё, что вы напишете, заработает и в PyTorch: изменится только строка с импортом.

# %% [markdown] id="00-s03-predict" lang="en" tags=["predict"]
# ## Predict first
#
# Three numbers, then two lines that compute with them:
#
# ```python
# x = torch.tensor(2.0, requires_grad=True)
# w = torch.tensor(3.0, requires_grad=True)
# b = torch.tensor(1.0, requires_grad=True)
# y = w * x + b
# loss = (y - 5) ** 2
# ```
#
# `loss` says how far `y` is from the target 5. What will it be? Work it out in your head and commit the number below.

# %% [markdown] id="00-s03-predict" lang="ru" tags=["predict"]
# ## Сначала предскажите
#
# Три числа и две строки, которые с ними считают:
#
# ```python
# x = torch.tensor(2.0, requires_grad=True)
# w = torch.tensor(3.0, requires_grad=True)
# b = torch.tensor(1.0, requires_grad=True)
# y = w * x + b
# loss = (y - 5) ** 2
# ```
#
# `loss` (потери) показывает, насколько `y` далёк от цели 5. Чему он будет равен? Посчитайте в уме и зафиксируйте число
# ниже.

# %% id="00-s03-commit" tags=["predict", "widget"]
nb.predict("00.1")

# %% [markdown] id="00-s03-run" lang="en"
# ## Run it
#
# Now the same lines for real. The first cell makes three tensors. The second one computes, and below it you will see
# the trail that it left.

# %% [markdown] id="00-s03-run" lang="ru"
# ## Запустите
#
# Теперь те же строки по-настоящему. Первая ячейка создаёт три тензора. Вторая считает, и под ней вы увидите след,
# который она оставила.

# %% id="00-s03-leaves" tags=["run"]
x = torch.tensor(2.0, requires_grad=True)
w = torch.tensor(3.0, requires_grad=True)
b = torch.tensor(1.0, requires_grad=True)
x, w, b

# %% id="00-s03-forward" tags=["run"]
y = w * x + b
loss = (y - 5) ** 2
loss

# %% [markdown] id="00-s04-reading" lang="en"
# ## Read the picture
#
# This is the **graph** of your two lines. Values run along the upper lane, from left to right: what an operation needs
# goes in, its result comes out and goes into the next one. In a narrow window the picture stands upright, and values
# run downwards.
#
# What to notice: there are four operations, ×, +, −, and the square, because you wrote four. Nobody listed them for the
# computer. Each operation wrote itself down while it ran. (The button *Step* is for later today.)

# %% [markdown] id="00-s04-reading" lang="ru"
# ## Прочитайте картинку
#
# Это **граф** ваших двух строк. Значения идут по верхней полосе слева направо: в операцию входит то, что ей нужно,
# её результат выходит и идёт в следующую. В узком окне картинка стоит вертикально, и значения идут сверху вниз.
#
# На что обратить внимание: операций четыре (×, +, − и квадрат), потому что столько вы и написали. Списка операций
# компьютеру никто не давал. Каждая записала себя сама, пока выполнялась. (Кнопка *По шагам* понадобится позже.)

# %% [markdown] id="00-s04-legend" lang="en"
# ### Six words for the picture
#
# | word | in the picture | here |
# |---|---|---|
# | **tensor** | a card with a value | `y`, `loss` |
# | **leaf** | a card with a thick border: where the graph begins | `x`, `w`, `b` |
# | constant | a small grey pill: a plain number | `5` |
# | **operation** | a rounded box with a sign | ×, + |
# | **pocket** | a dashed box at a leaf: its gradient will land there | at `x` |
# | **drawer** | a small box at an operation: a value kept for the way back | `w` at × |

# %% [markdown] id="00-s04-legend" lang="ru"
# ### Шесть слов к картинке
#
# | слово | на картинке | здесь |
# |---|---|---|
# | **тензор** | карточка со значением | `y`, `loss` |
# | **лист** | карточка с толстой рамкой: здесь граф начинается | `x`, `w`, `b` |
# | константа | серый овал: обычное число | `5` |
# | **операция** | скруглённый блок со знаком | ×, + |
# | **карман** | пунктирная рамка у листа: сюда попадёт его градиент | у `x` |
# | **ящик** | маленький блок у операции: значение, сохранённое на обратный путь | `w` у × |

# %% id="00-s04-graph" tags=["run"]
nb.graph(loss)

# %% [markdown] id="00-s04-graph-note" lang="en"
# `nb.graph(t)` draws the graph of any tensor when you ask for it, and `print(nb.graph(t))` says the same in words.
# The pictures below cells come by themselves; `nb.live(False)` turns them off, `nb.live(True)` on again.
#
# What to notice: it is the same graph. `loss` remembers all of it.

# %% [markdown] id="00-s04-graph-note" lang="ru"
# `nb.graph(t)` рисует граф любого тензора по вашей просьбе, а `print(nb.graph(t))` говорит то же словами.
# Картинки под ячейками появляются сами; `nb.live(False)` их выключает, `nb.live(True)` снова включает.
#
# На что обратить внимание: граф тот же самый. `loss` помнит его целиком.

# %% id="00-s04-quiz" tags=["widget"]
nb.quiz("00-picture")

# %% [markdown] id="00-s05-task" lang="en" tags=["exercise"]
# ## Exercise 00.1: read a number off
#
# Write the value of `loss` in place of `...`, then run the cell and the check under it. Any way of writing a number is
# fine: `2.5`, `5/2`, a tensor. An unanswered exercise never stops the notebook.

# %% [markdown] id="00-s05-task" lang="ru" tags=["exercise"]
# ## Упражнение 00.1: прочитайте число
#
# Напишите значение `loss` вместо `...`, запустите ячейку, а потом проверку под ней. Записать число можно как угодно:
# `2.5`, `5/2`, тензором. Упражнение без ответа блокнот не останавливает.

# %% id="00-s05-answer" tags=["exercise"] grade_id="ex-00-1"
ans_00_1 = ...
# BEGIN SOLUTION
ans_00_1 = 4
# END SOLUTION

# %% id="00-s05-check" tags=["check"] grade_id="check-00-1" points=1
nb.check("00.1", ans_00_1)

# %% id="00-s05-reveal" tags=["predict"]
nb.reveal("00.1", observed=loss)

# %% [markdown] id="00-s05-help" lang="en"
# ### When you are stuck
#
# - `nb.hint("00.1")` gives a hint; there are three, each says more.
# - `nb.solution("00.1")` opens after three tries, or with `give_up=True`.
# - `nb.reset("00.1")` lets you begin again.
#
# Type such a line into a new cell (**Esc**, then **B**, makes one below) and run it. Hints cost nothing.

# %% [markdown] id="00-s05-help" lang="ru"
# ### Если застряли
#
# - `nb.hint("00.1")` даёт подсказку; их три, каждая подробнее.
# - `nb.solution("00.1")` открывает решение после трёх попыток или с `give_up=True`.
# - `nb.reset("00.1")` позволяет начать заново.
#
# Такую строку напишите в новой ячейке (**Esc**, затем **B** создаёт её ниже) и запустите. Подсказки ничего не стоят.

# %% [markdown] id="00-s06-hook" lang="en" tags=["slide"]
# ## One line, three answers
#
# How would `loss` change if you moved `x` a little? Or `w`? Or `b`? Such a slope is called a **gradient**. At school you
# would find the derivative by hand, three times. Here it takes one line.

# %% [markdown] id="00-s06-hook" lang="ru" tags=["slide"]
# ## Одна строка, три ответа
#
# Как изменится `loss`, если чуть сдвинуть `x`? А `w`? А `b`? Такой наклон называется **градиентом** (gradient). В школе
# вы искали бы производную вручную, три раза. Здесь хватит одной строки.

# %% id="00-s06-backward" tags=["run"]
loss.backward()
print(f"d(loss)/dx: {x.grad}")
print(f"d(loss)/dw: {w.grad}")
print(f"d(loss)/db: {b.grad}")

# %% [markdown] id="00-s06-who" lang="en"
# What to notice: the lower lane has come alive. Numbers went back from `loss` along it, against the arrows above, and now
# lie in the three pockets: 12, 8, 4. Push `x` up by 0.01, and `loss` grows by about 0.12.
#
# Who computed this? You wrote no derivative anywhere. The answer to that question is the whole course.

# %% [markdown] id="00-s06-who" lang="ru"
# На что обратить внимание: ожила нижняя полоса. Числа прошли по ней назад от `loss`, навстречу значениям, и теперь лежат
# в трёх карманах: 12, 8, 4. Сдвиньте `x` вверх на 0.01, и `loss` вырастет примерно на 0.12.
#
# Кто это вычислил? Вы нигде не писали производных. Ответ на этот вопрос и есть весь курс.

# %% [markdown] id="00-s07-sliders" lang="en"
# ## Move a leaf
#
# The same computation, now with a slider for each leaf. Move one and watch the number `loss`. Below the sliders stands what
# the gradient had promised for this move, and how far it was off.
#
# What to notice: the promise is good for small moves and gets worse for big ones.

# %% [markdown] id="00-s07-sliders" lang="ru"
# ## Подвигайте лист
#
# То же вычисление, но у каждого листа есть ползунок. Подвигайте один и следите за числом `loss`. Под ползунками написано,
# что обещал для этого сдвига градиент и насколько он ошибся.
#
# На что обратить внимание: для малых сдвигов обещание верно, для больших всё хуже.

# %% id="00-s07-leaves" tags=["widget"]
def loss_of(x, w, b):
    y = w * x + b
    loss = (y - 5) ** 2
    return loss

leaves = {"x": (2.0, -5, 5), "w": (3.0, -5, 5), "b": (1.0, -5, 5)}
sliders = nb.leaves(loss_of, leaves)
sliders

# %% [markdown] id="00-s07-task" lang="en" tags=["exercise"]
# ## Exercise 00.2: bring the loss to zero
#
# Keep x = 2 and b = 1. For which `w` is `loss` zero? Find it with the slider or in your head, and write it in place of
# `...` (to within 0.000001). You may also hand in the sliders themselves: `nb.check("00.2", sliders)`.

# %% [markdown] id="00-s07-task" lang="ru" tags=["exercise"]
# ## Упражнение 00.2: доведите потери до нуля
#
# Оставьте x = 2 и b = 1. При каком `w` потери `loss` равны нулю? Найдите его ползунком или в уме и напишите вместо `...`
# (с точностью до 0.000001). Можно передать и сами ползунки: `nb.check("00.2", sliders)`.

# %% id="00-s07-answer" tags=["exercise"] grade_id="ex-00-2"
w_star = ...
# BEGIN SOLUTION
w_star = 2
# END SOLUTION

# %% id="00-s07-check" tags=["check"] grade_id="check-00-2" points=1
nb.check("00.2", w_star)

# %% [markdown] id="00-s08-teaser" lang="en" tags=["slide"]
# ## A look behind the curtain
#
# Here is the way back again, one step at a time. Use the buttons, or click into the picture and press the arrow keys.
# Take three steps or all of them: going back is always exact.

# %% [markdown] id="00-s08-teaser" lang="ru" tags=["slide"]
# ## Взгляд за кулисы
#
# Вот обратный путь ещё раз, по одному шагу. Пользуйтесь кнопками или щёлкните по картинке и нажимайте стрелки.
# Пройдите три шага или все: вернуться назад можно в любой момент, и числа будут прежними.

# %% id="00-s08-stepper" tags=["widget"]
nb.stepper(loss, mode="backward", predict=False)

# %% [markdown] id="00-s08-verbs" lang="en"
# Each step begins with one of six verbs: *Collect, Order, Seed, Push, Accumulate, Free*. The step to look at is *Push*:
# a number comes from above, is multiplied by a local slope, and goes on.
#
# What to notice: only multiplications and additions happen. You need not follow it all today; by lesson 04 you will fill
# in each of these numbers yourself.

# %% [markdown] id="00-s08-verbs" lang="ru"
# Каждый шаг начинается с одного из шести глаголов: *Собрать, Упорядочить, Затравить, Передать, Накопить, Освободить*.
# Присмотритесь к шагу *Передать*: число приходит сверху, умножается на локальный наклон и идёт дальше.
#
# На что обратить внимание: здесь только умножают и складывают. Сегодня не нужно понимать всё; к уроку 04 вы сами впишете
# каждое из этих чисел.

# %% [markdown] id="00-s09-state" lang="en"
# ## What a notebook remembers
#
# A notebook remembers what was *run*, not what is *written*. Two cells show it: call the first one A (`k = 1`) and the
# second one B (`k = k + 1`). Run A once, then B, then B once more (**Ctrl + Enter** runs a cell and stays in it).
# Watch `k`.

# %% [markdown] id="00-s09-state" lang="ru"
# ## Что помнит блокнот
#
# Блокнот помнит то, что *выполнено*, а не то, что *написано*. Это видно на двух ячейках: первую назовём A (`k = 1`),
# вторую B (`k = k + 1`). Запустите один раз A, потом B, потом ещё раз B (**Ctrl + Enter** запускает ячейку и остаётся
# в ней). Следите за `k`.

# %% id="00-s09-a" tags=["run"]
k = 1
k

# %% id="00-s09-b" tags=["run"]
k = k + 1
k

# %% [markdown] id="00-s09-task" lang="en" tags=["exercise"]
# ## Exercise 00.3: two ways to run
#
# Write two numbers in place of the dots, in brackets and with a comma, such as `(10, 20)`: `k` after running A, B, B;
# and `k` after *Restart Kernel and Run All Cells* (menu **Kernel**), which forgets everything and runs each cell once,
# from the top.

# %% [markdown] id="00-s09-task" lang="ru" tags=["exercise"]
# ## Упражнение 00.3: два способа запуска
#
# Напишите вместо многоточия два числа в скобках через запятую, например `(10, 20)`: чему равен `k` после запуска A, B, B
# и чему он равен после *Restart Kernel and Run All Cells* (меню **Kernel**). Эта команда забывает всё и выполняет каждую
# ячейку по одному разу, сверху вниз.

# %% id="00-s09-answer" tags=["exercise"] grade_id="ex-00-3"
ans_00_3 = ...
# BEGIN SOLUTION
ans_00_3 = (3, 2)
# END SOLUTION

# %% id="00-s09-check" tags=["check"] grade_id="check-00-3" points=1
nb.check("00.3", ans_00_3)

# %% [markdown] id="00-s09-reset" lang="en"
# When a page behaves strangely, *Restart Kernel and Run All Cells* is the first thing to try. It always runs
# to the end here, with exercises solved or not. To begin a single exercise again, `nb.reset("00.2")` recreates what it
# needs. What you answered and predicted survives a restart.

# %% [markdown] id="00-s09-reset" lang="ru"
# Если страница ведёт себя странно, сначала попробуйте *Restart Kernel and Run All Cells*. Этот урок всегда
# выполняется до конца, решены упражнения или нет. Одно упражнение начинает заново `nb.reset("00.2")`: команда
# восстановит всё, что для него нужно. Ваши ответы и предсказания перезапуск не стирает.

# %% [markdown] id="00-s10-doctor" lang="en"
# ## Is everything installed?
#
# The doctor looks at what the lessons need and says how to repair what is missing. When you run
# the cell, its table shows the versions too.

# %% [markdown] id="00-s10-doctor" lang="ru"
# ## Всё ли установлено?
#
# Доктор смотрит, всё ли нужное урокам на месте, и говорит, как починить недостающее. Когда вы
# запустите ячейку, в её таблице будут и версии.

# %% id="00-s10-examine" tags=["run"]
nb.doctor()

# %% [markdown] id="00-s10-browser" lang="en"
# ### Without installing anything
#
# [Open this lesson on Binder](https://mybinder.org/v2/gh/{{slug}}/HEAD?labpath=notebooks/en/00_start_here.ipynb): it runs
# on a computer on the internet and starts within a few minutes. That computer is lent for a short time, so save your
# notebook to your own disk (menu **File**, *Download*) before you leave.

# %% [markdown] id="00-s10-browser" lang="ru"
# ### Ничего не устанавливая
#
# [Откройте этот урок на Binder](https://mybinder.org/v2/gh/{{slug}}/HEAD?labpath=notebooks/ru/00_start_here.ipynb): он
# работает на компьютере в интернете и запускается за несколько минут. Компьютер даётся ненадолго, поэтому перед уходом
# сохраните блокнот к себе на диск (меню **File**, *Download*).

# %% [markdown] id="00-s10-local" lang="en"
# ### On your own computer
#
# A *virtual environment* keeps these packages apart from all others, so no administrator rights are needed. In a
# terminal, in the folder of the project:
#
# ```bash
# python3 -m venv pytorch_env
# source pytorch_env/bin/activate
# pip install -r requirements.txt
# jupyter lab
# ```
#
# On Windows the second line is `pytorch_env\Scripts\activate`. NumPy, matplotlib, Jupyter and Graphviz come with
# `requirements.txt`.

# %% [markdown] id="00-s10-local" lang="ru"
# ### На своём компьютере
#
# *Виртуальное окружение* держит эти пакеты отдельно от остальных, поэтому права администратора не нужны. В терминале,
# в папке проекта:
#
# ```bash
# python3 -m venv pytorch_env
# source pytorch_env/bin/activate
# pip install -r requirements.txt
# jupyter lab
# ```
#
# В Windows вторая строка — `pytorch_env\Scripts\activate`. NumPy, matplotlib, Jupyter и Graphviz приходят вместе
# с `requirements.txt`.

# %% [markdown] id="00-s10-torch" lang="en"
# ### PyTorch, if you like
#
# The lessons run without it. To compare for yourself, the version for the processor is enough:
#
# ```bash
# pip install torch torchvision torchaudio --index-url https://download.pytorch.org/whl/cpu
# ```
#
# For an NVIDIA card, take the command from the selector at
# [pytorch.org/get-started](https://pytorch.org/get-started/locally/): the right index depends on your driver.

# %% [markdown] id="00-s10-torch" lang="ru"
# ### PyTorch, если хотите
#
# Уроки обходятся без него. Чтобы сравнить самостоятельно, хватит версии для процессора:
#
# ```bash
# pip install torch torchvision torchaudio --index-url https://download.pytorch.org/whl/cpu
# ```
#
# Для видеокарты NVIDIA возьмите команду на странице
# [pytorch.org/get-started](https://pytorch.org/get-started/locally/): нужный адрес зависит от вашего драйвера.

# %% [markdown] id="00-s10-myth" lang="en" tags=["myth"]
# ### Myth check: “first upgrade the system”
#
# You may read: run `sudo apt update && sudo apt upgrade -y`, then install PyTorch from the index `cu118`.
#
# What happens: the upgrade changes programs that have nothing to do with PyTorch, and `sudo` touches the whole machine.
# `cu118` fits only some drivers.
#
# Rule: a virtual environment, a list of requirements, no `sudo` inside. On Debian and Ubuntu one package may be missing
# at first: `sudo apt install python3-venv`.

# %% [markdown] id="00-s10-myth" lang="ru" tags=["myth"]
# ### Проверка мифа: «сначала обновите систему»
#
# Иногда пишут: выполните `sudo apt update && sudo apt upgrade -y`, а потом ставьте PyTorch с адреса `cu118`.
#
# Что произойдёт: обновление изменит программы, которые к PyTorch не относятся, а `sudo` действует на всю машину.
# `cu118` подходит не ко всем драйверам.
#
# Правило: виртуальное окружение, список требований и никакого `sudo` внутри. В Debian и Ubuntu сначала может не хватать
# одного пакета: `sudo apt install python3-venv`.

# %% [markdown] id="00-s11-torch" lang="en" tags=["torch"]
# ## The same in PyTorch
#
# Replace `import minigrad as torch` by `import torch`; nothing else changes. That is a promise of the whole series; the
# few exceptions stand in [docs/differences](../../docs/differences.md). Below is what real PyTorch printed.

# %% [markdown] id="00-s11-torch" lang="ru" tags=["torch"]
# ## То же в PyTorch
#
# Замените `import minigrad as torch` на `import torch`, и больше ничего менять не нужно. Это обещание всей серии;
# немногие исключения перечислены в [docs/differences](../../docs/differences.md). Ниже то, что напечатал
# настоящий PyTorch.

# %% id="00-s11-box" tags=["torch"]
nb.torch_box("00-a")

# %% [markdown] id="00-s12-exit" lang="en"
# ## Exit ticket
#
# Two questions to leave with. If an answer surprises you, its explanation says where to look.

# %% [markdown] id="00-s12-exit" lang="ru"
# ## Билет на выход
#
# Два вопроса напоследок. Если ответ вас удивил, объяснение подскажет, куда посмотреть.

# %% id="00-s12-ticket" tags=["widget"]
nb.quiz("00-exit")

# %% [markdown] id="00-s12-muddiest" lang="en"
# **What is still unclear?** Double-click this cell and write one sentence for yourself, or for your teacher:
#
# *…*

# %% [markdown] id="00-s12-muddiest" lang="ru"
# **Что осталось непонятным?** Щёлкните дважды по этой ячейке и напишите одно предложение себе или преподавателю:
#
# *…*

# %% id="00-s12-progress" tags=["run"]
nb.progress()

# %% [markdown] id="00-s13-card" lang="en" tags=["slide"]
# ## Summary card
#
# - Code that runs on tensors with `requires_grad=True` leaves a graph: tensors and operations.
# - Values go forward along the upper lane; gradients come back along the lower one.
# - `loss.backward()` fills the pockets of the leaves: `x.grad`, `w.grad`, `b.grad`.
# - A gradient says how much `loss` changes per small move of a leaf, here and now.
# - A notebook remembers what was run. When in doubt: restart and run all.
#
# What a word means: [glossary](../../docs/glossary.md).

# %% [markdown] id="00-s13-card" lang="ru" tags=["slide"]
# ## Коротко о главном
#
# - Код, который считает с тензорами с `requires_grad=True`, оставляет граф: тензоры и операции.
# - Значения идут вперёд по верхней полосе, градиенты возвращаются по нижней.
# - `loss.backward()` наполняет карманы листьев: `x.grad`, `w.grad`, `b.grad`.
# - Градиент говорит, во сколько раз `loss` изменится сильнее, чем чуть сдвинутый лист, — здесь и сейчас.
# - Блокнот помнит то, что выполнено. Если сомневаетесь — перезапустите и выполните всё.
#
# Что значит то или иное слово: [глоссарий](../../docs/glossary.ru.md).

# %% [markdown] id="00-s13-map" lang="en"
# ## The map of the series
#
# | 00–04 | 05–09 | 10–13 |
# |---|---|---|
# | 00 Your first graph | 05 The life of a graph | 10 Trust, but check |
# | 01 What a tensor is made of | 06 Build a scalar engine | 11 From gradients to learning |
# | 02 Slopes and the chain rule | 07 Vectors and broadcasting | 12 What a graph costs |
# | 03 Recording | 08 Turning tracking off | 13 Capstone |
# | 04 Backward, step by step | 09 Dynamic and static graphs | |
#
# Lessons that are not in the folder yet are being written.

# %% [markdown] id="00-s13-map" lang="ru"
# ## Карта серии
#
# | 00–04 | 05–09 | 10–13 |
# |---|---|---|
# | 00 Первый граф | 05 Жизнь графа | 10 Доверяй, но проверяй |
# | 01 Из чего состоит тензор | 06 Собираем скалярный движок | 11 От градиентов к обучению |
# | 02 Наклоны и цепное правило | 07 Векторы и трансляция форм | 12 Сколько стоит граф |
# | 03 Запись | 08 Отключаем отслеживание | 13 Итоговый проект |
# | 04 Обратный проход по шагам | 09 Динамические и статические графы | |
#
# Уроки, которых ещё нет в папке, сейчас пишутся.

# %% [markdown] id="00-s13-routes" lang="en"
# ## Choose a route
#
# | route | time | lessons |
# |---|---|---|
# | Express | 3.5 h | 00, 03, 04, 05 |
# | User of PyTorch | 8.5 h | 00, 01, 03, 05, 08, 10, 11, 12 |
# | Engine builder | 11 h | 00, 02, 03, 04, 06, 07, 10, 13 |
# | Semester | one a week | all |

# %% [markdown] id="00-s13-routes" lang="ru"
# ## Выберите маршрут
#
# | маршрут | время | уроки |
# |---|---|---|
# | Экспресс | 3.5 ч | 00, 03, 04, 05 |
# | Пользователь PyTorch | 8.5 ч | 00, 01, 03, 05, 08, 10, 11, 12 |
# | Строитель движка | 11 ч | 00, 02, 03, 04, 06, 07, 10, 13 |
# | Семестр | один в неделю | все |

# %% [markdown] id="00-s13-next" lang="en"
# ## Where next
#
# You have seen the trail. Lesson 03 shows how it is recorded, line by line; lesson 01 looks at the tensors themselves,
# and lesson 02 at slopes. The [map of the notebooks](../README.md) tells which of them are there.

# %% [markdown] id="00-s13-next" lang="ru"
# ## Что дальше
#
# Вы увидели след. Урок 03 показывает, как он записывается строка за строкой; урок 01 рассматривает сами тензоры,
# а урок 02 — наклоны. Какие уроки уже есть, показывает [карта блокнотов](../README.md).
