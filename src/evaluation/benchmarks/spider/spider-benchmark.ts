import { join } from "node:path";
import { z } from "zod";
import type { Benchmark, BenchmarkSet, LoadOptions, Place } from "../../benchmark/benchmark.ts";

import { bagMatch } from "../../scores/sql/execution-match.ts";
import { BAG_EX, scoreSql, VA } from "../../scores/sql/score-sql.ts";
import { checkedContent, checkedFolder, DataFolder, leftOutNote, noSplit } from "../data-folder.ts";
import { intendedByQuery } from "../intended-by-query.ts";

const MEASURES = [BAG_EX, VA];

const spiderQuestion = z.object({
  db_id: z.string().regex(/^[\w-]+$/u),
  question: z.string(),
  query: z.string(),
});

/**
 * Spider's development set (Yu et al., 2018; taoyds/spider). A task is called by its place in `dev.json`, from 0.
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
  const all = questions.map(({ db_id, question, query }, at) => ({
    id: String(at),
    place: db_id,
    question,
    groups: {},
    gold: { sql: query },
    oracle: { sql: query },
    intended: intendedByQuery(query),
  }));
  const tasks = all.filter(({ place }) => Object.hasOwn(places, place));
  return {
    tasks,
    places,
    checksums: folder.checksums,
    notes: leftOutNote(
      questions.map(({ db_id }) => db_id),
      places,
    ),
    score: scoreSql({ measures: MEASURES, match: spiderMatch, timings: 0 }),
  };
}

/** Spider's evaluator takes rows as ordered wherever the gold says ORDER BY, within brackets too. */
function spiderMatch(
  ...[predicted, gold, goldSql]: Parameters<Parameters<typeof scoreSql>[0]["match"]>
): boolean {
  return bagMatch(predicted, gold, goldSql.toLowerCase().includes("order by"));
}
