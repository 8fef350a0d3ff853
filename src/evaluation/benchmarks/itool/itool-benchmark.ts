import { join } from "node:path";
import { z } from "zod";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type {
  Answered,
  Benchmark,
  BenchmarkSet,
  BenchmarkTask,
  IntendedReading,
  LoadOptions,
  Measure,
  Place,
  ScoreContext,
  Scored,
} from "../../benchmark/benchmark.ts";
import { callThroughEnvironment } from "../../itool/call-through-environment.ts";
import { itoolGold } from "../../itool/follow-solution.ts";
import { type ItoolGold, type ItoolItem, itoolItems } from "../../itool/itool-item.ts";
import { keptInMemory } from "../../itool/kept-in-memory.ts";
import { scoreItool } from "../../itool/score-itool.ts";
import { solutionPlan } from "../../itool/solution-plan.ts";
import { CORRECT_PATH, EXTRA_CALLS, operationsCalled, pathScores } from "../../scores/api/path-score.ts";
import {
  checkedContent,
  checkedFolder,
  checkOptions,
  contentChecksum,
  DataFolder,
  ofSet,
} from "../data-folder.ts";

const LAYOUT =
  "items.json (docs/itool.md), openapi.json or openapi.yaml, and answers.json where answers were computed beforehand";
const DOCUMENTS = ["openapi.json", "openapi.yaml", "openapi.yml"];

const golds = z.record(
  z.string(),
  z.object({ answer: z.json().exactOptional(), needsQuestion: z.boolean() }),
);

/** The bundled set. */
interface BundledItool {
  readonly items: unknown;
  readonly answers: unknown;
}

interface Loaded {
  readonly items: readonly ItoolItem[];
  /** Undefined if they are computed when needed. */
  readonly answers: Readonly<Record<string, ItoolGold>> | undefined;
  readonly place: Place;
  readonly checksums: Readonly<Record<string, string>>;
}

/**
 * Itool (Query when need, Chapters 4 and 6): queries to an API that cannot be fulfilled as they stand, and clear ones to compare with. Without a folder
 * the bundled set over the sample API; with one, any set in the same format. Group: `category`.
 */
export function itoolBenchmark(bundled: () => Promise<BundledItool>): Benchmark {
  return {
    name: "itool",
    title: "Itool: queries to an API of which the user has to be asked (Query when need, Chapter 4)",
    measures: [SUCCESS, CORRECT_PATH, EXTRA_CALLS, MISSED],
    load: async (options) =>
      setOf(await (options.folder === undefined ? bundledSet(bundled, options) : folderSet(options))),
  };
}

/** @throws FuxiError `data-invalid` */
export function itoolGolds(content: unknown, file: string): Readonly<Record<string, ItoolGold>> {
  return checkedContent(golds, content, file, "record of the answers of a set") as Readonly<
    Record<string, ItoolGold>
  >;
}

async function bundledSet(bundled: () => Promise<BundledItool>, options: LoadOptions): Promise<Loaded> {
  checkOptions("itool", options, []);
  const { items, answers } = await bundled();
  return {
    items: itoolItems(items),
    answers: itoolGolds(answers, "itool-answers.json"),
    place: { targets: ["sample:cinema-api"] },
    checksums: {
      "itool-items.json": contentChecksum(items),
      "itool-answers.json": contentChecksum(answers),
    },
  };
}

async function folderSet(options: LoadOptions): Promise<Loaded> {
  const folder = new DataFolder(checkedFolder("itool", options, ["server"]), LAYOUT);
  const items = itoolItems(await folder.json("items.json"));
  const document = folder.needed(DOCUMENTS);
  await folder.noteChecksum(document);
  const answers = folder.has("answers.json")
    ? itoolGolds(await folder.json("answers.json"), "answers.json")
    : undefined;
  const unknown = items.find(({ id }) => answers !== undefined && !Object.hasOwn(answers, id));
  if (unknown !== undefined)
    throw new FuxiError("data-invalid", `answers.json has no answer of the item ${unknown.id}.`);
  return {
    items,
    answers,
    place: {
      targets: [join(folder.path, document)],
      ...(options.server === undefined ? {} : { server: options.server }),
    },
    checksums: folder.checksums,
  };
}

function setOf({ items, answers, place, checksums }: Loaded): BenchmarkSet {
  const byId = new Map(items.map((item) => [item.id, item]));
  const computed = new Map<string, Promise<ItoolGold>>();
  const goldOf = (item: ItoolItem, context: ScoreContext): Promise<ItoolGold> => {
    const known = answers?.[item.id];
    if (known !== undefined) return Promise.resolve(known);
    const gold = computed.get(item.id) ?? computedGold(item, context);
    computed.set(item.id, gold);
    // A failure is not cached: the next try may succeed.
    gold.catch(() => computed.delete(item.id));
    return gold;
  };
  return {
    tasks: items.map((item) =>
      itoolTask(item, answers?.[item.id], { place: "api", groups: { category: item.category } }),
    ),
    places: { api: place },
    checksums,
    notes:
      answers === undefined
        ? [
            "The folder has no answers.json: answers are computed by following each solution on the server when a run is scored, and every query with a question is taken to need it.",
          ]
        : [],
    async score(answered, context) {
      const item = ofSet(byId.get(answered.task.id), answered.task.id);
      return scoreItoolRun(item, await goldOf(item, context), answered);
    },
  };
}

function computedGold(
  item: ItoolItem,
  { environments, signal, milliseconds }: ScoreContext,
): Promise<ItoolGold> {
  const environment = environments.find(({ capabilities }) => capabilities.api !== undefined);
  if (environment === undefined)
    throw new FuxiError("usage", "The task's place has no API to score an answer by.");
  const limits = { rows: 100_000, characters: 1_000_000, milliseconds };
  const act = { principal: { id: "evaluation" }, signal, limits, artifacts: keptInMemory() };
  return itoolGold(item, callThroughEnvironment(environment, act));
}

export const SUCCESS: Measure = {
  id: "success",
  name: "Success",
  description:
    "The right answer stands in what was answered; what no operation can do was declined (Query when need, Table 6.1, where people judged).",
  unit: "share",
};

export const MISSED: Measure = {
  id: "missed",
  name: "Missed",
  description:
    "Of the queries that have to be asked about, those of which nothing was asked: another understanding has another answer, or what a call needs is not in it.",
  unit: "share",
};

/** An item as a task. Without a computed gold, it is assumed to need its question. */
export function itoolTask(
  item: ItoolItem,
  gold: ItoolGold | undefined,
  place: Pick<BenchmarkTask, "place" | "groups">,
): BenchmarkTask {
  const path = item.solution.map(({ operation }) => operation);
  return {
    id: item.id,
    question: item.query,
    ...place,
    gold: { ...(gold?.answer === undefined ? {} : { answer: gold.answer }), path },
    ...(item.solution.length === 0 ? {} : { oracle: { plan: solutionPlan(item) } }),
    intended: intendedOf(item, gold),
  };
}

function intendedOf(item: ItoolItem, gold: ItoolGold | undefined): IntendedReading {
  const { category, intended, reply, question, words, about } = item;
  const isClear = category === "clear";
  const mayAsk = category === "problematic";
  const needed = !mayAsk && (gold?.needsQuestion ?? question !== "") ? { needed: question } : {};
  return {
    names: intended === "" ? [] : [intended],
    ...(reply === "" ? {} : { answer: reply }),
    ...needed,
    ...(mayAsk ? { mayAsk } : {}),
    words: isClear ? [] : [...words, ...about],
  };
}

/** Scores of a run on an item. The path is scored if the item has one, a missed question if one was needed. */
export function scoreItoolRun(item: ItoolItem, gold: ItoolGold, { run }: Answered): Scored {
  const { success, missed } = scoreItool(item, gold, run);
  const called = operationsCalled(run.events);
  const isNeeded = gold.needsQuestion && item.category !== "problematic";
  return {
    scores: {
      [SUCCESS.id]: Number(success),
      ...(item.solution.length === 0
        ? {}
        : pathScores(
            item.solution.map(({ operation }) => operation),
            called,
          )),
      ...(isNeeded ? { [MISSED.id]: Number(missed) } : {}),
    },
    ...(run.outcome.type === "answered" ? { predicted: run.outcome.answer.text } : {}),
  };
}
