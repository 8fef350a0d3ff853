"""
What AgentBench says of predicted and gold sets: the functions that score its knowledge graph task, over made-up sets. AgentBench is not part of this
repository; the file is src/server/tasks/knowledgegraph/task.py of THUDM/AgentBench (cases: at 4717ba1).

python3 scripts/graph-scores/reference.py <task.py> > test/evaluation/scores/graph/reference-cases.json
"""

import ast
import json
import random
import sys

ABOUT = (
    "Made by scripts/graph-scores/reference.py: main_metric, EM and executability of THUDM/AgentBench "
    "src/server/tasks/knowledgegraph/task.py at 4717ba1, over made-up sets."
)
FUNCTIONS = {"main_metric": "f1", "EM": "em", "executability": "va"}


def functions_of(path):
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    found = {
        node.name: node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name in FUNCTIONS
    }
    lacking = FUNCTIONS.keys() - found.keys()
    if lacking:
        sys.exit(f"{path} has no {', '.join(sorted(lacking))}")
    return ast.Module(body=list(found.values()), type_ignores=[])


def scored(module, predicted, gold):
    names = {"outputs": [{"predict": predicted}], "targets": [set(gold)]}
    exec(compile(module, "task.py", "exec"), names)  # noqa: S102 - a file that whoever runs this has chosen
    return {measure: names[function]() for function, measure in FUNCTIONS.items()}


def sets():
    yield [], []
    yield [], ["m.01"]
    yield ["m.01"], []
    yield ["m.01"], ["m.01"]
    yield ["m.01"], ["m.02"]
    yield ["m.01", "m.01", "m.02"], ["m.01"]
    yield ["3"], ["3"]
    yield ["3"], ["4"]
    draw = random.Random(11)
    for _ in range(200):
        pool = [f"m.0{number}" for number in range(draw.choice([2, 5, 30, 300]))]
        predicted = [draw.choice(pool) for _ in range(draw.randrange(0, len(pool) + 1))]
        gold = draw.sample(pool, draw.randrange(0, len(pool) + 1))
        if draw.random() < 0.15:
            predicted = draw.sample(gold, len(gold))
        yield predicted, gold


module = functions_of(sys.argv[1])
cases = [
    {"predicted": predicted, "gold": gold, **scored(module, predicted, gold)}
    for predicted, gold in sets()
    if len(predicted) + len(gold) < 120
]
lines = ",\n".join("    " + json.dumps(case) for case in cases)
print(f'{{\n  "about": {json.dumps(ABOUT)},\n  "cases": [\n{lines}\n  ]\n}}')
