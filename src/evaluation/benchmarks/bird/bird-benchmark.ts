import { dirname, join } from "node:path";
import { z } from "zod";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type {
  Benchmark,
  BenchmarkSet,
  BenchmarkTask,
  LoadOptions,
  Place,
} from "../../benchmark/benchmark.ts";

import { executionMatch } from "../../scores/sql/execution-match.ts";
import { EX, R_VES, SOFT_F1, scoreSql, VA } from "../../scores/sql/score-sql.ts";
import {
  checkedContent,
  checkedFolder,
  countNote,
  DataFolder,
  leftOutNote,
  noSplit,
  withIds,
} from "../data-folder.ts";
import { intendedByQuery } from "../intended-by-query.ts";

/** Dialects of the gold SQL, with the URL schemes of their servers. */
const BIRD_DIALECTS = {
  sqlite: [],
  postgresql: ["postgres:", "postgresql:"],
  mysql: ["mysql:", "mariadb:"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type BirdDialect = keyof typeof BIRD_DIALECTS;

/** The place of a database's questions, and its file if it is no server. */
interface BirdPlace {
  readonly place: Place;
  readonly file?: string;
}

/**
 * The place of a database's questions. Undefined if the database is not in the folder. For a server, the descriptions in the folder decide:
 * whether the server really has the database shows when it is opened.
 */
function birdPlace(
  folder: DataFolder,
  questions: string,
  db: string,
  server: URL | undefined,
): BirdPlace | undefined {
  const roots = [...new Set([dirname(questions), "."])];
  const descriptions = folder.first(
    roots.flatMap((root) => [
      join(root, "dev_databases", db, "database_description"),
      join(root, "database_description", db),
    ]),
  );
  const described = descriptions === undefined ? {} : { descriptionsFolder: join(folder.path, descriptions) };
  const file = folder.first(roots.map((root) => join(root, "dev_databases", db, `${db}.sqlite`)));
  if (server !== undefined) {
    if (file === undefined && descriptions === undefined) return undefined;
    return { place: { targets: [databaseOf(server, db)], ...described } };
  }
  if (file === undefined) return undefined;
  return { place: { targets: [join(folder.path, file)], ...described }, file };
}

/** @throws FuxiError `usage` for an address of another kind of server */
function serverOf(dialect: BirdDialect, address: string | undefined): URL | undefined {
  const schemes: readonly string[] = BIRD_DIALECTS[dialect];
  if (dialect === "sqlite") {
    if (address === undefined) return undefined;
    throw new FuxiError(
      "usage",
      "The databases of the dialect sqlite are files, so that no server holds them.",
      {
        hint: "Name the dialect of the server too: postgresql or mysql.",
      },
    );
  }
  const url = URL.parse(address ?? "");
  if (url !== null && schemes.includes(url.protocol)) return url;
  throw new FuxiError(
    "usage",
    `The dialect ${dialect} needs the address of the server that holds the databases.`,
    {
      hint: `Give it as ${schemes[0]}//user@host (a database per db_id) or ${schemes[0]}//user@host/BIRD (all tables in one, as published).`,
    },
  );
}

/** The database in the address, which holds all tables, as BIRD publishes them. Without one, the database named like the questions' `db_id`. */
function databaseOf(server: URL, db: string): string {
  if (!/^\/?$/u.test(server.pathname)) return server.href;
  const url = new URL(server.href);
  url.pathname = `/${db}`;
  return url.href;
}

const birdQuestion = z.object({
  question_id: z.union([z.int(), z.string()]),
  db_id: z.string().regex(/^[\w-]+$/u),
  question: z.string(),
  evidence: z.string().nullish(),
  SQL: z.string(),
  difficulty: z.string().nullish(),
});

/** One entry of `dev.json` or of a Mini-Dev file. */
type BirdQuestion = z.infer<typeof birdQuestion>;

const FILE = "require_content_info.json";

/** Ids of questions whose wording changed after they were labelled. */
const WORDED_ANEW: ReadonlySet<string> = new Set(["726", "728", "730", "738", "1323"]);

/**
 * Whether a question needs content of the database, by question id, as labelled by the authors of Middleware for LLMs (Section 4, Table 2).
 * Undefined without the file. Questions whose wording changed since are left out.
 * @throws FuxiError `data-invalid`
 */
async function contentLabels(folder: DataFolder): Promise<ReadonlyMap<string, "yes" | "no"> | undefined> {
  if (!folder.has(FILE)) return undefined;
  const labels = z.record(z.string(), z.boolean());
  const read = checkedContent(
    labels,
    await folder.json(FILE),
    FILE,
    "record of true or false by question id",
  );
  return new Map(
    Object.entries(read)
      .filter(([id]) => !WORDED_ANEW.has(id))
      .map(([id, needed]) => [id, needed ? "yes" : "no"]),
  );
}

const LAYOUT =
  "dev.json and dev_databases/ (for the split mini-dev: mini_dev_<dialect>.json, there or in mini_dev/, mini_dev_data/ or MINIDEV/)";
const DEV = "dev.json";
const MINI_DEV_FOLDERS = ["", "mini_dev/", "mini_dev_data/", "MINIDEV/"];
const MEASURES = [EX, VA, SOFT_F1, R_VES];

/**
 * BIRD's development set and its Mini-Dev in three dialects (Li et al., "Can LLM Already Serve as a Database Interface?", 2023;
 * bird-bench/mini_dev). Groups: `difficulty` as published; of dev, `content` by the labels of Middleware for LLMs.
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
  const questions = checkedContent(
    z.array(birdQuestion),
    await folder.json(file),
    file,
    "list of BIRD's questions",
  );
  // The labels are of the questions of dev: Mini-Dev words a few of them anew.
  const labels = file === DEV ? await contentLabels(folder) : undefined;
  const places: Record<string, Place> = {};
  for (const db of new Set(questions.map(({ db_id }) => db_id))) {
    const found = birdPlace(folder, file, db, server);
    if (found === undefined) continue;
    places[db] = found.place;
    if (found.file !== undefined) await folder.noteChecksum(found.file);
  }
  const kept = withIds(questions, ({ question_id }) => String(question_id)).filter(
    ({ question }) => places[question.db_id] !== undefined,
  );
  const tasks = kept.map(({ id, question }) =>
    birdTask(id, question, labels?.get(String(question.question_id))),
  );
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
        labels === undefined ? 0 : tasks.filter(({ groups }) => groups.content === undefined).length,
        tasks,
        "are in no group of content: require_content_info.json has no label for them, or they were worded anew since.",
      ),
    ],
    score: scoreSql({ measures: MEASURES, match: executionMatch, timings: options.timings ?? 0 }),
  };
}

/** @throws FuxiError `usage` */
function dialectOf({ split = "dev", dialect = "sqlite" }: LoadOptions): BirdDialect {
  if (split !== "dev" && split !== "mini-dev") {
    throw noSplit("BIRD", split, ["dev", "mini-dev"]);
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
