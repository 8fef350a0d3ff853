"""
What the evaluators of BIRD and Spider say of pairs of queries. They are not part of this repository; a folder holds them as published:
mini_dev/evaluation_{ex,f1,ves,utils}.py of bird-bench/mini_dev, and spider/exec_eval.py of taoyds/test-suite-sql-eval.

python3 scripts/sql-scores/official.py <folder> < request.json > reply.json

The request: {"pairs": [{"database": file, "gold": sql, "predicted": sql}], "timings": [[[gold, predicted], ...]]}.
The reply: {"pairs": [{"ex", "softF1", "spider"}], "rewards": [...]}.
"""

import json
import os
import sqlite3
import sys
import types


def stand_in(name, **members):
    """The evaluators import packages that these definitions do not need."""
    module = types.ModuleType(name)
    for key, value in members.items():
        setattr(module, key, value)
    sys.modules.setdefault(name, module)


class FunctionTimedOut(Exception):
    pass


def func_timeout(_seconds, function, args=()):
    return function(*args)


def nothing(*_args, **_more):
    return None


stand_in("func_timeout", func_timeout=func_timeout, FunctionTimedOut=FunctionTimedOut)
stand_in("psycopg2")
stand_in("pymysql")
stand_in("tqdm")
stand_in("parse", get_all_preds_for_execution=nothing, remove_distinct=nothing)

folder = sys.argv[1]
sys.path[:0] = [os.path.join(folder, "mini_dev"), os.path.join(folder, "spider")]

import evaluation_ex  # noqa: E402
import evaluation_f1  # noqa: E402
import evaluation_ves  # noqa: E402
import exec_eval  # noqa: E402


def spider(database, gold, predicted):
    """As exec_eval's eval_exec_match goes about one database, with --keep_distinct."""
    connection = sqlite3.connect(database)
    connection.text_factory = lambda octets: octets.decode(errors="ignore")
    wanted = connection.execute(gold).fetchall()
    try:
        found = connection.execute(predicted).fetchall()
    except Exception:
        return 0
    return int(exec_eval.result_eq(wanted, found, order_matters="order by" in gold.lower()))


def scored(pair):
    database, gold, predicted = pair["database"], pair["gold"], pair["predicted"]
    given = (predicted, gold, database, 0, 30.0, "SQLite")
    return {
        "ex": evaluation_ex.execute_model(*given)["res"],
        "softF1": evaluation_f1.execute_model(*given)["res"],
        "spider": spider(database, gold, predicted),
    }


def reward(timings):
    """The original's tiers and cleaning, with these times in place of measured ones; it asks for the prediction's first."""
    times = iter([each for gold, predicted in timings for each in (predicted, gold)])
    evaluation_ves.execute_sql = lambda _sql, _path, _dialect, return_time=False: next(times) if return_time else []
    return evaluation_ves.iterated_execute_sql("", "", "", len(timings), "SQLite")


request = json.load(sys.stdin)
json.dump(
    {
        "pairs": [scored(pair) for pair in request.get("pairs", [])],
        "rewards": [reward(timings) for timings in request.get("timings", [])],
    },
    sys.stdout,
)
