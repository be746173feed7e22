"""Where things stand: nothing overlaps, everything is inside, lines end where they should. No coordinate is golden."""

import re
from itertools import combinations

import pytest

from minigrad.draw.dot import Box, blocks
from minigrad.draw.layout import layout
from minigrad.trace.graph import Graph, OpNode
from tests.draw.graphs import ALL, Maker, article_a, chain, cut, fan_out, random_dag, skip_connection

DIRECTIONS = ["LR", "TB"]


@pytest.fixture(scope="module", params=[(name, direction) for name in ALL for direction in DIRECTIONS], ids="-".join)
def laid(request):
    name, direction = request.param
    graph = ALL[name]()
    return graph, layout(graph, direction)


def overlap(a: Box, b: Box) -> bool:
    return a.x < b.right and b.x < a.right and a.y < b.bottom and b.y < a.bottom


def test_every_part_has_its_place(laid):
    graph, found = laid
    assert set(found.boxes) == {part for block in blocks(graph, found.direction).values() for part in block.parts}
    keys = {key for key, _, _ in graph.value_edges()} | {key for key, _, _ in graph.gradient_edges()}
    assert set(found.lines) == keys


def test_no_two_parts_overlap(laid):
    _, found = laid
    for (one, a), (other, b) in combinations(found.boxes.items(), 2):
        assert not overlap(a, b), (one, a, other, b)


def numbers(d: str, direction: str):
    """The corners and control points of a path, in (x, y)."""
    x = y = 0.0
    for command, rest in re.findall(r"([MCHV])([^MCHV]*)", d):
        values = [float(v) for v in rest.split()]
        if command == "H":
            x = values[0]
        elif command == "V":
            y = values[0]
        else:
            for x, y in zip(values[0::2], values[1::2], strict=True):
                yield x, y
            continue
        yield x, y


def test_everything_is_in_the_picture(laid):
    _, found = laid
    for box in found.boxes.values():
        assert box.x >= 8 and box.y >= 12, "room for a halo and the marker above"
        assert box.right <= found.width - 8 and box.bottom <= found.height - 8
    for key, line in found.lines.items():
        for x, y in numbers(line.d, found.direction):
            assert 0 < x < found.width and 0 < y < found.height, key


def side(box: Box, point, direction, which):
    """Whether a point lies on the side of a box where lines of this direction leave ("end") or enter ("start")."""
    x, y = point
    if direction == "LR":
        edge = box.right if which == "end" else box.x
        return abs(x - edge) < 0.2 and box.y < y < box.bottom
    edge = box.bottom if which == "end" else box.y
    return abs(y - edge) < 0.2 and box.x < x < box.right


def test_values_go_from_card_to_function_to_card(laid):
    graph, found = laid
    for key, tail, head in graph.value_edges():
        line = found.lines[key]
        assert side(found.boxes[tail], line.start, found.direction, "end"), key
        assert side(found.boxes[head], line.end, found.direction, "start"), key


def lower(found, id):
    return found.boxes.get(f"{id}.slot") or found.boxes[f"{id}.floor"]


def test_gradients_go_from_slot_to_floor_to_slot(laid):
    graph, found = laid
    for key, start, end in graph.gradient_edges():
        line = found.lines[key]
        assert side(lower(found, end), line.end, found.direction, "end"), key
        if not graph[key.split(":")[1]].cut:
            assert side(lower(found, start), line.start, found.direction, "start"), key


def test_a_path_goes_from_its_start_to_its_end(laid):
    graph, found = laid
    for key, line in found.lines.items():
        points = list(numbers(line.d, found.direction))
        ends = [points[0], points[-1]] if key[0] == "e" else [points[-1], points[0]]
        assert ends[0] == pytest.approx(line.start, abs=0.06) and ends[1] == pytest.approx(line.end, abs=0.06)


def along_and_across(box, direction):
    return (box.x, box.right, box.y, box.bottom) if direction == "LR" else (box.y, box.bottom, box.x, box.right)


def straight_pieces(line, direction):
    """(from, to, across) of the pieces of a line that run along the ranks."""
    points = list(numbers(line.d, direction))
    turn = (lambda p: p) if direction == "LR" else (lambda p: (p[1], p[0]))
    turned = [turn(point) for point in points]
    commands = re.findall(r"[MCHV]", line.d)
    at, n = turned[0], 1
    for command in commands[1:]:
        if command == "C":
            at, n = turned[n + 2], n + 3
            continue
        yield min(at[0], turned[n][0]), max(at[0], turned[n][0]), at[1]
        at, n = turned[n], n + 1


def test_no_line_runs_through_a_block(laid):
    graph, found = laid
    for key, line in found.lines.items():
        for first, last, across in straight_pieces(line, found.direction):
            for part, box in found.boxes.items():
                start, end, top, bottom = along_and_across(box, found.direction)
                inside = first < end - 0.2 and start + 0.2 < last and top < across < bottom
                assert not inside, (key, part)


def test_the_two_lanes_never_share_a_line(laid):
    graph, found = laid
    pieces = {"e": [], "g": []}
    for key, line in found.lines.items():
        pieces[key[0]] += [(*piece, key) for piece in straight_pieces(line, found.direction)]
    for first, last, across, key in pieces["e"]:
        for start, end, other, back in pieces["g"]:
            if start < last - 1 and first < end - 1:
                assert abs(across - other) > 3, (key, back)


def test_two_tensors_never_share_a_track():
    graph = random_dag(100)
    found = layout(graph)
    tails = {key: tail for key, tail, _ in graph.value_edges()}
    pieces = [(*p, key) for key in tails for p in straight_pieces(found.lines[key], "LR") if p[1] - p[0] > 60]
    for (a, b, y, one), (c, d, z, other) in combinations(pieces, 2):
        if tails[one] != tails[other] and a < d - 1 and c < b - 1:
            assert abs(y - z) > 3, (one, other)


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_the_road_of_article_a_is_straight(direction):
    graph = article_a()
    found = layout(graph, direction)
    road = ["n1", "n3", "n4", "n5", "n6", "n8", "n9", "n10", "n11"]
    centres = {found.boxes[id].cy if direction == "LR" else found.boxes[id].cx for id in road}
    assert len(centres) == 1
    assert all("C" not in found.lines[f"{lane}:{op}:0"].d for lane in "eg" for op in ("n3", "n5", "n8", "n10"))


def test_article_a_fits_the_frame_and_the_narrow_page():
    wide, narrow = layout(article_a()), layout(article_a(), "TB")
    assert wide.width <= 858 and wide.height <= 202
    assert narrow.width <= 343
    assert wide.boxes["n5"].x - wide.boxes["n4"].right == 34


def test_values_stand_above_gradients_and_right_of_what_made_them():
    graph = skip_connection()
    found = layout(graph)
    for tensor in graph.tensors:
        assert found.boxes[tensor.id].bottom < found.boxes[f"{tensor.id}.slot"].y
    for key, tail, head in graph.value_edges():
        assert found.boxes[tail].right < found.boxes[head].x, key
    tall = layout(graph, "TB")
    for tensor in graph.tensors:
        assert tall.boxes[tensor.id].right < tall.boxes[f"{tensor.id}.slot"].x
    for key, tail, head in graph.value_edges():
        assert tall.boxes[tail].bottom < tall.boxes[head].y, key


def test_ranks_move_together_to_fit_but_not_below_18():
    graph = chain(4)
    natural, tight = layout(graph, frame=5000), layout(graph, frame=800)
    gap = min(tight.boxes[op.id].x - tight.boxes[op.inputs[0]].right for op in graph.ops)
    assert natural.width > 800 >= tight.width and 18 <= gap < 34
    assert layout(graph, frame=500).width == natural.width, "what cannot fit is not squeezed"


def test_a_weight_that_a_loop_reads_has_one_track():
    graph = chain(12)
    found = layout(graph)
    weight = graph.tensors[1].id
    heights = {
        piece[2]
        for key, tail, _ in graph.value_edges()
        if tail == weight
        for piece in straight_pieces(found.lines[key], "LR")
    }
    assert heights == {found.boxes[weight].cy}
    back = {
        piece[2]
        for key, _, end in graph.gradient_edges()
        if end == weight
        for piece in straight_pieces(found.lines[key], "LR")
    }
    assert back == {found.boxes[f"{weight}.slot"].cy}


def test_a_lone_tensor_stands_at_the_end_of_its_rank_near_its_reader():
    wide, tall = layout(article_a()), layout(article_a(), "TB")
    assert wide.boxes["n2"].right == wide.boxes["n4"].right == wide.boxes["n5"].x - 34
    assert tall.boxes["n2"].bottom == tall.boxes["n4"].bottom


def test_a_line_bends_only_between_ranks():
    """A function without a block-mate is narrower than its rank: its lines first run to the rank's end."""
    make = Maker()
    x = make.leaf("x")
    split = OpNode(make._id(), "split", "split", "Split", [x], [], "SplitBackward0", tracked=True, ways=[0])
    make.nodes.append(split)
    split.outputs = [make._tensor("result", name, name, "1", (), None, True, split.id) for name in "ab"]
    y = make.op("exp", "exp", "Exp", [x], "y", keep=[x])
    make.op("add", "+", "Add", [split.outputs[1], y], "z")
    graph = make.graph()
    found = layout(graph)
    end = found.boxes[y].right
    assert found.boxes[split.id].right < end
    for j in range(2):
        assert re.match(rf"M\S+ \S+H{end:g}", found.lines[f"e:{split.id}:out{j}"].d)


def test_inputs_enter_beside_each_other():
    graph = fan_out()
    found = layout(graph)
    for op in graph.ops:
        entries = [found.lines[f"e:{op.id}:{i}"].end for i in range(len(op.inputs))]
        assert len(set(entries)) == len(entries)
    square = Maker()
    x = square.leaf("x")
    square.op("mul", "×", "Mul", [x, x], "x*x", keep=[x, x])
    found = layout(square.graph())
    assert found.lines["e:n1:0"].end != found.lines["e:n1:1"].end
    assert found.lines["g:n1:0"].start != found.lines["g:n1:1"].start


def test_a_cut_stops_the_lower_lane_only():
    graph = cut()
    found = layout(graph)
    detach = next(op for op in graph.ops if op.cut)
    assert found.lines[f"e:{detach.id}:0"].end[0] == found.boxes[detach.id].x
    start = found.lines[f"g:{detach.id}:0"].start
    assert found.boxes[f"{detach.id}.floor"].x <= start[0] <= found.boxes[f"{detach.id}.floor"].cx
    assert f"g:{detach.id}:out0" not in found.lines


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_small_and_odd_graphs(direction):
    empty = layout(Graph(), direction)
    assert empty.boxes == {} and empty.lines == {} and empty.width > 0
    make = Maker()
    make.leaf("alone")
    make.const("5", "c")
    two = layout(make.graph(), direction)
    assert not overlap(two.boxes["n0"], two.boxes["n1"])


def test_unknown_direction_and_engine():
    with pytest.raises(ValueError, match="LR, TB"):
        layout(article_a(), "left")
    with pytest.raises(ValueError, match="auto, wasm, dot"):
        layout(article_a(), engine="fdp")


@pytest.mark.parametrize("seed", range(2, 8))
@pytest.mark.parametrize("reach", [3, 40])
def test_other_dags(seed, reach):
    graph = random_dag(60, reach, seed)
    for direction in DIRECTIONS:
        found = layout(graph, direction)
        test_no_two_parts_overlap((graph, found))
        test_everything_is_in_the_picture((graph, found))
        test_no_line_runs_through_a_block((graph, found))
        test_the_two_lanes_never_share_a_line((graph, found))
        for _, tail, head in graph.value_edges():
            a, b = found.boxes[tail], found.boxes[head]
            assert (a.right < b.x) if direction == "LR" else (a.bottom < b.y), (tail, head)
