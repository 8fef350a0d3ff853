import { join } from "node:path";
import { z } from "zod";
import type { Benchmark, BenchmarkSet, LoadOptions, Place } from "../../benchmark/benchmark.ts";

import { bagMatch } from "../../scores/sql/execution-match.ts";
import { BAG_EX, STRICT, scoreSql, VA } from "../../scores/sql/score-sql.ts";
import {
  checkedContent,
  checkedFolder,
  countNote,
  DataFolder,
  leftOutNote,
  noSplit,
} from "../data-folder.ts";
import { intendedByQuery } from "../intended-by-query.ts";

/** A clause as Spider's parser writes it: conditions with "and" and "or" between them. */
const conditions = z.array(z.union([z.string(), z.array(z.unknown())]));

/** A query as the `sql` member of Spider's files has it (taoyds/spider, process_sql.py). */
const parsed = z.object({
  select: z.tuple([z.boolean(), z.array(z.array(z.unknown()))]),
  from: z.object({ table_units: z.array(z.unknown()), conds: conditions }),
  where: conditions,
  groupBy: z.array(z.array(z.unknown())),
  having: conditions,
  orderBy: z.array(z.unknown()),
  limit: z.unknown(),
  intersect: z.unknown(),
  union: z.unknown(),
  except: z.unknown(),
});

type Parsed = z.infer<typeof parsed>;

type SpiderHardness = "easy" | "medium" | "hard" | "extra";

/** Place of LIKE among the parser's operators. */
const LIKE = 9;

/**
 * How hard a query is by Spider's own definition (`eval_hardness` of taoyds/spider, evaluation.py), from the parsed query that Spider's published
 * files carry. Undefined where the file carries none: the definition is over that parser's tree and no other.
 */
export function spiderHardness(sql: unknown): SpiderHardness | undefined {
  const read = parsed.safeParse(sql);
  if (!read.success) return undefined;
  const clauses = clauseCount(read.data);
  const nested = nestedCount(read.data);
  const others = otherCount(read.data);
  if (clauses <= 1 && others === 0 && nested === 0) return "easy";
  if (nested === 0 && ((others <= 2 && clauses <= 1) || (clauses <= 2 && others < 2))) return "medium";
  if (nested === 0 && ((others > 2 && clauses <= 2) || (clauses > 2 && clauses <= 3 && others <= 2)))
    return "hard";
  return clauses <= 1 && others === 0 && nested <= 1 ? "hard" : "extra";
}

/** The original's component 1: clauses beyond SELECT and FROM, joins, ORs and LIKEs. */
function clauseCount({ from, where, groupBy, having, orderBy, limit }: Parsed): number {
  const all = [...units(from.conds), ...units(where), ...units(having)];
  return (
    Number(where.length > 0) +
    Number(groupBy.length > 0) +
    Number(orderBy.length > 0) +
    Number(limit !== null && limit !== undefined) +
    Math.max(0, from.table_units.length - 1) +
    [from.conds, where, having].flatMap(joiners).filter((word) => word === "or").length +
    all.filter((unit) => unit[1] === LIKE).length
  );
}

/** Component 2: queries within conditions, and those joined by a set operator. */
function nestedCount({ from, where, having, intersect, union, except }: Parsed): number {
  const values = [from.conds, where, having].flatMap(units).flatMap((unit) => [unit[3], unit[4]]);
  return [...values.filter(isObject), ...[intersect, union, except].filter(isObject)].length;
}

/** More than one aggregate, selected column, condition or grouping column. What is an aggregate is taken as the original takes it, by the first member. */
function otherCount({ select: [, selected], where, groupBy, having, orderBy }: Parsed): number {
  const sorted = (Array.isArray(orderBy[1]) ? orderBy[1] : []) as readonly (readonly unknown[])[];
  const sortUnits = sorted.flatMap((unit) => [unit[1], unit[2]]).filter(Array.isArray);
  const counted = [...selected, ...units(where), ...groupBy, ...sortUnits, ...having];
  const aggregates = counted.filter((unit) => isSet(unit[0])).length;
  return (
    Number(aggregates > 1) +
    Number(selected.length > 1) +
    Number(where.length > 1) +
    Number(groupBy.length > 1)
  );
}

/** The original compares with 0, so that `true` (NOT) and the first letter of a joining word count as well. */
function isSet(first: unknown): boolean {
  return first !== 0 && first !== false;
}

function units(all: z.infer<typeof conditions>): readonly (readonly unknown[])[] {
  return all.filter((_, at) => at % 2 === 0).filter((each) => typeof each !== "string");
}

function joiners(all: z.infer<typeof conditions>): readonly unknown[] {
  return all.filter((_, at) => at % 2 === 1);
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const MEASURES = [BAG_EX, STRICT, VA];

const spiderQuestion = z.object({
  db_id: z.string().regex(/^[\w-]+$/u),
  question: z.string(),
  query: z.string(),
  sql: z.unknown().optional(),
});

/**
 * Spider's development set (Yu et al., 2018; taoyds/spider). A task is called by its place in `dev.json`, from 0. Group: `hardness`, where the file
 * carries the parsed queries that Spider defines it by.
 */
export const spiderBenchmark: Benchmark = {
  name: "spider",
  title: "Spider: questions on small databases of many domains, dev (yale-lily.github.io/spider)",
  measures: MEASURES,
  load,
};

async function load(options: LoadOptions): Promise<BenchmarkSet> {
  const folder = new DataFolder(checkedFolder("spider", options, ["split"]), "dev.json and database/");
  if (options.split !== undefined && options.split !== "dev") throw noSplit("Spider", options.split, ["dev"]);
  const file = folder.needed(["dev.json"]);
  const content = await folder.json(file);
  const questions = checkedContent(z.array(spiderQuestion), content, file, "list of Spider's questions");
  const places: Record<string, Place> = {};
  for (const db of new Set(questions.map(({ db_id }) => db_id))) {
    const database = join("database", db, `${db}.sqlite`);
    if (!folder.has(database)) continue;
    places[db] = { targets: [join(folder.path, database)] };
    await folder.noteChecksum(database);
  }
  const all = questions.map(({ db_id, question, query, sql }, at) => {
    const hardness = spiderHardness(sql);
    return {
      id: String(at),
      place: db_id,
      question,
      groups: hardness === undefined ? {} : { hardness },
      gold: { sql: query },
      oracle: { sql: query },
      intended: intendedByQuery(query),
    };
  });
  const tasks = all.filter(({ place }) => Object.hasOwn(places, place));
  const ungraded = tasks.filter(({ groups }) => groups.hardness === undefined).length;
  return {
    tasks,
    places,
    checksums: folder.checksums,
    notes: [
      ...leftOutNote(
        questions.map(({ db_id }) => db_id),
        places,
      ),
      ...countNote(
        ungraded,
        tasks,
        `have no hardness: ${file} does not carry Spider's parsed queries, by which it is defined.`,
      ),
    ],
    score: scoreSql({ measures: MEASURES, match: spiderMatch, timings: 0 }),
  };
}

/** Spider's evaluator takes rows as ordered wherever the gold says ORDER BY, within brackets too. */
function spiderMatch(
  ...[predicted, gold, goldSql]: Parameters<Parameters<typeof scoreSql>[0]["match"]>
): boolean {
  return bagMatch(predicted, gold, goldSql.toLowerCase().includes("order by"));
}
