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

# %% [markdown] id="03-s01-title" lang="en" tags=["slide"]
# # Recording: how code becomes a graph
#
# **Time:** 60 minutes. **You need:** [lesson 00](00_start_here.ipynb) and a little Python.
#
# **At the end you can:**
#
# - predict which operations are recorded;
# - fill in `requires_grad`, `is_leaf` and `grad_fn` for any tensor;
# - walk along `grad_fn.next_functions`;
# - explain why “nodes are tensors” and “nodes are operations” are both said.
#
# [Этот урок по-русски](../ru/03_recording_the_graph.ipynb)

# %% [markdown] id="03-s01-title" lang="ru" tags=["slide"]
# # Запись: как код становится графом
#
# **Время:** 60 минут. **Понадобится:** [урок 00](00_start_here.ipynb) и немного Python.
#
# **В конце вы сможете:**
#
# - предсказать, какие операции запишутся в граф;
# - заполнить `requires_grad`, `is_leaf` и `grad_fn` для любого тензора;
# - пройти по `grad_fn.next_functions`;
# - объяснить, почему говорят и «узлы — это тензоры», и «узлы — это операции».
#
# [This lesson in English](../en/03_recording_the_graph.ipynb)

# %% id="03-s01-setup" tags=["setup"]
from minigrad.lesson import start; nb = start("03", lang="en")
import minigrad as torch

# %% [markdown] id="03-s01-warmup" lang="en"
# ## Warm-up
#
# Three questions from lesson 00. Answer from memory; the explanation comes at once.

# %% [markdown] id="03-s01-warmup" lang="ru"
# ## Разминка
#
# Три вопроса по уроку 00. Отвечайте по памяти, объяснение появится сразу.

# %% id="03-s01-quiz" tags=["widget"]
nb.quiz("03-warmup")

# %% [markdown] id="03-s02-hook" lang="en" tags=["slide", "predict"]
# ## Two sentences that disagree
#
# Two articles explain the graph of PyTorch. One says:
#
# > 1. Nodes are tensors; edges lead through operations.
#
# The other says:
#
# > 2. Nodes are operations, and edges are tensors.
#
# Which one is right: 1, 2, or 3 for “both, in a way”? Commit a number. The answer comes later, when you can check it
# yourself.

# %% [markdown] id="03-s02-hook" lang="ru" tags=["slide", "predict"]
# ## Две фразы, которые спорят
#
# Две статьи объясняют граф PyTorch. В одной написано:
#
# > 1. Узлы — это тензоры, а рёбра ведут через операции.
#
# В другой:
#
# > 2. Узлы представляют операции, а рёбра — тензоры.
#
# Какая права: 1, 2 или 3, то есть «по-своему обе»? Зафиксируйте число. Ответ будет позже, когда вы сможете проверить
# его сами.

# %% id="03-s02-predict" tags=["predict", "widget"]
nb.predict("03-p1")

# %% [markdown] id="03-s03-record" lang="en" tags=["slide", "predict"]
# ## Every operation writes itself down
#
# ```python
# z = x * y + x**2
# ```
#
# The recording switch is `requires_grad=True` on a tensor. From then on the tensor is **tracked**: each operation that
# it enters does its sum and leaves a note about itself, its **function node**. How many such nodes will this one line
# record?

# %% [markdown] id="03-s03-record" lang="ru" tags=["slide", "predict"]
# ## Каждая операция записывает себя сама
#
# ```python
# z = x * y + x**2
# ```
#
# Запись включает `requires_grad=True` у тензора. С этого момента тензор **отслеживается**: каждая операция, в которую
# он входит, выполняет свою работу и оставляет о себе запись — **узел-функцию**. Сколько таких узлов запишет эта строка?

# %% id="03-s03-predict" tags=["predict", "widget"]
nb.predict("03-p2")

# %% id="03-s03-leaves" tags=["run"]
x = torch.tensor([2.0], requires_grad=True)
y = torch.tensor([3.0], requires_grad=True)
x, y

# %% id="03-s03-forward" tags=["run"]
z = x * y + x**2
nb.stepper(z, mode="forward")

# %% [markdown] id="03-s03-step" lang="en"
# Step through it: after each step, count the rounded boxes. One, two, three; Python computes `x * y` first, then
# `x**2`, then the sum.
#
# What to notice: nobody drew up this graph beforehand. It grew while the line ran, and that is called
# **define-by-run**. Values flow from left to right and never in a circle, so it is a **directed acyclic graph**.

# %% [markdown] id="03-s03-step" lang="ru"
# Пройдите по шагам и после каждого считайте скруглённые блоки. Один, два, три: Python сначала вычисляет `x * y`, потом
# `x**2`, потом сумму.
#
# На что обратить внимание: заранее этот граф никто не составлял. Он вырос, пока выполнялась строка: граф
# **определяется при выполнении** (define-by-run). Значения идут слева направо и никогда по кругу, поэтому это
# **направленный ациклический граф**.

# %% id="03-s03-reveal" tags=["predict"]
nb.reveal("03-p2", observed=3)

# %% [markdown] id="03-s04-entry" lang="en" tags=["slide"]
# ## Where does the graph hang?
#
# `z` holds the value 10, and one more thing: a reference to the node that made it.

# %% [markdown] id="03-s04-entry" lang="ru" tags=["slide"]
# ## За что держится граф?
#
# В `z` лежит значение 10 и ещё кое-что: ссылка на узел, который его создал.

# %% id="03-s04-print" tags=["run"]
print(f"z = {z}")
print(f"z.grad_fn = {z.grad_fn}")

# %% [markdown] id="03-s04-note" lang="en"
# `AddBackward0` is the note that + left: *Backward*, since it will be needed on the way back. `grad_fn` is the way into
# the graph; all other nodes are reached from there.
#
# A tensor has three things to do with gradients: its numbers (`.data`), its pocket (`.grad`, here still `None`), and
# this reference (`.grad_fn`).

# %% [markdown] id="03-s04-note" lang="ru"
# `AddBackward0` — запись, которую оставила операция +; *Backward* — потому что она понадобится на обратном пути.
# `grad_fn` — вход в граф, отсюда достижимы все остальные узлы.
#
# У тензора три вещи, связанные с градиентами: сами числа (`.data`), карман (`.grad`, пока он `None`) и эта ссылка
# (`.grad_fn`).

# %% [markdown] id="03-s05-views" lang="en" tags=["slide"]
# ## One graph, four drawings
#
# Four buttons above the picture show the same recording in four ways. Begin with the two that the articles have in mind.

# %% [markdown] id="03-s05-views" lang="ru" tags=["slide"]
# ## Один граф, четыре рисунка
#
# Четыре кнопки над картинкой показывают одну и ту же запись четырьмя способами. Начните с тех двух, о которых говорят
# статьи.

# %% id="03-s05-tensors" tags=["run"]
nb.graph(z, view="tensors")

# %% [markdown] id="03-s05-tensors-note" lang="en"
# What to notice: cards with values and arrows between them, as in sentence 1. Which operation an arrow stands for is
# written beside it.

# %% [markdown] id="03-s05-tensors-note" lang="ru"
# На что обратить внимание: карточки со значениями и стрелки между ними, как во фразе 1. Какой операции соответствует
# стрелка, написано рядом.

# %% id="03-s05-operations" tags=["run"]
nb.graph(z, view="operations")

# %% [markdown] id="03-s05-operations-note" lang="en"
# What to notice: now only the operations are drawn, as in sentence 2, and the values have moved onto the arrows. Both
# drawings hold the same information. Each can be redrawn as the other.

# %% [markdown] id="03-s05-operations-note" lang="ru"
# На что обратить внимание: теперь нарисованы только операции, как во фразе 2, а значения переехали на стрелки. В обоих
# рисунках одни и те же сведения. Из каждого можно получить другой.

# %% [markdown] id="03-s06-stored" lang="en" tags=["slide"]
# ## What is really stored
#
# A drawing is one thing, memory another. Here is what PyTorch keeps: function nodes, and from each node references back
# to the nodes that its inputs came from, `next_functions`.

# %% [markdown] id="03-s06-stored" lang="ru" tags=["slide"]
# ## Что хранится на самом деле
#
# Рисунок — одно, память — другое. Вот что держит PyTorch: узлы-функции, а в каждом — ссылки назад, на узлы, из которых
# пришли его входы: `next_functions`.

# %% id="03-s06-view" tags=["run"]
nb.graph(z, view="stored")

# %% id="03-s06-next" tags=["run"]
for node, index in z.grad_fn.next_functions:
    print(node.name(), index)

# %% [markdown] id="03-s06-note" lang="en"
# What to notice: the arrows point backwards, from the result to the inputs. Each leaf has one node of its own,
# `AccumulateGrad`: the pocket's keeper. `x` was used twice. Does it have two keepers?

# %% [markdown] id="03-s06-note" lang="ru"
# На что обратить внимание: стрелки направлены назад, от результата к входам. У каждого листа есть один собственный узел,
# `AccumulateGrad`, хранитель кармана. `x` использован дважды. Хранителей у него тоже два?

# %% id="03-s06-shared" tags=["run"]
product, square = (node for node, _ in z.grad_fn.next_functions)
from_product = product.next_functions[0][0]
from_square = square.next_functions[0][0]
print(from_product.name())
from_product is from_square

# %% [markdown] id="03-s06-one" lang="en"
# One keeper, and two arrows end in it. The printed 0 beside each name says which output of that node is meant; most
# operations have one output only. (The small numbers in the picture count something else: the first reference, the second.)
#
# Now look at your first answer.

# %% [markdown] id="03-s06-one" lang="ru"
# Хранитель один, и в нём сходятся две стрелки. Напечатанный 0 рядом с именем говорит, о каком выходе узла идёт речь;
# у большинства операций выход один. (Маленькие цифры на картинке считают другое: первая ссылка, вторая.)
#
# Теперь вернитесь к своему первому ответу.

# %% id="03-s06-reveal" tags=["predict"]
nb.reveal("03-p1", observed=3)

# %% [markdown] id="03-s06-myth-nodes" lang="en" tags=["myth"]
# ### Myth check: “nodes are tensors” or “nodes are operations”
#
# You may read either sentence, and they seem to exclude each other.
#
# What happened: we drew both from one recording. Then we looked into memory and found function nodes:
# `AddBackward0` → (`MulBackward0`, `PowBackward0`) → `AccumulateGrad`, one for each leaf.
#
# Why: values and operations take turns along every road. Leave out either kind in a drawing, and nothing is lost.
#
# Rule: draw it as you like; *stored* are function nodes, and a tensor is a handle to one of them.

# %% [markdown] id="03-s06-myth-nodes" lang="ru" tags=["myth"]
# ### Проверка мифа: «узлы — это тензоры» или «узлы — это операции»
#
# Иногда пишут одно, иногда другое, и кажется, что верно только одно из двух.
#
# Что произошло: мы нарисовали и то и другое по одной записи. Потом заглянули в память и нашли узлы-функции:
# `AddBackward0` → (`MulBackward0`, `PowBackward0`) → `AccumulateGrad`, по одному на лист.
#
# Почему: вдоль любого пути значения и операции чередуются. Уберите на рисунке один из двух видов, и ничего
# не потеряется.
#
# Правило: рисуйте как удобно; *хранятся* узлы-функции, а тензор — ручка, за которую держат один из них.

# %% [markdown] id="03-s06-chain" lang="en"
# The four lines of lesson 00 again. Before you run the cell: which node will `y.grad_fn` be, and which two nodes will it
# refer to?

# %% [markdown] id="03-s06-chain" lang="ru"
# Снова четыре строки из урока 00. Прежде чем запускать: каким узлом будет `y.grad_fn` и на какие два узла он будет
# ссылаться?

# %% id="03-s06-leaves" tags=["run"]
x = torch.tensor(2.0, requires_grad=True)
w = torch.tensor(3.0, requires_grad=True)
b = torch.tensor(1.0, requires_grad=True)
x, w, b

# %% id="03-s06-forward" tags=["run"]
y = w * x + b
loss = (y - 5) ** 2
print(y.grad_fn.name())
print([node.name() for node, _ in y.grad_fn.next_functions])

# %% [markdown] id="03-s06-myth-refers" lang="en" tags=["myth"]
# ### Myth check: “`y.grad_fn` is AddBackward, which refers to MulBackward”
#
# You may read this about `y = w * x + b`. It is no myth: it is true, and you have seen it.
#
# What to notice: two details are left out in that sentence. The name ends in a digit, `AddBackward0`. And there is a
# second reference, to the keeper of `b`: every input that requires a gradient gets one.

# %% [markdown] id="03-s06-myth-refers" lang="ru" tags=["myth"]
# ### Проверка мифа: «`y.grad_fn` — это AddBackward, который ссылается на MulBackward»
#
# Иногда так пишут о строке `y = w * x + b`. И это не миф: так и есть, вы сами это видели.
#
# На что обратить внимание: в этой фразе пропущены две подробности. Имя кончается цифрой: `AddBackward0`. И есть вторая
# ссылка, на хранителя `b`: её получает каждый вход, которому нужен градиент.

# %% [markdown] id="03-s07-flows" lang="en" tags=["slide", "predict"]
# ## `requires_grad` flows forward
#
# `a` and `b` may each require a gradient or not: four combinations. In how many of them does `a * b` require one?

# %% [markdown] id="03-s07-flows" lang="ru" tags=["slide", "predict"]
# ## `requires_grad` передаётся вперёд
#
# `a` и `b` могут требовать градиент или нет: четыре сочетания. В скольких из них его требует `a * b`?

# %% id="03-s07-predict" tags=["predict", "widget"]
nb.predict("03-p3")

# %% id="03-s07-four" tags=["run"]
for needs_a in (True, False):
    for needs_b in (True, False):
        a = torch.tensor(2.0, requires_grad=needs_a)
        b = torch.tensor(3.0, requires_grad=needs_b)
        print(needs_a, needs_b, (a * b).requires_grad)

# %% id="03-s07-reveal" tags=["predict"]
nb.reveal("03-p3", observed=3)

# %% [markdown] id="03-s07-rule" lang="en"
# One input that requires a gradient is enough: the rule is *any*, not *all*.
#
# What to notice: under the product of two grey cards there is no drawer at all. Nobody asked for a gradient there, so
# there is no way back, and nothing was recorded.

# %% [markdown] id="03-s07-rule" lang="ru"
# Хватит одного входа, который требует градиент: правило — «хотя бы один», а не «все».
#
# На что обратить внимание: под произведением двух серых карточек ящика нет вовсе. Градиента там никто не просил, поэтому
# обратной дороги нет и ничего не записано.

# %% [markdown] id="03-s08-leaves" lang="en" tags=["slide"]
# ## Which tensors are leaves?
#
# Four attributes say all about a tensor's part in the graph:
#
# | attribute | meaning |
# |---|---|
# | `requires_grad` | will a gradient be computed for it? |
# | `grad` | the pocket; `None` until something arrives |
# | `grad_fn` | the node that made it; `None` if there is none |
# | `is_leaf` | is `grad_fn` `None`? |
#
# A **leaf tensor** is one without a `grad_fn`. Predict the next two lines with that in mind.

# %% [markdown] id="03-s08-leaves" lang="ru" tags=["slide"]
# ## Какие тензоры — листья?
#
# Роль тензора в графе описывают четыре атрибута:
#
# | атрибут | смысл |
# |---|---|
# | `requires_grad` | будет ли для него вычислен градиент? |
# | `grad` | карман; `None`, пока ничего не пришло |
# | `grad_fn` | узел, который его создал; `None`, если узла нет |
# | `is_leaf` | равен ли `grad_fn` `None`? |
#
# **Листовой тензор** — тот, у которого нет `grad_fn`. Предскажите с учётом этого две следующие строки.

# %% id="03-s08-quiz" tags=["widget"]
nb.quiz("03-leaf")

# %% id="03-s08-constant" tags=["run"]
c = torch.tensor(1.) * 2
c.is_leaf

# %% id="03-s08-trap" tags=["run"]
torch.manual_seed(0)
p = torch.randn(3, 3, requires_grad=True) / 3
p.is_leaf

# %% [markdown] id="03-s08-surprise" lang="en"
# An operation made `c`, and it is a leaf: nothing was tracked, so there is no `grad_fn`. You wrote `p` yourself, and it
# is not: the division made it.
#
# What to notice: `p` is a classic trap. Whoever wants to train `p` will find its pocket empty for ever, since the
# pocket belongs to the nameless tensor before the division.

# %% [markdown] id="03-s08-surprise" lang="ru"
# `c` создан операцией, и он лист: ничего не отслеживалось, поэтому `grad_fn` нет. `p` вы написали сами, и он не лист:
# его создало деление.
#
# На что обратить внимание: `p` — классическая ловушка. Кто захочет обучать `p`, найдёт его карман вечно пустым: карман
# есть у безымянного тензора до деления.

# %% [markdown] id="03-s08-myth-user" lang="en" tags=["myth"]
# ### Myth check: “a leaf is what the user created”
#
# You may read: `is_leaf` is `True` if the tensor was created by the user and not by an operation.
#
# What happened: `c` was created by an operation, and `c.is_leaf` is `True`. You created `p`, and `p.is_leaf` is
# `False`.
#
# Why: PyTorch keeps no record of who typed what. It asks one question: is there a `grad_fn`?
#
# Rule: leaf ⇔ `grad_fn is None`.

# %% [markdown] id="03-s08-myth-user" lang="ru" tags=["myth"]
# ### Проверка мифа: «лист — это то, что создал пользователь»
#
# Иногда пишут: `is_leaf` равен `True`, если тензор создан пользователем, а не в результате операции.
#
# Что произошло: `c` создан операцией, а `c.is_leaf` равен `True`. `p` создали вы, а `p.is_leaf` равен `False`.
#
# Почему: PyTorch не следит, кто что написал. Он задаёт один вопрос: есть ли `grad_fn`?
#
# Правило: лист ⇔ `grad_fn is None`.

# %% [markdown] id="03-s08-myth-switch" lang="en" tags=["myth"]
# ### Myth check: “tensors with `requires_grad=True` are called leaves”
#
# You may read: set `requires_grad=True` on the inputs; these tensors are called leaf tensors.
#
# What happened: `c` does not require a gradient and is a leaf. `p` requires one and is none.
#
# Why: the two are separate questions. `requires_grad`: is a gradient wanted? `is_leaf`: does the road begin here?
#
# Rule: only who answers *yes* twice has a pocket that `backward()` fills.

# %% [markdown] id="03-s08-myth-switch" lang="ru" tags=["myth"]
# ### Проверка мифа: «тензоры с `requires_grad=True` называются листовыми»
#
# Иногда пишут: укажите для входных тензоров `requires_grad=True`; эти тензоры называются листовыми.
#
# Что произошло: `c` не требует градиента, а он лист. `p` требует, но он не лист.
#
# Почему: это два разных вопроса. `requires_grad`: нужен ли градиент? `is_leaf`: начинается ли здесь дорога?
#
# Правило: карман, который наполнит `backward()`, есть только у того, кто дважды отвечает «да».

# %% [markdown] id="03-s08-task" lang="en" tags=["exercise"]
# ### Exercise 03.1: fill in the table
#
# ```python
# x = torch.tensor(1.0, requires_grad=True)
# c = torch.tensor(2.0)
# h = x * c
# k = c * c
# d = h.detach()
# ```
#
# `detach()` gives a tensor with the same value and without the history. Write `True` or `False` in the first two rows; in
# the third `None` or the name of the operation in quotes, such as `"Add"`. Do it in your head; then you may run the code.

# %% [markdown] id="03-s08-task" lang="ru" tags=["exercise"]
# ### Упражнение 03.1: заполните таблицу
#
# ```python
# x = torch.tensor(1.0, requires_grad=True)
# c = torch.tensor(2.0)
# h = x * c
# k = c * c
# d = h.detach()
# ```
#
# `detach()` (отсоединить) даёт тензор с тем же значением, но без истории. В первых двух строках пишите `True` или
# `False`, в третьей — `None` или имя операции в кавычках, например `"Add"`. Сначала в уме, потом код можно запустить.

# %% id="03-s08-answer" tags=["exercise"] grade_id="ex-03-1"
ans_03_1 = {
    #                 x    c    h    k    d
    "is_leaf":       (..., ..., ..., ..., ...),
    "requires_grad": (..., ..., ..., ..., ...),
    "grad_fn":       (..., ..., ..., ..., ...),
}
# BEGIN SOLUTION
ans_03_1 = {
    "is_leaf":       (True, True, False, True, True),
    "requires_grad": (True, False, True, False, False),
    "grad_fn":       (None, None, "Mul", None, None),
}
# END SOLUTION

# %% id="03-s08-check" tags=["check"] grade_id="check-03-1" points=1
nb.check("03.1", ans_03_1)

# %% [markdown] id="03-s09-pruning" lang="en" tags=["slide"]
# ## What is not recorded
#
# A node keeps one reference for each input. What stands there for an input to which no gradient goes?

# %% [markdown] id="03-s09-pruning" lang="ru" tags=["slide"]
# ## Что не записывается
#
# У узла по одной ссылке на каждый вход. А что стоит там, где вход градиента не ждёт?

# %% id="03-s09-constants" tags=["run"]
c = torch.tensor(2.0)
x = torch.tensor(1.0, requires_grad=True)
h = c * x
print([node and node.name() for node, _ in h.grad_fn.next_functions])

# %% [markdown] id="03-s09-note" lang="en"
# `None`: the way back ends there before it begins. What to notice: `c` has no pocket, and × keeps only one value, `c`. The
# value of `x` would be needed for the gradient of `c`, which nobody wants. Branches in which nothing requires a gradient
# are left out entirely.

# %% [markdown] id="03-s09-note" lang="ru"
# `None`: обратная дорога здесь кончается, не начавшись. На что обратить внимание: у `c` нет кармана, а × хранит только
# одно значение, `c`. Значение `x` понадобилось бы для градиента по `c`, а он никому не нужен. Ветви, где градиент
# не нужен, не записываются совсем.

# %% [markdown] id="03-s09-task" lang="en" tags=["exercise"]
# ### Exercise 03.4: count the nodes
#
# The number of an exercise is only its name: 03.2 and 03.3 come later. Take `y = w * x + b` and `loss = (y - 5) ** 2`
# again. Three numbers in place of the dots:
#
# - only `x` requires a gradient: how many nodes of operations are recorded, and how many `AccumulateGrad`?
# - none of the three requires one: how many nodes in all?

# %% [markdown] id="03-s09-task" lang="ru" tags=["exercise"]
# ### Упражнение 03.4: посчитайте узлы
#
# Номер упражнения — только его имя: 03.2 и 03.3 будут дальше. Снова `y = w * x + b` и `loss = (y - 5) ** 2`. Три числа
# вместо многоточий:
#
# - градиент требует только `x`: сколько запишется узлов операций и сколько `AccumulateGrad`?
# - не требует никто из троих: сколько всего узлов?

# %% id="03-s09-answer" tags=["exercise"] grade_id="ex-03-4"
ans_03_4 = (..., ..., ...)
# BEGIN SOLUTION
ans_03_4 = (4, 1, 0)
# END SOLUTION

# %% id="03-s09-check" tags=["check"] grade_id="check-03-4" points=1
nb.check("03.4", ans_03_4)

# %% [markdown] id="03-s10-walk" lang="en" tags=["slide"]
# ## Take a walk
#
# `loss` still knows its four operations and three leaves. Go along the first reference of each node until there is
# none.

# %% [markdown] id="03-s10-walk" lang="ru" tags=["slide"]
# ## Прогулка по графу
#
# `loss` всё ещё помнит четыре операции и три листа. Пойдём по первой ссылке каждого узла, пока они не кончатся.

# %% id="03-s10-hand" tags=["run"]
fn = loss.grad_fn
while fn:
    print(fn.name())
    fn = fn.next_functions[0][0] if fn.next_functions else None

# %% [markdown] id="03-s10-note" lang="en"
# From the last operation to the first, and then the keeper of a leaf; its full name is
# `torch::autograd::AccumulateGrad`, because in PyTorch it is written in C++. This walk misses every second reference:
# `b` and `x` were never visited.

# %% [markdown] id="03-s10-note" lang="ru"
# От последней операции к первой, а в конце — хранитель листа; его полное имя `torch::autograd::AccumulateGrad`, потому
# что в PyTorch он написан на C++. Эта прогулка пропускает каждую вторую ссылку: в `b` и `x` мы так и не зашли.

# %% [markdown] id="03-s10-task" lang="en" tags=["exercise"]
# ### Exercise 03.3: visit every node once
#
# Write `walk(fn)`: it returns a list of names, `node.name()` for each node that can be reached from `fn`, beginning with
# `fn` itself. Go depth first: follow a reference to its end before you take the next one. Each node appears once, even
# if two roads lead to it. Try it with `walk(loss.grad_fn)`; hidden graphs are tested too.

# %% [markdown] id="03-s10-task" lang="ru" tags=["exercise"]
# ### Упражнение 03.3: зайдите в каждый узел один раз
#
# Напишите `walk(fn)`: функция возвращает список имён, `node.name()` для каждого узла, достижимого из `fn`, начиная
# с самого `fn`. Идите в глубину: сначала до конца по одной ссылке, потом по следующей. Каждый узел встречается один раз,
# даже если к нему ведут две дороги. Попробуйте на `walk(loss.grad_fn)`; проверят и на других графах.

# %% id="03-s10-answer" tags=["exercise"] grade_id="ex-03-3"
def walk(fn):
    return ...
# BEGIN SOLUTION
def walk(fn, seen=None):
    seen = set() if seen is None else seen
    if fn is None or fn in seen:
        return []
    seen.add(fn)
    names = [fn.name()]
    for child, _ in fn.next_functions:
        names += walk(child, seen)
    return names
# END SOLUTION

# %% id="03-s10-check" tags=["check"] grade_id="check-03-3" points=2
nb.check("03.3", walk)

# %% [markdown] id="03-s11-loop" lang="en" tags=["slide", "predict"]
# ## The same function, another graph
#
# PyTorch doesn't read your function, it only sees operations that run. How many nodes does the loop leave when it turns
# twice, and when it turns three times?

# %% [markdown] id="03-s11-loop" lang="ru" tags=["slide", "predict"]
# ## Та же функция, другой граф
#
# PyTorch не читает вашу функцию, он видит только выполненные операции. Сколько узлов оставит цикл после двух оборотов
# и сколько после трёх?

# %% id="03-s11-define" tags=["run"]
def doubled(h, times):
    for _ in range(times):
        h = h * 2
    return h

doubled(x, 2)

# %% id="03-s11-thrice" tags=["run"]
doubled(x, 3)

# %% [markdown] id="03-s11-note" lang="en"
# What to notice: one function, two graphs. The loop itself is in neither of them; only its turns are. Loops and
# conditions need no special form, since each run records anew. Lesson 09 goes on from here.

# %% [markdown] id="03-s11-note" lang="ru"
# На что обратить внимание: функция одна, графов два. Самого цикла нет ни в одном, есть только его обороты. Циклам
# и условиям не нужна особая форма: каждый запуск записывается заново. Отсюда продолжит урок 09.

# %% [markdown] id="03-s12-build" lang="en" tags=["slide", "exercise"]
# ## From the picture back to the code
#
# ### Exercise 03.2: build this graph
#
# Below is a picture; the letters only tell its cards apart. Write code that records exactly this graph: two leaves, 2 and
# 3, the three operations of the picture, the result 10. What to notice: one leaf is used twice. Put the result into `ans_03_2`.

# %% [markdown] id="03-s12-build" lang="ru" tags=["slide", "exercise"]
# ## От картинки обратно к коду
#
# ### Упражнение 03.2: постройте этот граф
#
# Ниже картинка; буквы на ней только отличают карточки друг от друга. Напишите код, который запишет ровно такой граф: два
# листа, 2 и 3, три операции с картинки, результат 10. На что обратить внимание: один лист использован дважды. Результат положите в `ans_03_2`.

# %% id="03-s12-goal" tags=["run"]
nb.goal("03.2")

# %% id="03-s12-answer" tags=["exercise"] grade_id="ex-03-2"
ans_03_2 = ...
# BEGIN SOLUTION
x = torch.tensor(2.0, requires_grad=True)
y = torch.tensor(3.0, requires_grad=True)
ans_03_2 = x * y + x**2
# END SOLUTION

# %% id="03-s12-check" tags=["check"] grade_id="check-03-2" points=1
nb.check("03.2", ans_03_2)

# %% [markdown] id="03-s13-true" lang="en" tags=["slide", "exercise"]
# ## True or false?
#
# ### Exercise 03.5: five statements
#
# Write `True` or `False` for each:
#
# 1. Drawn with tensors as nodes or with operations as nodes, a graph says the same.
# 2. PyTorch stores tensors as the nodes of its graph.
# 3. `next_functions` lead from a result back to its inputs.
# 4. A tensor with `requires_grad=True` is always a leaf.
# 5. An operation whose inputs are all constants is recorded as well.

# %% [markdown] id="03-s13-true" lang="ru" tags=["slide", "exercise"]
# ## Верно или неверно?
#
# ### Упражнение 03.5: пять утверждений
#
# Напишите для каждого `True` или `False`:
#
# 1. Нарисованный с тензорами в узлах или с операциями в узлах, граф говорит одно и то же.
# 2. PyTorch хранит тензоры как узлы своего графа.
# 3. `next_functions` ведут от результата назад, к его входам.
# 4. Тензор с `requires_grad=True` — всегда лист.
# 5. Операция, у которой все входы — константы, тоже записывается.

# %% id="03-s13-answer" tags=["exercise"] grade_id="ex-03-5"
ans_03_5 = (..., ..., ..., ..., ...)
# BEGIN SOLUTION
ans_03_5 = (True, False, True, False, False)
# END SOLUTION

# %% id="03-s13-check" tags=["check"] grade_id="check-03-5" points=1
nb.check("03.5", ans_03_5)

# %% [markdown] id="03-s13-quiz" lang="en"
# ### Two questions from an article's quiz
#
# The quiz belongs to an article on tensors and Autograd; these are the two that you can answer now.

# %% [markdown] id="03-s13-quiz" lang="ru"
# ### Два вопроса из теста к статье
#
# Тест относится к статье о тензорах и Autograd; на эти два вопроса вы уже можете ответить.

# %% id="03-s13-seed" tags=["widget"]
nb.quiz("03-seed-c")

# %% [markdown] id="03-s14-torch" lang="en" tags=["torch"]
# ## The same in PyTorch
#
# `grad_fn`, `next_functions`, `name()` and `variable` are PyTorch's own names. This is what real PyTorch printed.

# %% [markdown] id="03-s14-torch" lang="ru" tags=["torch"]
# ## То же в PyTorch
#
# `grad_fn`, `next_functions`, `name()` и `variable` — имена самого PyTorch. Вот что напечатал настоящий PyTorch.

# %% id="03-s14-box" tags=["torch"]
nb.torch_box("03-a")

# %% [markdown] id="03-s14-exit" lang="en"
# ## Exit ticket

# %% [markdown] id="03-s14-exit" lang="ru"
# ## Билет на выход

# %% id="03-s14-ticket" tags=["widget"]
nb.quiz("03-exit")

# %% [markdown] id="03-s14-muddiest" lang="en"
# **What is still unclear?** Double-click this cell and write one sentence for yourself, or for your teacher:
#
# *…*

# %% [markdown] id="03-s14-muddiest" lang="ru"
# **Что осталось непонятным?** Щёлкните дважды по этой ячейке и напишите одно предложение себе или преподавателю:
#
# *…*

# %% id="03-s14-progress" tags=["run"]
nb.progress()

# %% [markdown] id="03-s15-card" lang="en" tags=["slide"]
# ## Summary card
#
# - Operations on tracked tensors record themselves while they run.
# - `grad_fn` is the way into the graph, `next_functions` lead on to the inputs.
# - Drawn: tensors, operations, or both. Stored: function nodes, and one `AccumulateGrad` a leaf.
# - `requires_grad` flows forward: one input is enough.
# - Leaf ⇔ `grad_fn is None`, whoever made it.
# - Where no gradient is wanted, nothing is recorded.
#
# All words in bold stand in the [glossary](../../docs/glossary.md).

# %% [markdown] id="03-s15-card" lang="ru" tags=["slide"]
# ## Коротко о главном
#
# - Операции над отслеживаемыми тензорами записывают себя, пока выполняются.
# - `grad_fn` — вход в граф, `next_functions` ведут дальше, к входам.
# - Рисуют тензоры, операции или и то и другое. Хранятся узлы-функции и по одному `AccumulateGrad` на лист.
# - `requires_grad` передаётся вперёд: хватит одного входа.
# - Лист ⇔ `grad_fn is None`, кто бы его ни создал.
# - Где градиент не нужен, там ничего не записывается.
#
# Все выделенные слова есть в [глоссарии](../../docs/glossary.ru.md).

# %% [markdown] id="03-s15-next" lang="en"
# ## Where next
#
# The graph is recorded. [Lesson 04](04_backward_step_by_step.ipynb) walks it backwards, one number at a time. The
# [map of the notebooks](../README.md) tells which other lessons are there.

# %% [markdown] id="03-s15-next" lang="ru"
# ## Что дальше
#
# Граф записан. [Урок 04](04_backward_step_by_step.ipynb) проходит по нему назад, по одному числу. Какие ещё уроки есть,
# показывает [карта блокнотов](../README.md).
