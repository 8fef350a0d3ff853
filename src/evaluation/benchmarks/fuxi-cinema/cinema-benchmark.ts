import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { Answered, Benchmark, BenchmarkSet, LoadOptions, Scored } from "../../benchmark/benchmark.ts";
import type { BenchmarkTask } from "../../benchmark/benchmark-task.ts";
import type { Measure } from "../../benchmark/measure.ts";
import { CORRECT_PATH, EXTRA_CALLS } from "../../scores/api/path-measures.ts";
import { EM, F1, GRAPH_VA } from "../../scores/graph/graph-measures.ts";
import type { GoldMember } from "../../scores/graph/graph-member.ts";
import { scoreGraph } from "../../scores/graph/score-graph.ts";
import { executionMatch } from "../../scores/sql/execution-match.ts";
import { scoreSql } from "../../scores/sql/score-sql.ts";
import { EX, STRICT, VA } from "../../scores/sql/sql-measures.ts";
import { contentChecksum } from "../content-checksum.ts";
import { MISSED } from "../itool/itool-measures.ts";
import { scoreItoolRun } from "../itool/itool-tasks.ts";
import { CINEMA_FILES, type CinemaContent, type CinemaFiles, cinemaContent } from "./cinema-content.ts";
import { CINEMA_PLACES, cinemaTasks, itoolIdOf } from "./cinema-tasks.ts";

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
    measures: [SUCCESS, EX, STRICT, F1, EM, ANY_VA, CORRECT_PATH, EXTRA_CALLS, MISSED],
    load: async (options) => {
      checkOptions(options);
      return setOf(await bundled(), options.split);
    },
  };
}

function checkOptions(options: LoadOptions): void {
  const foreign = Object.entries(options).find(
    ([name, value]) => !["cacheFolder", "split"].includes(name) && value !== undefined,
  );
  if (foreign !== undefined) {
    throw new FuxiError("usage", `The benchmark fuxi-cinema has no option "${foreign[0]}".`, {
      hint: "It is bundled, and needs none.",
    });
  }
  const { split } = options;
  if (split === undefined || Object.hasOwn(CINEMA_PLACES, split)) return;
  throw new FuxiError("usage", `fuxi-cinema has no split "${split}".`, {
    hint: `Give one of ${Object.keys(CINEMA_PLACES).join(", ")}, or none for all.`,
  });
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
    oracleNotes: oracleNote(tasks),
    score: scoreCinema(content),
  };
}

/** What cannot be answered is declined by it rightly. */
function oracleNote(tasks: readonly BenchmarkTask[]): readonly string[] {
  const without = tasks.filter(
    ({ oracle, gold, groups }) =>
      oracle === undefined && gold["behaviour"] !== "unanswerable" && groups["kind"] !== "unsupported",
  );
  if (without.length === 0) return [];
  return [
    `The oracle has no gold for ${without.length} of ${tasks.length} questions and declines them: those over both environments, and unclear and follow-up ones about the knowledge base.`,
  ];
}

function scoreCinema({ items, itoolGolds }: CinemaContent): BenchmarkSet["score"] {
  const byItem = new Map(items.map((item) => [item.id, item]));
  const sql = scoreSql({ measures: [EX, STRICT, VA], match: executionMatch, timings: 0 });
  const graph = scoreGraph({
    measures: [F1, EM, GRAPH_VA],
    goldOf: ({ gold }) => ((gold["answers"] ?? []) as readonly string[]).map(goldMember),
    idKey: shortId,
  });
  return async (answered, context) => {
    const { task } = answered;
    if (task.groups["part"] === "itool") {
      const item = byItem.get(itoolIdOf(task.id));
      const gold = itoolGolds[item?.id ?? ""];
      if (item === undefined || gold === undefined)
        throw new FuxiError("usage", `The task ${task.id} is none of the set's.`);
      return scoreItoolRun(item, gold, answered);
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

/** Entities are written as `person:3922` or whole; anything else may be a label or a value. */
function goldMember(text: string): GoldMember {
  return /^(?:https:\/\/cinema\.example\/\S+|[a-z]+:[\w-]+)$/u.test(text) ? { id: text } : { text };
}

function shortId(id: string): string {
  return id.replace(/^<?https:\/\/cinema\.example\/([\w-]+)\/([^>]*)>?$/u, "$1:$2");
}
