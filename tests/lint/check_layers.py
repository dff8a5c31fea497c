"""The layers and who may include whom. Prints each bad include; exit 1 if there is one.

core/base <- core <- {cloud, ui, app}; core/base <- training; app -> ui, core, cloud. ui, cloud and training never know
each other. Nothing includes upwards, through "..", or a third-party header that its layer may not use.
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
ALLOWED = {
    "core/base": {"core/base"},
    "core": {"core/base", "core"},
    "training": {"core/base", "training"},
    "cloud": {"core/base", "core", "cloud"},
    "ui": {"core/base", "core", "ui"},
    "app": {"core/base", "core", "cloud", "ui", "app"},
}
WIDGETS = r"<(QtWidgets|QtGui|QtCharts|QtSvg|QtPrintSupport)/|<Q(Widget|Application|Main|Dialog|Chart|Color|Painter|Image|Pixmap|Icon|Font|Palette|Svg|Abstract(Button|ItemView|ScrollArea)|Label|Push|Line(Edit|Series)|Table(View|Widget)|Tree|Menu|Action|ToolB|Status|Clipboard|GuiApplication)"
BANNED = {  # layer -> patterns of third-party includes
    "core/base": [r"<Q[A-Zt]", r"<(torch|ATen|c10)/", r"<(sqlite3|SQLiteCpp)", r"<yaml-cpp", r"<opencv2"],
    "core": [WIDGETS, r"<(torch|ATen|c10)/", r"<QtSql|<QSql", r"<opencv2"],
    "cloud": [WIDGETS, r"<(torch|ATen|c10)/", r"<(sqlite3|SQLiteCpp)", r"<opencv2"],
    "training": [r"<Q[A-Zt]", r"<(sqlite3|SQLiteCpp)", r"<opencv2/(imgcodecs|highgui)"],
    "ui": [r"<(torch|ATen|c10)/", r"<(sqlite3|SQLiteCpp)", r"<opencv2", r"<QtSql|<QSql"],
    "app": [r"<(torch|ATen|c10)/", r"<(sqlite3|SQLiteCpp)", r"<opencv2"],
}
CHARTS = re.compile(r"<QtCharts/|<Q(Chart|ValueAxis|LogValueAxis|BarSeries|BarSet|LineSeries|ScatterSeries|AreaSeries|BarCategoryAxis|AbstractSeries|AbstractAxis)")


def layer_of(path):
    parts = path.parts
    if parts[:2] == ("core", "base"):
        return "core/base"
    return parts[0] if parts[0] in ALLOWED else None


bad = []
graph = {}
for file in sorted(root.rglob("*")):
    if file.suffix not in (".h", ".cpp"):
        continue
    relative = file.relative_to(root)
    layer = layer_of(relative)
    if layer is None:
        continue
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        match = re.match(r'\s*#\s*include\s*([<"][^>"]+[>"])', line)
        if not match:
            continue
        include = match.group(1)
        where = f"{relative}:{number}: {include}"
        if ".." in include:
            bad.append(f"{where} goes through ..")
        for pattern in BANNED[layer]:
            if re.search(pattern, include):
                bad.append(f"{where} may not be used in {layer}")
        if re.search(r"<(sqlite3|SQLiteCpp)", include) and layer == "core" and relative.parts[1] != "store":
            bad.append(f"{where} belongs in core/store only")
        if CHARTS.search(include) and relative.parts[:2] != ("ui", "charts"):
            bad.append(f"{where} belongs in ui/charts only")
        if include.startswith('"'):
            target = pathlib.Path(include.strip('"'))
            if not (root / target).exists():
                if not target.name.startswith(("moc_", "ui_")) and target.suffix != ".moc":
                    bad.append(f"{where} is no file of the tree")
                continue
            other = layer_of(target)
            if other not in ALLOWED[layer]:
                bad.append(f"{where}: {layer} may not know {other}")
            if file.suffix == ".h" and target.suffix == ".h":
                graph.setdefault(str(relative), set()).add(str(target))

# Circular includes between headers: none allowed.
state = {}


def visit(node, trail):
    state[node] = 1
    for next_node in sorted(graph.get(node, ())):
        if state.get(next_node) == 1:
            bad.append("circular include: " + " -> ".join(trail + [node, next_node]))
        elif next_node not in state:
            visit(next_node, trail + [node])
    state[node] = 2


for start in sorted(graph):
    if start not in state:
        visit(start, [])

print("\n".join(bad) if bad else "layers: clean")
sys.exit(1 if bad else 0)
