import { join } from "node:path";
import { z } from "zod";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { Benchmark, BenchmarkSet, BenchmarkTask, LoadOptions } from "../../benchmark/benchmark.ts";

import { CORRECT_PATH, EXTRA_CALLS, operationsCalled, pathScores } from "../../scores/api/path-score.ts";

import { checkedContent, checkedFolder, DataFolder, noSplit } from "../data-folder.ts";

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
  if (splits.length === 0) throw noSplit("RestBench", options.split, SPLITS);
  if (options.server !== undefined && splits.length > 1) {
    throw new FuxiError("usage", "One server cannot be that of both TMDB and Spotify.", {
      hint: "Name the split, too.",
    });
  }
  const read = await Promise.all(splits.map((split) => readSplit(split, folder)));
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

async function readSplit(split: (typeof SPLITS)[number], folder: DataFolder) {
  const file = folder.needed([`${split}.json`, `datasets/${split}.json`]);
  const document = folder.needed([`${split}_oas.json`, `specs/${split}_oas.json`]);
  const set = checkedContent(queries, await folder.json(file), file, "list of RestBench's queries");
  const operations = operationsOf(await folder.json(document), document);
  const absent: string[] = [];
  const tasks = set.map(({ query, solution }, at): BenchmarkTask => {
    const id = `${split}-${at + 1}`;
    const path = solution.map((written) => {
      const operation = meantBy(written, operations);
      if (operation === undefined) absent.push(`${id} ${JSON.stringify(written)}`);
      return operation ?? written.trim();
    });
    return {
      id,
      place: split,
      question: query,
      groups: { api: split, calls: path.length < 4 ? String(path.length) : "4 and more" },
      gold: { path },
      intended: { names: [...new Set(path)] },
    };
  });
  const notes =
    absent.length === 0
      ? []
      : [
          `Gold operations of ${split} that are not in its document, so that their paths cannot be met: ${absent.join(", ")}.`,
        ];
  return { split, document, tasks, notes };
}

function operationsOf(content: unknown, file: string): readonly string[] {
  const document = checkedContent(paths, content, file, "OpenAPI document");
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => Object.hasOwn(item, method)).map(
      (method) => `${method.toUpperCase()} ${path}`,
    ),
  );
}

/** The document's operation for a step of a gold path. Undefined if none or several fit. */
function meantBy(written: string, operations: readonly string[]): string | undefined {
  if (operations.includes(written)) return written;
  const same = operations.filter((operation) => formOf(operation) === formOf(written));
  return same.length === 1 ? same[0] : undefined;
}

/** A normal form of an operation: without spaces and parameter names, the method in upper case. */
function formOf(operation: string): string {
  const [, method = "", path = ""] = /^\s*(\S+)\s+(.*?)\s*$/u.exec(operation) ?? [];
  return `${method.toUpperCase()} ${path.replace(/\s+/gu, "").replace(/\{[^}]*\}/gu, "{}")}`;
}
