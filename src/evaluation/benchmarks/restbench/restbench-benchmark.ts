import { join } from "node:path";
import { z } from "zod";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { Benchmark, BenchmarkSet, LoadOptions } from "../../benchmark/benchmark.ts";
import type { BenchmarkTask } from "../../benchmark/benchmark-task.ts";
import { operationsCalled } from "../../scores/api/operations-called.ts";
import { CORRECT_PATH, EXTRA_CALLS, pathScores } from "../../scores/api/path-measures.ts";
import { checkedFolder, DataFolder } from "../data-folder.ts";
import { beginsWithIdentifier, type GoldStep, goldSteps } from "./gold-path.ts";
import { pathPlan } from "./path-plan.ts";

const SPLITS = ["tmdb", "spotify"] as const;
const LAYOUT =
  "tmdb.json with tmdb_oas.json and spotify.json with spotify_oas.json, or datasets/ and specs/ as in RestGPT's repository";
const METHODS = ["get", "head", "post", "put", "patch", "delete", "options"];

const queries = z.array(z.object({ query: z.string().min(1), solution: z.array(z.string().min(1)).min(1) }));
const paths = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

/**
 * RestBench (Song et al., "RestGPT: Connecting Large Language Models with Real-World RESTful APIs", 2023): queries to the movie database TMDB and to
 * Spotify with the operations that fulfil them. Split: `tmdb` or `spotify`; both without one. Groups: `api`, `calls` (length of the gold path).
 */
export const restbenchBenchmark: Benchmark = {
  name: "restbench",
  title: "RestBench: queries to TMDB and Spotify with the operations they take (restgpt.github.io)",
  measures: [CORRECT_PATH, EXTRA_CALLS],
  load,
};

async function load(options: LoadOptions): Promise<BenchmarkSet> {
  const folder = new DataFolder(checkedFolder("restbench", options, ["split", "server"]), LAYOUT);
  const splits = SPLITS.filter((each) => options.split === undefined || each === options.split);
  if (splits.length === 0) {
    throw new FuxiError("usage", `RestBench has no split "${options.split}".`, {
      hint: `Give one of ${SPLITS.join(", ")}, or none for both.`,
    });
  }
  if (options.server !== undefined && splits.length > 1) {
    throw new FuxiError("usage", "One server cannot be that of both TMDB and Spotify.", {
      hint: "Name the split, too.",
    });
  }
  // Arguments that are made up are for answers that are made up, too.
  const oracleOf = (path: readonly string[]): Pick<BenchmarkTask, "oracle"> =>
    options.server === undefined ? { oracle: { plan: pathPlan(path) } } : {};
  const read = await Promise.all(splits.map((split) => readSplit(split, folder, oracleOf)));
  return {
    tasks: read.flatMap(({ tasks }) => tasks),
    places: Object.fromEntries(
      read.map(({ split, document }) => [
        split,
        {
          targets: [join(folder.path, document)],
          ...(options.server === undefined ? { answers: "typed" as const } : { server: options.server }),
        },
      ]),
    ),
    checksums: folder.checksums,
    notes: [
      ...(options.server === undefined
        ? [
            "No server of these APIs was given: answers are made up in the declared types. The operations that are called are measured, not whether a query was fulfilled.",
          ]
        : ["Whether a query was fulfilled is not measured: RestBench has no answers to compare with."]),
      ...read.flatMap(({ notes }) => notes),
    ],
    async score({ task, run }) {
      const called = operationsCalled(run.events);
      return { scores: pathScores(pathOf(task), called), predicted: called.join(" → ") };
    },
  };
}

function pathOf({ gold }: BenchmarkTask): readonly string[] {
  return (gold["path"] as readonly string[] | undefined) ?? [];
}

async function readSplit(
  split: (typeof SPLITS)[number],
  folder: DataFolder,
  oracleOf: (path: readonly string[]) => Pick<BenchmarkTask, "oracle">,
) {
  const file = folder.needed([`${split}.json`, `datasets/${split}.json`]);
  const document = folder.needed([`${split}_oas.json`, `specs/${split}_oas.json`]);
  const set = queries.safeParse(await folder.json(file));
  if (!set.success) {
    const [issue] = set.error.issues;
    const [at, ...path] = issue?.path ?? [];
    const where = at === undefined ? "It" : `Entry ${Number(at) + 1}`;
    throw new FuxiError(
      "data-invalid",
      `${file} is no list of RestBench's queries. ${where}: ${path.join(".")} ${issue?.message}.`,
    );
  }
  const step = goldSteps(operationsOf(await folder.json(document), document));
  const all = set.data.map(({ query, solution }, at) => ({
    id: `${split}-${at + 1}`,
    query,
    steps: solution.map(step),
  }));
  const tasks = all.map(({ id, query, steps }): BenchmarkTask => {
    const path = steps.map(({ operation, written }) => operation ?? written.trim());
    return {
      id,
      place: split,
      question: query,
      groups: { api: split, calls: path.length < 4 ? String(path.length) : "4 and more" },
      gold: { path },
      ...oracleOf(path),
      intended: { names: [...new Set(path)] },
    };
  });
  return { split, document, tasks, notes: slipNotes(split, all) };
}

function operationsOf(content: unknown, file: string): readonly string[] {
  const read = paths.safeParse(content);
  if (!read.success) throw new FuxiError("data-invalid", `${file} is no OpenAPI document: it has no paths.`);
  return Object.entries(read.data.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => Object.hasOwn(item, method)).map(
      (method) => `${method.toUpperCase()} ${path}`,
    ),
  );
}

function slipNotes(
  split: string,
  all: readonly { readonly id: string; readonly steps: readonly GoldStep[] }[],
): readonly string[] {
  const steps = all.flatMap(({ id, steps: own }) => own.map((step) => ({ id, ...step })));
  const mended = steps.filter((step) => step.mended);
  const absent = steps.filter(({ operation }) => operation === undefined);
  const unstarted = all.filter(({ steps: own }) => beginsWithIdentifier(own)).map(({ id }) => id);
  const told = (some: typeof steps): string =>
    some.map(({ id, written }) => `${id} ${JSON.stringify(written)}`).join(", ");
  return [
    ...(mended.length === 0
      ? []
      : [
          `${mended.length} of ${steps.length} gold operations of ${split} are written in another way than the document's, and were read as the document's: ${told(mended)}.`,
        ]),
    ...(absent.length === 0
      ? []
      : [
          `${absent.length} of ${steps.length} gold operations of ${split} are not in its document, so that their paths cannot be met: ${told(absent)}.`,
        ]),
    ...(unstarted.length === 0
      ? []
      : [
          `${unstarted.length} of ${all.length} gold paths of ${split} ${unstarted.length === 1 ? "begins" : "begin"} with a thing whose identifier neither the query nor a call before gives, and cannot be followed without further calls: ${unstarted.join(", ")}.`,
        ]),
  ];
}
