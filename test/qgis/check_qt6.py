"""Says as JSON what the plugin takes of Qt that Qt 6 does not have, or not under that name: the rules of QGIS's own script
for the way from Qt 5 (scripts/pyqt5_to_pyqt6), held against PyQt6 itself. Needs PyQt6, and no QGIS.

Use: check_qt6.py FILE.py...
"""

import ast
import importlib
import json
import sys
from pathlib import Path

GONE = {"exec_", "qApp", "QRegExp", "QDesktopWidget", "resources_rc"}


def taken_from_qt(tree):
    """@returns what each name means in PyQt6, and those that it does not have."""
    known, faults = {}, []
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom) or not (node.module or "").startswith("qgis.PyQt"):
            continue
        package = importlib.import_module(node.module.replace("qgis.PyQt", "PyQt6", 1))
        for name in node.names:
            if hasattr(package, name.name):
                known[name.asname or name.name] = getattr(package, name.name)
            else:
                faults.append((node, f"{node.module} has no {name.name}"))
    return known, faults


def chain_of(node):
    """The dotted name that begins with a plain one, or nothing."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return [node.id, *reversed(parts)] if isinstance(node, ast.Name) and parts else []


def faults_of(path):
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    known, faults = taken_from_qt(tree)
    for node in ast.walk(tree):
        name = getattr(node, "attr", None) or getattr(node, "id", None)
        if name in GONE or (isinstance(node, ast.ImportFrom) and GONE & {each.name for each in node.names}):
            faults.append((node, "gone in Qt 6"))
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "addAction" and len(node.args) >= 4:
            faults.append((node, "addAction takes other arguments"))
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "desktop" and not node.args:
            faults.append((node, "there is no desktop()"))
        first, *rest = chain_of(node) or [None]
        if first not in known:
            continue
        if first == "QVariant":
            faults.append((node, "QVariant has no types: QMetaType has"))
            continue
        meant = known[first]
        for part in rest:
            if not hasattr(meant, part):
                faults.append((node, f"{'.'.join([first, *rest])}: no {part}"))
                break
            meant = getattr(meant, part)
    return [f"{path.name}:{node.lineno} {why}" for node, why in faults]


print(json.dumps([fault for path in sys.argv[1:] for fault in faults_of(Path(path))]))
