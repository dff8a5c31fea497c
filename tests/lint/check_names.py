#!/usr/bin/env python3
"""Presets compile several sources of a layer at a time (CMake's unity build): private constants, types and macros of its .cpp files
need different names, whichever files are neighbours today. Exit 1 with the offenders."""
import collections
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
DEFINITION = re.compile(r"^(?:(?:static |inline )*constexpr [^=({;]*?\b(k[A-Z]\w*)|(?:struct|class|enum class|enum) (\w+)(?: final)?(?: :[^:].*)?$|#define (\w+))", re.M)
bad = 0
for layer in ("core/base", "core", "cloud", "ui", "app", "training"):
    where = collections.defaultdict(set)
    for file in sorted((root / layer).rglob("*.cpp")):
        if layer == "core" and "base" in file.relative_to(root / layer).parts[:1]:
            continue
        for match in DEFINITION.finditer(file.read_text(encoding="utf-8")):
            where[next(g for g in match.groups() if g)].add(file.relative_to(root).as_posix())
    for name, files in sorted(where.items()):
        if len(files) > 1:
            print(f"{name} is defined in {', '.join(sorted(files))}: give each a telling name")
            bad += 1
print("names: clean" if bad == 0 else f"names: {bad} clashes")
sys.exit(1 if bad else 0)
