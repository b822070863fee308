#!/usr/bin/env python3
"""chart-values.py CHART [--check]: writes the table of values.yaml into the chart's README.md, or says whether it is current.

Every key that is not a group has a "# -- meaning" line above it. Only the YAML that our values.yaml uses is read.
"""
import pathlib
import re
import sys

chart = pathlib.Path(sys.argv[1])
rows, path, meaning, errors = [], [], None, []
lines = (chart / "values.yaml").read_text().splitlines()
for number, line in enumerate(lines):
    if match := re.match(r"\s*# -- (.*)", line):
        meaning = match.group(1)
        continue
    match = re.match(r"( *)([A-Za-z]+):(?: (.*))?$", line)
    if not match:
        continue
    depth = len(match.group(1)) // 2
    path = path[:depth] + [match.group(2)]
    if match.group(3) is None:
        continue
    if meaning is None:
        errors.append(f"values.yaml:{number + 1}: {'.'.join(path)} has no '# --' line")
    rows.append(f"| `{'.'.join(path)}` | `{match.group(3)}` | {meaning} |")
    meaning = None

readme = chart / "README.md"
text = readme.read_text()
begin, end = "<!-- values -->\n", "<!-- /values -->"
head, rest = text.split(begin)
table = "\n".join(["| key | default | meaning |", "|---|---|---|", *rows]) + "\n"
current = head + begin + table + end + rest.split(end)[1]
if "--check" in sys.argv:
    if current != text:
        errors.append(f"{readme}: the table of values is not current; run .ci/chart-values.py {chart}")
else:
    readme.write_text(current)
if errors:
    sys.exit("\n".join(errors))
