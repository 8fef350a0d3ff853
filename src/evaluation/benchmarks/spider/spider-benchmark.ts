import { join } from "node:path";
import { z } from "zod";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { Benchmark, BenchmarkSet, LoadOptions } from "../../benchmark/benchmark.ts";
import type { Place } from "../../benchmark/place.ts";
import { bagMatch } from "../../scores/sql/bag-match.ts";
import { scoreSql } from "../../scores/sql/score-sql.ts";
import { BAG_EX, STRICT, VA } from "../../scores/sql/sql-measures.ts";
import { checkedFolder, DataFolder } from "../data-folder.ts";
import { intendedByQuery } from "../intended-by-query.ts";
import { leftOutNote } from "../left-out-note.ts";
import { spiderHardness } from "./spider-hardness.ts";

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
  if (options.split !== undefined && options.split !== "dev") {
    throw new FuxiError("usage", `Spider has no split "${options.split}" here.`, { hint: "Give dev." });
  }
  const file = folder.needed(["dev.json"]);
  const questions = readQuestions(await folder.json(file), file);
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
      ...(ungraded === 0
        ? []
        : [
            `${ungraded} of ${tasks.length} questions have no hardness: ${file} does not carry Spider's parsed queries, by which it is defined.`,
          ]),
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

function readQuestions(content: unknown, file: string): readonly z.infer<typeof spiderQuestion>[] {
  const read = z.array(spiderQuestion).safeParse(content);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const [at, ...path] = issue?.path ?? [];
  const where = at === undefined ? "It" : `Entry ${Number(at) + 1}`;
  throw new FuxiError(
    "data-invalid",
    `${file} is no list of Spider's questions. ${where}: ${path.join(".")} ${issue?.message}.`,
  );
}
