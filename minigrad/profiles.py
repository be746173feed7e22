"""A profile in numbers: events added up by name, and the table that is printed of them."""

sortable = ("cpu_time_total", "self_cpu_time_total", "cpu_time", "count", "cpu_memory_usage", "self_cpu_memory_usage")


class EventAverage:
    """All events of one key: how many there were, their times in microseconds, the bytes that they made."""

    def __init__(self, key, shapes=()):
        self.key, self.input_shapes = key, shapes
        self.count = 0
        self.cpu_time_total = self.self_cpu_time_total = 0.0
        self.cpu_memory_usage = self.self_cpu_memory_usage = 0

    def add(self, event):
        """Take one more event into account."""
        self.count += 1
        self.cpu_time_total += event.cpu_time_total
        self.self_cpu_time_total += event.self_cpu_time_total
        self.cpu_memory_usage += event.bytes
        self.self_cpu_memory_usage += event.self_bytes

    @property
    def cpu_time(self):
        """Microseconds a call."""
        return self.cpu_time_total / self.count if self.count else 0.0

    def __repr__(self):
        return (f"<FunctionEventAvg key={self.key} self_cpu_time={time_text(self.self_cpu_time_total)} "
                f"cpu_time={time_text(self.cpu_time)} input_shapes={self.input_shapes or ''} "
                f"cpu_memory_usage={self.cpu_memory_usage}>")


class EventList(list):
    """Events, or averages of them, with a table."""

    def key_averages(self, group_by_input_shape=False):
        """Events of the same name (and shapes) added up, in the order in which the names came first."""
        averages = {}
        for event in self:
            shapes = event.input_shapes if group_by_input_shape else []
            key = event.name, str(shapes)
            averages.setdefault(key, EventAverage(event.name, shapes)).add(event)
        return EventList(averages.values())

    def total_average(self):
        """Everything added up under one key."""
        total = EventAverage("Total")
        for average in self:
            total.count += average.count
            total.self_cpu_time_total += average.self_cpu_time_total
            total.self_cpu_memory_usage += average.self_cpu_memory_usage
        total.cpu_time_total, total.cpu_memory_usage = total.self_cpu_time_total, total.self_cpu_memory_usage
        return total

    def table(self, sort_by=None, row_limit=100, max_name_column_width=55, header=None, top_level_events_only=False):
        """The averages as text, `row_limit` lines at most (-1: all), the largest `sort_by` first.

        Self CPU is time in the op itself, CPU total counts the ops that it called too.
        Raises ValueError for a key that cannot be sorted by. As `torch.profiler`'s table.
        """
        rows = list(self)
        if sort_by is not None:
            if sort_by not in sortable:
                raise ValueError(f"cannot sort by {sort_by!r}: choose one of {', '.join(sortable)}")
            rows.sort(key=lambda row: getattr(row, sort_by), reverse=True)
        total = sum(row.self_cpu_time_total for row in self)
        rows = rows if row_limit < 0 else rows[:row_limit]
        memory = any(row.cpu_memory_usage for row in self)
        shapes = any(row.input_shapes for row in self)
        cells = columns_of(total, max_name_column_width, memory, shapes)
        columns = [[title, *map(cell, rows)] for title, cell in cells]
        widths = [max(map(len, column)) + 2 for column in columns]
        line = "  ".join("-" * width for width in widths)
        body = ["  ".join(text.rjust(width) for text, width in zip(row, widths)) for row in zip(*columns)]
        top = [header] if header else []
        return "\n".join([*top, line, body[0], line, *body[1:], line, f"Self CPU time total: {time_text(total)}", ""])


def columns_of(total, width, memory, shapes):
    """[(title, how a row fills the cell)]."""
    def share(time):
        return f"{100 * time / total if total else 0:.2f}%"

    columns = [
        ("Name", lambda row: shortened(row.key, width)),
        ("Self CPU %", lambda row: share(row.self_cpu_time_total)),
        ("Self CPU", lambda row: time_text(row.self_cpu_time_total)),
        ("CPU total %", lambda row: share(row.cpu_time_total)),
        ("CPU total", lambda row: time_text(row.cpu_time_total)),
        ("CPU time avg", lambda row: time_text(row.cpu_time)),
    ]
    if memory:
        columns += [("CPU Mem", lambda row: bytes_text(row.cpu_memory_usage)),
                    ("Self CPU Mem", lambda row: bytes_text(row.self_cpu_memory_usage))]
    columns.append(("# of Calls", lambda row: str(row.count)))
    if shapes:
        columns.append(("Input Shapes", lambda row: str(row.input_shapes)))
    return columns


def shortened(name, width):
    return name if len(name) <= width else name[:width - 3] + "..."


def time_text(microseconds):
    """Microseconds in the unit that reads best."""
    for unit, size in (("s", 1e6), ("ms", 1e3)):
        if microseconds >= size:
            return f"{microseconds / size:.3f}{unit}"
    return f"{microseconds:.3f}us"


def bytes_text(count):
    for unit, size in (("GB", 2**30), ("MB", 2**20), ("KB", 2**10)):
        if abs(count) >= size:
            return f"{count / size:.2f} {unit}"
    return f"{count} B"
