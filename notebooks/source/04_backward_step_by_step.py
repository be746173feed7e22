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

# %% [markdown] id="04-s01-title" lang="en" tags=["slide"]
# # Backward, one step at a time
#
# **Time:** 75 minutes. **You need:** [lesson 03](03_recording_the_graph.ipynb), and derivatives from school.
#
# **At the end you can:**
#
# - run the way back by hand: collect, order, seed, push, accumulate, free;
# - give the local derivative of ten operations;
# - explain why contributions add up at a fork;
# - build a graph on which a wrong order gives a wrong answer.
#
# [Этот урок по-русски](../ru/04_backward_step_by_step.ipynb)

# %% [markdown] id="04-s01-title" lang="ru" tags=["slide"]
# # Обратный проход шаг за шагом
#
# **Время:** 75 минут. **Понадобится:** [урок 03](03_recording_the_graph.ipynb) и школьные производные.
#
# **В конце вы сможете:**
#
# - провести обратный проход вручную: собрать, упорядочить, затравить, передать, накопить, освободить;
# - назвать локальную производную десяти операций;
# - объяснить, почему на разветвлении вклады складываются;
# - построить граф, на котором неверный порядок даёт неверный ответ.
#
# [This lesson in English](../en/04_backward_step_by_step.ipynb)

# %% id="04-s01-setup" tags=["setup"]
from minigrad.lesson import start; nb = start("04", lang="en")
import minigrad as torch

# %% [markdown] id="04-s01-warmup" lang="en"
# ## Warm-up
#
# Three questions from earlier lessons. Answer from memory; the explanation comes at once.

# %% [markdown] id="04-s01-warmup" lang="ru"
# ## Разминка
#
# Три вопроса по прошлым урокам. Отвечайте по памяти, объяснение появится сразу.

# %% id="04-s01-quiz" tags=["widget"]
nb.quiz("04-warmup")

# %% [markdown] id="04-s02-hook" lang="en" tags=["slide", "predict"]
# ## One leaf, used twice
#
# ```python
# x = torch.tensor([2.0], requires_grad=True)
# y = torch.tensor([3.0], requires_grad=True)
# z = x * y + x**2
# z.backward()
# ```
#
# `x` goes into the product and into the square. What will `x.grad` be? Many people say 3, many say 4. Commit your own
# number before you run anything.

# %% [markdown] id="04-s02-hook" lang="ru" tags=["slide", "predict"]
# ## Один лист использован дважды
#
# ```python
# x = torch.tensor([2.0], requires_grad=True)
# y = torch.tensor([3.0], requires_grad=True)
# z = x * y + x**2
# z.backward()
# ```
#
# `x` входит и в произведение, и в квадрат. Чему будет равен `x.grad`? Одни отвечают 3, другие — 4. Зафиксируйте своё
# число, прежде чем что-нибудь запускать.

# %% id="04-s02-predict" tags=["predict", "widget"]
nb.predict("04-p1")

# %% id="04-s02-leaves" tags=["run"]
x = torch.tensor([2.0], requires_grad=True)
y = torch.tensor([3.0], requires_grad=True)
x, y

# %% id="04-s02-run" tags=["run"]
z = x * y + x**2  # 10
z.backward()
print(f"dz/dx = {x.grad}")
print(f"dz/dy = {y.grad}")

# %% id="04-s02-reveal" tags=["predict"]
nb.reveal("04-p1", observed=x.grad)

# %% [markdown] id="04-s02-why" lang="en"
# Neither 3 nor 4: it is 7. What to notice: two numbers arrived in the pocket of `x`, one from × and one from the
# square. This lesson goes back slowly enough to see where each of them comes from.

# %% [markdown] id="04-s02-why" lang="ru"
# Не 3 и не 4, а 7. На что обратить внимание: в карман `x` пришли два числа, одно от ×, другое от квадрата. В этом уроке
# мы пройдём назад так медленно, что станет видно, откуда взялось каждое.

# %% [markdown] id="04-s03-worked" lang="en" tags=["slide"]
# ## A worked example
#
# First a graph without a fork: the four operations of lesson 00. The tensor on which `backward()` is called is the
# **root**; here it is `loss`.

# %% [markdown] id="04-s03-worked" lang="ru" tags=["slide"]
# ## Разобранный пример
#
# Сначала граф без разветвлений: четыре операции из урока 00. Тензор, у которого вызывают `backward()`, — это **корень**
# (root); здесь корень — `loss`.

# %% id="04-s03-leaves" tags=["run"]
x = torch.tensor(2.0, requires_grad=True)
w = torch.tensor(3.0, requires_grad=True)
b = torch.tensor(1.0, requires_grad=True)
x, w, b

# %% id="04-s03-forward" tags=["run"]
y = w * x + b  # 3*2 + 1 = 7
loss = (y - 5) ** 2  # (7-5)**2 = 4
loss

# %% [markdown] id="04-s03-verbs" lang="en"
# ### Six verbs
#
# | verb | what happens |
# |---|---|
# | *Collect* | walk back from the root and find every node |
# | *Order* | count how many contributions each node waits for |
# | *Seed* | the root's own gradient is 1 |
# | *Push* | a node that is ready sends one number to each input |
# | *Accumulate* | what arrives is added up |
# | *Free* | the drawers are emptied |
#
# Walk through them once; nothing is asked. This view only shows, your drawers stay full: *Free* comes below, with
# `loss.backward()`.
#
# What to notice: the picture changes only in the lower lane.

# %% [markdown] id="04-s03-verbs" lang="ru"
# ### Шесть глаголов
#
# | глагол | что происходит |
# |---|---|
# | *Собрать* | пройти назад от корня и найти все узлы |
# | *Упорядочить* | посчитать, сколько вкладов ждёт каждый узел |
# | *Затравить* | собственный градиент корня равен 1 |
# | *Передать* | готовый узел шлёт каждому входу по одному числу |
# | *Накопить* | пришедшее складывается |
# | *Освободить* | ящики пустеют |
#
# Пройдите их один раз. Пока ничего не спрашивают. Просмотр только показывает обратный путь: ваши тензоры он не трогает,
# ящики остаются полными, поэтому шага *Освободить* здесь нет. Он скоро встретится под ячейкой с `loss.backward()`.
#
# На что обратить внимание: меняется только нижняя полоса картинки.

# %% id="04-s03-stepper" tags=["widget"]
nb.stepper(loss, mode="backward", predict=False)

# %% [markdown] id="04-s03-push" lang="en" tags=["slide"]
# ### Everything happens in *Push*
#
# The number that comes from above is the **upstream gradient**. The slope of this one operation, here and now, is its
# **local derivative**. Their product is the **contribution** to an input:
#
# upstream × local = contribution
#
# At the square: y − 5 is 2, so the local derivative is 2·2 = 4, and 1 × 4 = 4 goes on. At ×, 4 arrives; `w` was
# multiplied by `x` = 2, so `w` gets 4 × 2 = 8.

# %% [markdown] id="04-s03-push" lang="ru" tags=["slide"]
# ### Всё происходит в шаге «Передать»
#
# Число, которое приходит сверху, — это **пришедший градиент** (upstream). Наклон одной этой операции, здесь и сейчас, —
# её **локальная производная**. Их произведение — **вклад** во вход:
#
# пришедший × локальная = вклад
#
# У квадрата: y − 5 равно 2, локальная производная 2·2 = 4, дальше идёт 1 × 4 = 4. К узлу × приходит 4; `w` умножали
# на `x` = 2, поэтому `w` получает 4 × 2 = 8.

# %% [markdown] id="04-s03-table" lang="en"
# The whole way back on one page:
#
# | node | upstream | local | contribution |
# |---|---|---|---|
# | ( )² | 1 | 2·2 = 4 | 4 to `y - 5` |
# | − | 4 | 1 | 4 to `y` |
# | + | 4 | 1, 1 | 4 to `w * x`, 4 to `b` |
# | × | 4 | `x` = 2, `w` = 3 | 8 to `w`, 12 to `x` |
#
# PyTorch does the same when you call `backward()`.

# %% [markdown] id="04-s03-table" lang="ru"
# Весь обратный проход на одной странице:
#
# | узел | пришло | локальная | вклад |
# |---|---|---|---|
# | ( )² | 1 | 2·2 = 4 | 4 в `y - 5` |
# | − | 4 | 1 | 4 в `y` |
# | + | 4 | 1, 1 | 4 в `w * x`, 4 в `b` |
# | × | 4 | `x` = 2, `w` = 3 | 8 в `w`, 12 в `x` |
#
# То же самое делает PyTorch, когда вы вызываете `backward()`.

# %% id="04-s03-backward" tags=["run"]
loss.backward()
print(f"d(loss)/dx: {x.grad}")  # 2*(y-5)*w = 2*2*3 = 12
print(f"d(loss)/dw: {w.grad}")  # 2*(y-5)*x = 2*2*2 = 8
print(f"d(loss)/db: {b.grad}")  # 2*(y-5)*1 = 4

# %% [markdown] id="04-s03-note" lang="en"
# What to notice: no formula of the whole derivative appears anywhere. Each node knew only its own slope and the number
# that came in.

# %% [markdown] id="04-s03-note" lang="ru"
# На что обратить внимание: формулы всей производной нет нигде. Каждый узел знал только собственный наклон и число,
# которое к нему пришло.

# %% [markdown] id="04-s04-task" lang="en" tags=["slide", "exercise"]
# ## Your turn: the same graph, other numbers
#
# ```python
# x, w, b, t = -1, 2, 3, 4
# loss = (w * x + b - t) ** 2
# ```
#
# Take a sheet of paper. Go forward first: `y = w * x + b`, then `loss`. Then go back with the table above: six
# contributions, none is a fraction. Mind the signs.
#
# The next two cells let you check each step: the stepper now *asks* for every contribution before it shows it.

# %% [markdown] id="04-s04-task" lang="ru" tags=["slide", "exercise"]
# ## Теперь вы: тот же граф, другие числа
#
# ```python
# x, w, b, t = -1, 2, 3, 4
# loss = (w * x + b - t) ** 2
# ```
#
# Возьмите лист бумаги. Сначала вперёд: `y = w * x + b`, потом `loss`. Затем назад по таблице выше: шесть вкладов, дробей
# среди них нет. Следите за знаками.
#
# Две следующие ячейки проверят каждый шаг: теперь пошаговый просмотр *спрашивает* вклад, прежде чем показать его.

# %% id="04-s04-forward" tags=["run"]
x = torch.tensor(-1.0, requires_grad=True)
w = torch.tensor(2.0, requires_grad=True)
b = torch.tensor(3.0, requires_grad=True)
t = 4
loss = (w * x + b - t) ** 2
loss

# %% id="04-s04-stepper" tags=["widget"]
nb.stepper(loss, mode="backward", predict=True)

# %% [markdown] id="04-s04-note" lang="en"
# Answers such as `-5`, `7*(-2)` or `3/4` are all read. After two misses the number is shown, with the reason.
#
# What to notice: the same verbs in the same order. Only the numbers are new.

# %% [markdown] id="04-s04-note" lang="ru"
# Ответ можно записать как `-5`, `7*(-2)` или `3/4`. После двух промахов число показывают и объясняют.
#
# На что обратить внимание: те же глаголы в том же порядке. Новые только числа.

# %% [markdown] id="04-s04-exercise" lang="en" tags=["exercise"]
# ### Exercise 04.1: the whole table
#
# Write down eight numbers in place of the dots: the two values, then the gradient of `loss` by each of the six things
# named in the comment. To within 0.000001.

# %% [markdown] id="04-s04-exercise" lang="ru" tags=["exercise"]
# ### Упражнение 04.1: вся таблица
#
# Впишите восемь чисел вместо многоточий: два значения, затем градиент `loss` по каждой из шести величин, названных
# в комментарии. С точностью до 0.000001.

# %% id="04-s04-answer" tags=["exercise"] grade_id="ex-04-1"
#         y    loss
values = (..., ...)
#        y-t  y    b    w*x  w    x
grads = (..., ..., ..., ..., ..., ...)
ans_04_1 = (values, grads)
# BEGIN SOLUTION
ans_04_1 = ((1, 9), (-6, -6, -6, -6, 6, -12))
# END SOLUTION

# %% id="04-s04-check" tags=["check"] grade_id="check-04-1" points=2
nb.check("04.1", ans_04_1)

# %% [markdown] id="04-s05-gates" lang="en" tags=["slide"]
# ## Every operation has a habit
#
# On the way back each operation treats the incoming number in its own manner. Three small graphs show it. In all of
# them 10 comes from above, because `loss` is ten times the result; `p` is 2 and `q` is 5.
#
# First a product. What will `p.grad` be?

# %% [markdown] id="04-s05-gates" lang="ru" tags=["slide"]
# ## У каждой операции своя привычка
#
# На обратном пути каждая операция поступает с пришедшим числом по-своему. Это видно на трёх маленьких графах. Во всех
# сверху приходит 10, потому что `loss` в десять раз больше результата; `p` равно 2, а `q` равно 5.
#
# Сначала произведение. Чему будет равен `p.grad`?

# %% id="04-s05-predict" tags=["predict", "widget"]
nb.predict("04-p2")

# %% id="04-s05-mul" tags=["run"]
p = torch.tensor(2.0, requires_grad=True)
q = torch.tensor(5.0, requires_grad=True)
loss = 10 * (p * q)
loss.backward()
p.grad, q.grad

# %% id="04-s05-reveal" tags=["predict"]
nb.reveal("04-p2", observed=p.grad)

# %% [markdown] id="04-s05-mul-note" lang="en"
# × *swaps*: `p` gets 10 × 5, scaled by its partner `q`, and `q` gets 10 × 2.
#
# What to notice: this is why × keeps both inputs in its drawers. It will need each one for the other.
#
# Now a sum of the same two numbers.

# %% [markdown] id="04-s05-mul-note" lang="ru"
# × *меняет местами*: `p` получает 10 × 5, множителем служит партнёр `q`; `q` получает 10 × 2.
#
# На что обратить внимание: поэтому × и хранит в ящиках оба входа. Каждый понадобится для другого.
#
# Теперь сумма тех же двух чисел.

# %% id="04-s05-add" tags=["run"]
p = torch.tensor(2.0, requires_grad=True)
q = torch.tensor(5.0, requires_grad=True)
loss = 10 * (p + q)
loss.backward()
p.grad, q.grad

# %% [markdown] id="04-s05-add-note" lang="en"
# Addition *distributes*: both inputs get 10, unchanged. What to notice: + has no drawer. Its local derivatives are 1 and 1
# whatever the inputs are, so there is nothing to remember.
#
# And the larger of the two?

# %% [markdown] id="04-s05-add-note" lang="ru"
# Сложение *раздаёт*: оба входа получают 10 без изменений. На что обратить внимание: у + нет ящика. Его локальные
# производные равны 1 и 1 при любых входах, поэтому помнить нечего.
#
# А большее из двух?

# %% id="04-s05-max" tags=["run"]
p = torch.tensor(2.0, requires_grad=True)
q = torch.tensor(5.0, requires_grad=True)
loss = 10 * torch.maximum(p, q)
loss.backward()
p.grad, q.grad

# %% [markdown] id="04-s05-max-note" lang="en"
# max *routes*: the winner `q` gets the whole 10, the loser gets 0. What to notice: moving `p` a little changes nothing,
# since 5 stays the larger number. A slope of zero is a real answer.

# %% [markdown] id="04-s05-max-note" lang="ru"
# max *направляет*: победитель `q` получает все 10, проигравший — 0. На что обратить внимание: небольшой сдвиг `p` ничего
# не меняет, ведь 5 остаётся бо́льшим. Нулевой наклон — тоже ответ.

# %% id="04-s05-quiz" tags=["widget"]
nb.quiz("04-gates")

# %% [markdown] id="04-s06-fork" lang="en" tags=["slide"]
# ## At a fork, contributions add
#
# Back to the first graph. A value that is used more than once makes a **fork**. Here are the two roads from `z` to `x`:
#
# | road | multiply along it | gives |
# |---|---|---|
# | z ← + ← × ← x | 1 · 1 · `y` | 3 |
# | z ← + ← ( )² ← x | 1 · 1 · 2`x` | 4 |
#
# Multiply along a road, add over the roads: 3 + 4 = 7. Adding up what arrives is called **accumulation**.

# %% [markdown] id="04-s06-fork" lang="ru" tags=["slide"]
# ## На разветвлении вклады складываются
#
# Вернёмся к первому графу. Значение, которое использовано больше одного раза, образует **разветвление** (fork). Вот два
# пути от `z` к `x`:
#
# | путь | перемножаем вдоль него | получаем |
# |---|---|---|
# | z ← + ← × ← x | 1 · 1 · `y` | 3 |
# | z ← + ← ( )² ← x | 1 · 1 · 2`x` | 4 |
#
# Вдоль пути умножаем, по путям складываем: 3 + 4 = 7. Это и есть **накопление градиента**.

# %% id="04-s06-paths" tags=["run"]
nb.graph(z)

# %% [markdown] id="04-s06-why" lang="en"
# What to notice: two dashed roads end in the pocket of `x`. The two dots on it say that two contributions had to arrive.
#
# Why add, and not keep the last one? Move `x` by 0.01. The product grows by 0.03, the square by 0.04, and `z` feels
# both: 0.07. In code it is one sign: `+=`, never `=`. The next cell measures the slope; it is 7, and a little more because
# the move is not quite small.

# %% [markdown] id="04-s06-why" lang="ru"
# На что обратить внимание: в кармане `x` сходятся две пунктирные дороги. Две точки на нём говорят, что прийти должны были
# два вклада.
#
# Почему складываем, а не оставляем последнее? Сдвиньте `x` на 0.01. Произведение вырастет на 0.03, квадрат — на 0.04,
# и `z` почувствует оба сдвига: 0.07. В коде это один знак: `+=`, а не `=`. Следующая ячейка измеряет наклон: он равен 7
# и ещё чуть-чуть, потому что сдвиг не совсем малый.

# %% id="04-s06-nudge" tags=["run"]
def z_of(x, y=3.0):
    return x * y + x**2

nb.show((z_of(2.01) - z_of(2.0)) / 0.01)

# %% [markdown] id="04-s06-task" lang="en" tags=["exercise"]
# ### Exercise 04.2: count the roads
#
# Three numbers in place of the dots. For z = x·y + x² at x = 2, y = 3: `x.grad` and `y.grad`; you have seen both, so
# account for each by its roads. Then a new one, z = x·x·x at x = 2: `x.grad`, found by adding up roads.

# %% [markdown] id="04-s06-task" lang="ru" tags=["exercise"]
# ### Упражнение 04.2: посчитайте пути
#
# Три числа вместо многоточий. Для z = x·y + x² при x = 2, y = 3: `x.grad` и `y.grad`; вы их уже видели, так что объясните
# каждый его путями. Затем новое: z = x·x·x при x = 2, `x.grad`, найденный сложением по путям.

# %% id="04-s06-answer" tags=["exercise"] grade_id="ex-04-2"
ans_04_2 = (..., ..., ...)
# BEGIN SOLUTION
ans_04_2 = (7, 2, 12)
# END SOLUTION

# %% id="04-s06-check" tags=["check"] grade_id="check-04-2" points=1
nb.check("04.2", ans_04_2)

# %% [markdown] id="04-s07-rules" lang="en" tags=["slide"]
# ## Ten rules are the whole mathematics
#
# An engine needs one local rule for each operation and nothing else. You can always test a rule with a small nudge:
# step up, step down, divide. For sin at 0.5 the slope should be cos 0.5.

# %% [markdown] id="04-s07-rules" lang="ru" tags=["slide"]
# ## Вся математика — десять правил
#
# Движку нужно одно локальное правило на каждую операцию и ничего больше. Правило всегда можно проверить малым сдвигом:
# шаг вверх, шаг вниз, поделить. Для sin в точке 0.5 наклон должен быть равен cos 0.5.

# %% id="04-s07-slope" tags=["run"]
import math

def slope(f, a, h=1e-5):
    return (f(a + h) - f(a - h)) / (2 * h)

nb.show([slope(math.sin, 0.5), math.cos(0.5)])

# %% [markdown] id="04-s07-task" lang="en" tags=["exercise"]
# ### Exercise 04.4: fill in the rules
#
# `add` is done: its two local derivatives are 1 and 1. Write the other nine, each as a function of the inputs.
# Operations with two inputs return two slopes, the others one; `pow` takes `a` and the exponent `n`, a plain number, so
# one slope is enough.
#
# Each rule is compared with a nudge at five points, to within 0.00001. Never exactly at a corner or at a tie.

# %% [markdown] id="04-s07-task" lang="ru" tags=["exercise"]
# ### Упражнение 04.4: впишите правила
#
# `add` готово: его две локальные производные равны 1 и 1. Напишите остальные девять, каждую как функцию входов. Операции
# с двумя входами возвращают два наклона, прочие — один; `pow` получает `a` и показатель `n`, обычное число, поэтому
# хватит одного.
#
# Каждое правило сравнивается с малым сдвигом в пяти точках, с точностью до 0.00001. В изломах и при равных входах
# не проверяем.

# %% id="04-s07-answer" tags=["exercise"] grade_id="ex-04-4"
local = {
    "add": lambda a, b: (1, 1),
    "sub": ...,
    "mul": ...,
    "div": ...,
    "pow": ...,
    "exp": ...,
    "log": ...,
    "sin": ...,
    "relu": ...,
    "max": ...,
}
# BEGIN SOLUTION
local.update({
    "sub": lambda a, b: (1, -1),
    "mul": lambda a, b: (b, a),
    "div": lambda a, b: (1 / b, -a / b**2),
    "pow": lambda a, n: n * a ** (n - 1),
    "exp": lambda a: math.exp(a),
    "log": lambda a: 1 / a,
    "sin": lambda a: math.cos(a),
    "relu": lambda a: 1 if a > 0 else 0,
    "max": lambda a, b: (1, 0) if a > b else (0, 1),
})
# END SOLUTION

# %% id="04-s07-check" tags=["check"] grade_id="check-04-4" points=2
nb.check("04.4", local)

# %% [markdown] id="04-s08-order" lang="en" tags=["slide", "predict"]
# ## Does the order matter?
#
# A node may push once all its contributions are in, not before. Such an order is a **topological order**: every node
# comes after all nodes that used it. Here is a graph with a short road and a long one:
#
# ```python
# b = 2 * x
# c = 3 * b
# d = b + c
# ```
#
# With x = 1, what is the gradient of `d` by `x`?

# %% [markdown] id="04-s08-order" lang="ru" tags=["slide", "predict"]
# ## Важен ли порядок?
#
# Узел может передавать дальше, только когда к нему пришли все вклады. Это **топологический порядок**: каждый
# узел стоит после всех, кто его использовал. Вот граф с коротким путём и длинным:
#
# ```python
# b = 2 * x
# c = 3 * b
# d = b + c
# ```
#
# Чему при x = 1 равен градиент `d` по `x`?

# %% id="04-s08-predict" tags=["predict", "widget"]
nb.predict("04-p3")

# %% id="04-s08-forward" tags=["run"]
x = torch.tensor(1.0, requires_grad=True)
b = 2 * x
c = 3 * b
d = b + c
d

# %% [markdown] id="04-s08-free" lang="en"
# ### You choose who is next
#
# In this stepper no order is given. Choose the node that should push next. If it is not ready, you are told which
# contribution is still missing.
#
# What to notice: `b` looks inviting right after `d`, yet it waits for a second number.

# %% [markdown] id="04-s08-free" lang="ru"
# ### Порядок выбираете вы
#
# В этом просмотре порядок не задан. Выбирайте, какой узел передаёт следующим. Если он ещё не готов, вам скажут, какого
# вклада не хватает.
#
# На что обратить внимание: `b` так и просится сразу после `d`, но он ждёт ещё одно число.

# %% id="04-s08-stepper" tags=["widget"]
nb.stepper(d, mode="backward", order="free")

# %% id="04-s08-backward" tags=["run"]
d.backward()
nb.reveal("04-p3", observed=x.grad)

# %% [markdown] id="04-s08-engine" lang="en"
# ### An engine that doesn't wait
#
# `Scalar` is a small class for this lesson: a number that remembers its inputs, each with its local derivative. This
# way back takes nodes as it meets them, level by level (breadth first). It looks sensible.
#
# What to notice in the code: the queue grows while the loop walks along it, and nobody asks whether `grad[node]` is
# complete.

# %% [markdown] id="04-s08-engine" lang="ru"
# ### Движок, который не ждёт
#
# `Scalar` — маленький класс для этого урока: число, которое помнит свои входы, каждый со своей локальной производной.
# Этот обратный проход берёт узлы в том порядке, в каком встречает, уровень за уровнем (обход в ширину, BFS). Выглядит
# разумно.
#
# На что обратить внимание в коде: очередь растёт, пока цикл по ней идёт, и никто не спрашивает, полон ли `grad[node]`.

# %% id="04-s08-bfs" tags=["run"]
from minigrad.lesson.scalars import Scalar, backward

def bfs_backward(root):
    grad, queue = {root: 1.0}, [root]
    for node in queue:
        for source, local in node.inputs:
            grad[source] = grad.get(source, 0.0) + grad[node] * local
            if source not in queue:
                queue.append(source)
    return grad

# %% id="04-s08-compare" tags=["run"]
x = Scalar(1)
b = 2 * x
c = 3 * b
d = b + c
backward(d)[x], bfs_backward(d)[x]

# %% [markdown] id="04-s08-explain" lang="en"
# 8 is right, 2 is not. `b` was met first and pushed at once, when only the 1 of the short road had arrived. The 3 of the
# long road came later and stayed in `b`.
#
# Now write `d = c + b` in that cell and run it: both say 8. The walk met `c` first and was right by luck. A rule that
# works by luck is worse than one that fails.

# %% [markdown] id="04-s08-explain" lang="ru"
# 8 — верно, 2 — нет. Узел `b` встретился первым и сразу передал дальше, когда пришла только единица короткого пути.
# Тройка длинного пути пришла позже и осталась в `b`.
#
# Теперь напишите в той ячейке `d = c + b` и запустите: оба раза 8. Обход встретил `c` раньше, и ему повезло. Правило,
# которое работает по везению, хуже того, которое ломается.

# %% [markdown] id="04-s08-task" lang="en" tags=["exercise"]
# ### Exercise 04.5: break it yourself
#
# Find another computation on which `bfs_backward` is wrong, the smaller the better. Write a function that takes one
# `Scalar` and returns the result; `+ - * / **`, `.exp()` and `.sin()` are allowed. Both ways back are run on your graph,
# and their numbers have to differ.

# %% [markdown] id="04-s08-task" lang="ru" tags=["exercise"]
# ### Упражнение 04.5: сломайте сами
#
# Найдите другое вычисление, на котором `bfs_backward` ошибается; чем меньше, тем лучше. Напишите функцию, которая
# принимает один `Scalar` и возвращает результат; можно использовать `+ - * / **`, `.exp()` и `.sin()`. На вашем графе
# запустят оба обратных прохода, и числа должны разойтись.

# %% id="04-s08-answer" tags=["exercise"] grade_id="ex-04-5"
def ans_04_5(x):
    return ...
# BEGIN SOLUTION
def ans_04_5(x):
    b = x * x
    return b + b.sin()
# END SOLUTION

# %% id="04-s08-check" tags=["check"] grade_id="check-04-5" points=2
nb.check("04.5", ans_04_5)

# %% [markdown] id="04-s09-parsons" lang="en" tags=["slide", "exercise"]
# ## The whole algorithm, in pieces
#
# ### Exercise 04.3: put it together
#
# Exercise 04.3 waited until now: it needs what 04.4 and 04.5 have shown.
#
# Nine lines are the complete way back; three more lines do not belong. Put them in order, indent them, discard the
# intruders, and run the program. It is tested on four graphs, and any order that works is right.
#
# `collect(root)` returns every node of the graph; `order(nodes)` sorts them, newest first. One line is there for each
# verb, except *Free*: a `Scalar` has no drawers.

# %% [markdown] id="04-s09-parsons" lang="ru" tags=["slide", "exercise"]
# ## Весь алгоритм по частям
#
# ### Упражнение 04.3: соберите его
#
# Упражнение 04.3 ждало до сих пор: для него нужно то, что показали 04.4 и 04.5.
#
# Девять строк составляют весь обратный проход, ещё три — лишние. Расставьте строки, задайте отступы, отбросьте лишнее
# и запустите программу. Её проверят на четырёх графах; верен любой порядок, который работает.
#
# `collect(root)` возвращает все узлы графа, `order(nodes)` сортирует их: новые впереди. Для каждого глагола есть своя
# строка, кроме *Освободить*: у `Scalar` ящиков нет.

# %% id="04-s09-answer" tags=["exercise", "widget"] grade_id="ex-04-3"
ans_04_3 = nb.parsons("04.3")
# BEGIN SOLUTION
ans_04_3.order("collect", "order", "empty", "seed", "loop", ("inputs", 1), ("push", 2), ("accumulate", 2), "return")
# END SOLUTION
ans_04_3

# %% id="04-s09-check" tags=["check"] grade_id="check-04-3" points=2
nb.check("04.3", ans_04_3)

# %% [markdown] id="04-s10-middle" lang="en" tags=["slide", "predict"]
# ## What stays in the middle?
#
# Another classic example: y = a·x + b, then z = y². The gradient passes through `y` on its way to `a`, `x` and `b`.
# What will `y.grad` hold after `z.backward()`?

# %% [markdown] id="04-s10-middle" lang="ru" tags=["slide", "predict"]
# ## Что остаётся посередине?
#
# Ещё один классический пример: y = a·x + b, затем z = y². По дороге к `a`, `x` и `b` градиент проходит через `y`.
# Что окажется в `y.grad` после `z.backward()`?

# %% id="04-s10-quiz" tags=["widget"]
nb.quiz("04-middle")

# %% id="04-s10-leaves" tags=["run"]
a = torch.tensor(2.0, requires_grad=True)
x = torch.tensor(3.0, requires_grad=True)
b = torch.tensor(1.0, requires_grad=True)
a, x, b

# %% id="04-s10-forward" tags=["run"]
y = a * x + b
z = y**2
print(f"z.grad_fn: {z.grad_fn}")

# %% id="04-s10-backward" tags=["run"]
z.backward()
print(f"dz/da: {a.grad}")
print(f"dz/dx: {x.grad}")
print(f"dz/db: {b.grad}")

# %% [markdown] id="04-s10-look" lang="en"
# What to notice: the pill under `y` in the picture says 14. So the number was there. Now ask `y` for it; the warning
# that comes with the answer is caught and printed.

# %% [markdown] id="04-s10-look" lang="ru"
# На что обратить внимание: под `y` на картинке стоит 14. Значит, число там было. Теперь спросите его у `y`;
# предупреждение, которое придёт вместе с ответом, мы поймаем и напечатаем.

# %% id="04-s10-none" tags=["run"]
import warnings

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print(y.grad)
print(str(caught[0].message).split(". ")[0])

# %% [markdown] id="04-s10-myth" lang="en" tags=["myth"]
# ### Myth check: “gradients are computed for all tensors”
#
# You may read: after `backward()` autograd has computed gradients for all tensors that took part.
#
# What happened: `y` took part, 14 passed through it, and `y.grad` is `None`.
#
# Why: a gradient is computed for everything on the way, and *kept* only in leaves. The others would fill the memory
# with numbers that nobody asks for.
#
# Rule: want it kept? Say `y.retain_grad()` before `backward()`.

# %% [markdown] id="04-s10-myth" lang="ru" tags=["myth"]
# ### Проверка мифа: «градиенты вычисляются для всех тензоров»
#
# Иногда пишут: `backward()` вычисляет градиенты для всех тензоров, участвовавших в вычислениях.
#
# Что произошло: `y` участвовал, через него прошло 14, а `y.grad` равен `None`.
#
# Почему: градиент вычисляется для всего, что лежит на пути, а *хранится* только в листьях. Остальные заняли бы память
# числами, которые никому не нужны.
#
# Правило: хотите сохранить — вызовите `y.retain_grad()` до `backward()`.

# %% id="04-s10-retain" tags=["run"]
y = a * x + b
y.retain_grad()
z = y**2
z.backward()
y.grad

# %% [markdown] id="04-s10-hook-note" lang="en"
# What to notice: the pockets of the leaves now hold twice as much, since a second `backward()` adds. Lesson 05 is about
# that.
#
# To look without keeping, hang a hook on the tensor: a function that is called with the upstream gradient.

# %% [markdown] id="04-s10-hook-note" lang="ru"
# На что обратить внимание: в карманах листьев стало вдвое больше, ведь второй `backward()` прибавляет. Об этом урок 05.
#
# Чтобы посмотреть, не сохраняя, повесьте на тензор хук (hook): функцию, которую вызовут с пришедшим градиентом.

# %% id="04-s10-hook" tags=["run"]
y = a * x + b
handle = y.register_hook(print)
z = y**2
z.backward()

# %% [markdown] id="04-s11-cost" lang="en" tags=["slide"]
# ## What does it cost?
#
# Thirty times in a row a number is added to itself. That makes 2³⁰ roads from `z` to `x`, more than a billion. How many
# nodes must the way back visit? Say a number, then run the cell.

# %% [markdown] id="04-s11-cost" lang="ru" tags=["slide"]
# ## Сколько это стоит?
#
# Тридцать раз подряд число складывается само с собой. От `z` к `x` ведут 2³⁰ путей, больше миллиарда. Сколько узлов
# придётся посетить на обратном пути? Назовите число, потом запустите ячейку.

# %% id="04-s11-count" tags=["run"]
from minigrad.lesson.scalars import collect

x = z = Scalar(1)
for _ in range(30):
    z = z + z
len(collect(z)), backward(z)[x]

# %% [markdown] id="04-s11-note" lang="en"
# Thirty-one nodes for a billion roads. Each node adds up what arrives and runs once, so nobody ever lists the roads.
#
# That is why backpropagation is affordable: it visits every node once, and its work is usually two to three times that
# of the way forward, however many leaves wait for a gradient.

# %% [markdown] id="04-s11-note" lang="ru"
# Тридцать один узел на миллиард путей. Каждый узел складывает пришедшее и работает один раз, поэтому перебирать пути
# не приходится.
#
# Вот почему обратное распространение доступно по цене: каждый узел посещается один раз, а работы обычно в два-три раза
# больше, чем на прямом проходе, сколько бы листьев ни ждало градиента.

# %% [markdown] id="04-s12-torch" lang="en" tags=["torch"]
# ## The same in PyTorch
#
# PyTorch's engine keeps a count of missing contributions for each node, and of the ready nodes it takes the newest:
# every node has a number that grows, `sequence_nr`. Hooks work on tensors (`p.register_hook`) and on nodes
# (`z.grad_fn.register_hook`). This is what real PyTorch printed.

# %% [markdown] id="04-s12-torch" lang="ru" tags=["torch"]
# ## То же в PyTorch
#
# Движок PyTorch помнит для каждого узла, сколько вкладов ещё не пришло, а из готовых узлов берёт самый новый: у каждого
# есть растущий номер `sequence_nr`. Хуки вешают и на тензоры (`p.register_hook`), и на узлы (`z.grad_fn.register_hook`).
# Вот что напечатал настоящий PyTorch.

# %% id="04-s12-box" tags=["torch"]
nb.torch_box("04-a")

# %% [markdown] id="04-s12-exit" lang="en"
# ## Exit ticket

# %% [markdown] id="04-s12-exit" lang="ru"
# ## Билет на выход

# %% id="04-s12-ticket" tags=["widget"]
nb.quiz("04-exit")

# %% [markdown] id="04-s12-muddiest" lang="en"
# **What is still unclear?** Double-click this cell and write one sentence for yourself, or for your teacher:
#
# *…*

# %% [markdown] id="04-s12-muddiest" lang="ru"
# **Что осталось непонятным?** Щёлкните дважды по этой ячейке и напишите одно предложение себе или преподавателю:
#
# *…*

# %% id="04-s12-progress" tags=["run"]
nb.progress()

# %% [markdown] id="04-s13-card" lang="en" tags=["slide"]
# ## Summary card
#
# - Six verbs: collect, order, seed, push, accumulate, free.
# - Push: upstream × local = contribution, one for each input.
# - × swaps partners, + distributes, max routes, a fork adds.
# - Multiply along a road, add over the roads: `+=`.
# - A node pushes when all its contributions are in, and only once.
# - Gradients are computed for everything on the way, and kept in leaves.
#
# All words in bold stand in the [glossary](../../docs/glossary.md).

# %% [markdown] id="04-s13-card" lang="ru" tags=["slide"]
# ## Коротко о главном
#
# - Шесть глаголов: собрать, упорядочить, затравить, передать, накопить, освободить.
# - Передать: пришедший × локальная = вклад, по одному на каждый вход.
# - × меняет партнёров местами, + раздаёт, max направляет, разветвление складывает.
# - Вдоль пути умножаем, по путям складываем: `+=`.
# - Узел передаёт, когда пришли все вклады, и только один раз.
# - Градиенты вычисляются для всего, что лежит на пути, а хранятся в листьях.
#
# Все выделенные слова есть в [глоссарии](../../docs/glossary.ru.md).

# %% [markdown] id="04-s13-next" lang="en"
# ## Where next
#
# Lesson 05 asks what remains after `backward()`: what is freed, what accumulates, and when `retain_graph` is needed.
# In lesson 06 you write this engine yourself. The [map of the notebooks](../README.md) tells which lessons are there.

# %% [markdown] id="04-s13-next" lang="ru"
# ## Что дальше
#
# Урок 05 спрашивает, что остаётся после `backward()`: что освобождается, что накапливается и когда нужен
# `retain_graph`. В уроке 06 вы напишете этот движок сами. Какие уроки уже есть, показывает
# [карта блокнотов](../README.md).
