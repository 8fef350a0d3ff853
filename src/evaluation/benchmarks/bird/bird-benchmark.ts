import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { Benchmark, BenchmarkSet, LoadOptions } from "../../benchmark/benchmark.ts";
import type { BenchmarkTask } from "../../benchmark/benchmark-task.ts";
import type { Place } from "../../benchmark/place.ts";
import { executionMatch } from "../../scores/sql/execution-match.ts";
import { scoreSql } from "../../scores/sql/score-sql.ts";
import { EX, R_VES, SOFT_F1, STRICT, VA } from "../../scores/sql/sql-measures.ts";
import { checkedFolder, DataFolder } from "../data-folder.ts";
import { intendedByQuery } from "../intended-by-query.ts";
import { leftOutNote } from "../left-out-note.ts";
import { BIRD_DIALECTS, type BirdDialect, birdPlace, serverOf } from "./bird-places.ts";
import { type BirdQuestion, birdQuestions } from "./bird-question.ts";
import { contentLabels } from "./content-labels.ts";

const LAYOUT =
  "dev.json and dev_databases/ (for the split mini-dev: mini_dev_<dialect>.json, there or in mini_dev/, mini_dev_data/ or MINIDEV/)";
const DEV = "dev.json";
const MINI_DEV_FOLDERS = ["", "mini_dev/", "mini_dev_data/", "MINIDEV/"];
const MEASURES = [EX, STRICT, VA, SOFT_F1, R_VES];

/**
 * BIRD's development set and its Mini-Dev in three dialects (Li et al., "Can LLM Already Serve as a Database Interface?", 2023;
 * bird-bench/mini_dev). Groups: `difficulty` as published, `content` by the labels of Middleware for LLMs.
 */
export const birdBenchmark: Benchmark = {
  name: "bird",
  title: "BIRD: questions on databases with dirty content, dev and Mini-Dev (bird-bench.github.io)",
  measures: MEASURES,
  load,
};

async function load(options: LoadOptions): Promise<BenchmarkSet> {
  const path = checkedFolder("bird", options, ["split", "dialect", "server", "timings"]);
  const dialect = dialectOf(options);
  const server = serverOf(dialect, options.server);
  const folder = new DataFolder(path, LAYOUT);
  const file = folder.needed(
    options.split === "mini-dev" ? MINI_DEV_FOLDERS.map((each) => `${each}mini_dev_${dialect}.json`) : [DEV],
  );
  const questions = birdQuestions(await folder.json(file), file);
  const labels = await labelsOf(file, folder);
  const places: Record<string, Place> = {};
  for (const db of new Set(questions.map(({ db_id }) => db_id))) {
    const found = birdPlace(folder, file, db, server);
    if (found === undefined) continue;
    places[db] = found.place;
    if (found.file !== undefined) await folder.noteChecksum(found.file);
  }
  const kept = withIds(questions).filter(({ question }) => places[question.db_id] !== undefined);
  const tasks = kept.map(({ id, question }) => birdTask(id, question, labels?.(question)));
  return {
    tasks,
    places,
    checksums: folder.checksums,
    notes: [
      ...leftOutNote(
        questions.map(({ db_id }) => db_id),
        places,
      ),
      ...contentNote(tasks, labels !== undefined),
    ],
    score: scoreSql({ measures: MEASURES, match: executionMatch, timings: options.timings ?? 0 }),
  };
}

type LabelOf = (question: BirdQuestion) => "yes" | "no" | undefined;

/** The labels are of the questions of dev: Mini-Dev words a few of them anew, which have none then. Undefined without labels. */
async function labelsOf(file: string, folder: DataFolder): Promise<LabelOf | undefined> {
  const labels = await contentLabels(folder);
  if (labels === undefined) return undefined;
  const dev = file !== DEV && folder.has(DEV) ? birdQuestions(await folder.json(DEV), DEV) : [];
  const wordings = new Map(dev.map(({ question_id, question }) => [String(question_id), question]));
  return ({ question_id, question }) => {
    const id = String(question_id);
    return (wordings.get(id) ?? question) === question ? labels.get(id) : undefined;
  };
}

/** @throws FuxiError `usage` */
function dialectOf({ split = "dev", dialect = "sqlite" }: LoadOptions): BirdDialect {
  if (split !== "dev" && split !== "mini-dev") {
    throw new FuxiError("usage", `BIRD has no split "${split}".`, { hint: "Give dev or mini-dev." });
  }
  if (!Object.hasOwn(BIRD_DIALECTS, dialect)) {
    const known = Object.keys(BIRD_DIALECTS).join(", ");
    throw new FuxiError("usage", `BIRD has no gold in "${dialect}".`, { hint: `Give one of ${known}.` });
  }
  if (split === "dev" && dialect !== "sqlite") {
    throw new FuxiError("usage", `The gold of BIRD's split dev is written for SQLite, not for ${dialect}.`, {
      hint: "Take the split mini-dev.",
    });
  }
  return dialect as BirdDialect;
}

/** Mini-Dev has a few questions twice: the second is called `137-2`. */
function withIds(
  questions: readonly BirdQuestion[],
): readonly { readonly id: string; readonly question: BirdQuestion }[] {
  const seen = new Map<string, number>();
  return questions.map((question) => {
    const id = String(question.question_id).replaceAll("/", "_");
    const times = (seen.get(id) ?? 0) + 1;
    seen.set(id, times);
    return { id: times === 1 ? id : `${id}-${times}`, question };
  });
}

function birdTask(
  id: string,
  { db_id, question, evidence, SQL, difficulty }: BirdQuestion,
  content: string | undefined,
): BenchmarkTask {
  const knowledge = evidence?.trim() ? { oracleKnowledge: evidence.trim() } : {};
  return {
    id,
    place: db_id,
    question,
    ...knowledge,
    groups: { ...(difficulty ? { difficulty } : {}), ...(content === undefined ? {} : { content }) },
    gold: { sql: SQL },
    oracle: { sql: SQL },
    intended: { ...intendedByQuery(SQL), ...explained(evidence) },
  };
}

/** BIRD's evidence is a list with semicolons. */
function explained(evidence: BirdQuestion["evidence"]): { readonly explanations?: readonly string[] } {
  const statements = (evidence ?? "").split(";").map((each) => each.trim());
  const explanations = statements.filter((each) => each !== "");
  return explanations.length === 0 ? {} : { explanations };
}

function contentNote(tasks: readonly BenchmarkTask[], hasLabels: boolean): readonly string[] {
  if (!hasLabels) return [];
  const without = tasks.filter(({ groups }) => groups.content === undefined).length;
  if (without === 0) return [];
  return [
    `${without} of ${tasks.length} questions are in no group of content: require_content_info.json has no label for them, or they were worded anew since.`,
  ];
}
