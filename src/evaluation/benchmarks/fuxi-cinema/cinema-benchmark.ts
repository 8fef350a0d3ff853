import { z } from "zod";
import type {
  Answered,
  Benchmark,
  BenchmarkSet,
  BenchmarkTask,
  IntendedReading,
  Measure,
  Scored,
} from "../../benchmark/benchmark.ts";

import { type ItoolGold, type ItoolItem, itoolItems } from "../../itool/itool-item.ts";

import { CORRECT_PATH, EXTRA_CALLS } from "../../scores/api/path-score.ts";
import { EM, F1, type GoldMember, GRAPH_VA, scoreGraph } from "../../scores/graph/score-graph.ts";

import { executionMatch } from "../../scores/sql/execution-match.ts";
import { EX, scoreSql, VA } from "../../scores/sql/score-sql.ts";
import { checkedContent, checkOptions, contentChecksum, noSplit, ofSet } from "../data-folder.ts";
import { intendedByQuery } from "../intended-by-query.ts";
import { itoolGolds, itoolTask, MISSED, scoreItoolRun } from "../itool/itool-benchmark.ts";
import { namesOfProgram } from "../path-task.ts";

/** Content of the sample's question files, by file name. */
type CinemaFiles = Readonly<Record<(typeof CINEMA_FILES)[number], unknown>>;

const CINEMA_FILES = [
  "questions.json",
  "knowledge-base-questions.json",
  "unclear-questions.json",
  "two-turn-questions.json",
  "question-golds.json",
  "itool-items.json",
  "itool-answers.json",
] as const;

const environment = z.enum(["cinema", "cinema-kb"]);
const answers = z.array(z.string());

const databaseQuestions = z.array(
  z.object({ id: z.string(), question: z.string(), sql: z.string(), tags: z.array(z.string()).min(1) }),
);
const graphQuestions = z.array(z.object({ id: z.string(), kind: z.string(), question: z.string() }));
const unclearQuestions = z.array(
  z.object({
    id: z.string(),
    environment,
    question: z.string(),
    kind: z.string(),
    words: z.array(z.string()),
    understandings: z.array(z.object({ meaning: z.string(), gold: z.string() })),
    reply: z.string(),
  }),
);
const followUps = z.array(
  z.object({
    id: z.string(),
    environment,
    first: z.string(),
    firstGold: z.string(),
    second: z.string(),
    secondGold: z.string(),
  }),
);
const golds = z.object({
  knowledgeBase: z.record(z.string(), z.object({ answers, program: z.string().optional() })),
  unclear: z.record(
    z.string(),
    z.object({
      behaviour: z.enum(["ask", "answer", "unanswerable"]),
      understanding: z.int().min(0).optional(),
      answers: answers.optional(),
    }),
  ),
  followUp: z.record(z.string(), z.object({ first: z.string(), answers: answers.optional() })),
});

type UnclearQuestion = z.infer<typeof unclearQuestions>[number];
type FollowUp = z.infer<typeof followUps>[number];
type CinemaGolds = z.infer<typeof golds>;

/** The parsed questions of the sample. */
interface CinemaContent {
  readonly database: z.infer<typeof databaseQuestions>;
  readonly graph: z.infer<typeof graphQuestions>;
  readonly unclear: readonly UnclearQuestion[];
  readonly followUps: readonly FollowUp[];
  readonly golds: CinemaGolds;
  readonly items: readonly ItoolItem[];
  readonly itoolGolds: Readonly<Record<string, ItoolGold>>;
}

/** @throws FuxiError `data-invalid` */
function cinemaContent(files: CinemaFiles): CinemaContent {
  return {
    database: checked(databaseQuestions, "questions.json", files),
    graph: checked(graphQuestions, "knowledge-base-questions.json", files),
    unclear: checked(unclearQuestions, "unclear-questions.json", files),
    followUps: checked(followUps, "two-turn-questions.json", files),
    golds: checked(golds, "question-golds.json", files),
    items: itoolItems(files["itool-items.json"]),
    itoolGolds: itoolGolds(files["itool-answers.json"], "itool-answers.json"),
  };
}

const checked = <T>(schema: z.ZodType<T>, file: keyof CinemaFiles, files: CinemaFiles): T =>
  checkedContent(schema, files[file], file, "file of the sample");

/** Targets to open for each value of the group `environment`. */
const CINEMA_PLACES = {
  database: { targets: ["sample:cinema"] },
  "knowledge-base": { targets: ["sample:cinema-kb"] },
  "rest-api": { targets: ["sample:cinema-api"] },
  both: { targets: ["sample:cinema-kb", "sample:cinema"] },
} as const;

type CinemaPlace = keyof typeof CINEMA_PLACES;

/** Prefix of the ids of Itool items, which other questions have too. */
const ITOOL = "itool-";

const itoolIdOf = (task: string): string => task.slice(ITOOL.length);

/** All questions of the sample: clear ones, unclear ones, follow-ups, and the Itool set. */
function cinemaTasks(content: CinemaContent): readonly BenchmarkTask[] {
  const { golds } = content;
  return [
    ...content.database.map(({ id, question, sql, tags: [kind = ""] }) => ({
      id,
      question,
      ...placed("database", "questions", kind),
      gold: { sql },
      oracle: { sql },
      intended: intendedByQuery(sql),
    })),
    ...content.graph.map(({ id, kind, question }) => graphTask(id, kind, question, golds)),
    ...content.unclear.map((each) => unclearTask(each, golds)),
    ...content.followUps.map((each) => followUpTask(each, golds)),
    ...content.items.map((item) => ({
      ...itoolTask(item, content.itoolGolds[item.id], placed("rest-api", "itool", item.category)),
      id: `${ITOOL}${item.id}`,
    })),
  ];
}

function placed(place: CinemaPlace, part: string, kind: string): Pick<BenchmarkTask, "place" | "groups"> {
  return { place, groups: { environment: place, part, kind } };
}

function graphTask(id: string, kind: string, question: string, golds: CinemaGolds): BenchmarkTask {
  const { answers = [], program } = golds.knowledgeBase[id] ?? {};
  return {
    id,
    question,
    ...placed(kind === "both" ? "both" : "knowledge-base", "questions", kind),
    gold: { answers, ...(program === undefined ? {} : { program }) },
    ...(program === undefined ? {} : { oracle: { program }, intended: { names: namesOfProgram(program) } }),
  };
}

function unclearTask(question: UnclearQuestion, golds: CinemaGolds): BenchmarkTask {
  const { id, kind, environment, understandings } = question;
  const { behaviour, understanding, answers } = golds.unclear[id] ?? {};
  const meant = understanding === undefined ? undefined : understandings[understanding];
  const isSql = environment === "cinema" && meant !== undefined;
  return {
    id,
    question: question.question,
    ...placed(environment === "cinema" ? "database" : "knowledge-base", "unclear", kind),
    gold: {
      behaviour: behaviour ?? "unanswerable",
      ...(isSql ? { sql: meant.gold } : {}),
      ...(answers === undefined ? {} : { answers }),
    },
    ...(isSql ? { oracle: { sql: meant.gold } } : {}),
    intended: intendedOf(question, meant, behaviour === "ask"),
  };
}

function intendedOf(
  { kind, words, reply }: UnclearQuestion,
  meant: UnclearQuestion["understandings"][number] | undefined,
  isNeeded: boolean,
): IntendedReading {
  const mayAsk = kind === "typo";
  const named = meant === undefined ? [] : [meant.meaning, ...literalsIn(meant.gold)];
  return {
    names: [...new Set([...(reply === "" ? [] : [reply]), ...named])],
    ...(reply === "" ? {} : { answer: reply }),
    ...(isNeeded && !mayAsk
      ? { needed: `What do you mean by ${words.map((each) => `"${each}"`).join(" and ")}?` }
      : {}),
    ...(mayAsk ? { mayAsk } : {}),
    words,
  };
}

/** Quoted texts of a query in SQL or SPARQL. */
function literalsIn(query: string): readonly string[] {
  return [...query.matchAll(/'((?:[^']|'')*)'|"([^"\\]+)"@en/gu)].map((match) =>
    (match[1] ?? match[2] ?? "").replaceAll("''", "'"),
  );
}

function followUpTask(
  { id, environment, first, firstGold, second, secondGold }: FollowUp,
  golds: CinemaGolds,
): BenchmarkTask {
  const { first: answer = "", answers } = golds.followUp[id] ?? {};
  const isSql = environment === "cinema";
  return {
    id,
    question: second,
    ...placed(isSql ? "database" : "knowledge-base", "follow-up", "follow-up"),
    previous: { run: `${id}-first`, question: first, answer, ...(isSql ? { evidence: firstGold } : {}) },
    gold: { ...(isSql ? { sql: secondGold } : {}), ...(answers === undefined ? {} : { answers }) },
    ...(isSql ? { oracle: { sql: secondGold }, intended: intendedByQuery(secondGold) } : {}),
  };
}

const SUCCESS: Measure = {
  id: "success",
  name: "Success",
  description:
    "Right by the measure of its kind: EX in the database, EM in the knowledge base and over both, the answer in the API; what nothing holds was declined.",
  unit: "share",
};

const ANY_VA: Measure = {
  ...VA,
  description: `${VA.description} In the knowledge base: ${GRAPH_VA.description.replace(/^Valid: /u, "")}`,
};

/**
 * The questions that come with the project's own sample, over all three kinds of environments: clear ones, unclear ones (half of which need their
 * question), follow-ups, and the Itool set. Split: an environment. Groups: `environment`, `part`, `kind`.
 */
export function cinemaBenchmark(bundled: () => Promise<CinemaFiles>): Benchmark {
  return {
    name: "fuxi-cinema",
    title: "fuxi-cinema: the bundled questions over a database, a knowledge base and an API, offline",
    measures: [SUCCESS, EX, F1, EM, ANY_VA, CORRECT_PATH, EXTRA_CALLS, MISSED],
    load: async (options) => {
      checkOptions("fuxi-cinema", options, ["split"]);
      const { split } = options;
      if (split !== undefined && !Object.hasOwn(CINEMA_PLACES, split))
        throw noSplit("fuxi-cinema", split, Object.keys(CINEMA_PLACES));
      return setOf(await bundled(), split);
    },
  };
}

function setOf(files: CinemaFiles, split: string | undefined): BenchmarkSet {
  const content = cinemaContent(files);
  const isChosen = (place: string): boolean => split === undefined || place === split;
  const tasks = cinemaTasks(content).filter(({ place }) => isChosen(place));
  return {
    tasks,
    places: Object.fromEntries(Object.entries(CINEMA_PLACES).filter(([place]) => isChosen(place))),
    checksums: Object.fromEntries(CINEMA_FILES.map((file) => [file, contentChecksum(files[file])])),
    notes: [
      "The questions were written for this project over made-up data: no figure here compares with a published one.",
    ],
    score: scoreCinema(content),
  };
}

function scoreCinema({ items, itoolGolds }: CinemaContent): BenchmarkSet["score"] {
  const byItem = new Map(items.map((item) => [item.id, item]));
  const sql = scoreSql({ measures: [EX, VA], match: executionMatch, timings: 0 });
  const graph = scoreGraph({
    measures: [F1, EM, GRAPH_VA],
    goldOf: ({ gold }) => ((gold["answers"] ?? []) as readonly string[]).map(goldMember),
    idKey: shortId,
  });
  return async (answered, context) => {
    const { task } = answered;
    if (task.groups["part"] === "itool") {
      const item = ofSet(byItem.get(itoolIdOf(task.id)), task.id);
      return scoreItoolRun(item, ofSet(itoolGolds[item.id], task.id), answered);
    }
    if (task.gold["behaviour"] === "unanswerable") return declined(answered);
    const [scored, measure] =
      task.gold["sql"] === undefined
        ? [await graph(answered, context), EM]
        : [await sql(answered, context), EX];
    const success = { [SUCCESS.id]: scored.scores[measure.id] ?? 0 };
    const scores = { ...success, ...scored.scores, ...missedIn(answered) };
    return { ...scored, scores };
  };
}

function declined({ run: { outcome } }: Answered): Scored {
  return {
    scores: { [SUCCESS.id]: Number(outcome.type === "unanswerable") },
    ...(outcome.type === "answered" ? { predicted: outcome.answer.text } : {}),
    ...(outcome.type === "unanswerable" ? {} : { remark: "Nothing in the sample holds what was asked for." }),
  };
}

function missedIn({ task, run }: Answered): Readonly<Record<string, number>> {
  if (task.gold["behaviour"] !== "ask" || task.intended?.mayAsk === true) return {};
  const wasAsked = run.events.some(
    (event) => event.type === "question-asked" && event.clarification.permission === undefined,
  );
  return { [MISSED.id]: Number(!wasAsked) };
}

/** Parses a gold answer: an entity (`person:3922` or an IRI), or a text that may be a label or a value. */
function goldMember(text: string): GoldMember {
  return /^(?:https:\/\/cinema\.example\/\S+|[a-z]+:[\w-]+)$/u.test(text) ? { id: text } : { text };
}

function shortId(id: string): string {
  return id.replace(/^<?https:\/\/cinema\.example\/([\w-]+)\/([^>]*)>?$/u, "$1:$2");
}
