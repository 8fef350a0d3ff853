import { join } from "node:path";
import { z } from "zod";
import type { GoldPlan } from "../../../agent/policies/oracle-policy.ts";
import type { PolicyContext } from "../../../agent/strategy.ts";
import type { ApiCapability, ApiNeed } from "../../../environment/capabilities.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { isObject } from "../../../util/is-object.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import type { Benchmark, BenchmarkSet, BenchmarkTask, LoadOptions } from "../../benchmark/benchmark.ts";

import { CORRECT_PATH, EXTRA_CALLS, operationsCalled, pathScores } from "../../scores/api/path-score.ts";

import { checkedContent, checkedFolder, DataFolder, noSplit } from "../data-folder.ts";

const calls = z.object({
  calls: z.array(z.object({ operation: z.string(), body: z.object({ sha256: z.string() }) })),
});

interface Response {
  readonly operation: string;
  readonly body: Json;
}

/**
 * A gold path as calls, for an API whose answers are made up: RestBench tells the operations and no arguments. What must be given is a value of its
 * declared type; an identifier is taken from a response before it, of an operation that returns such ones if there is one, else whatever is called as
 * the argument is, or `id`. Which thing it stands for is not known, and without meaning here. One that no response has is not made up: the call goes
 * without it, and the tools say what is missing.
 */
function pathPlan(path: readonly string[]): (context: PolicyContext) => Promise<GoldPlan> {
  return async (context) => {
    const found = context.environments.find(({ capabilities }) => capabilities.api !== undefined);
    const environment = found?.id ?? context.environments[0]?.id ?? "";
    const api = found?.capabilities.api;
    const responses = await responsesOf(environment, context);
    const actions = path.map((operation, at) => ({
      environment,
      tool: "call_operation",
      // Those that were made stand only for their place.
      arguments: {
        operation,
        arguments: at < responses.length ? {} : argumentsOf(operation, responses, api),
      },
    }));
    return { actions, claim: { text: "Each operation of the path was called." }, environment };
  };
}

function argumentsOf(
  operation: string,
  responses: readonly Response[],
  api: ApiCapability | undefined,
): JsonObject {
  const needs = api?.needs?.(operation) ?? [];
  const given = needs.flatMap((need) => {
    if (!need.isIdentifier) return [[need.name, need.example] as const];
    const value = identifierIn(responses, need, api?.origins(operation, need.name) ?? []);
    return value === undefined ? [] : [[need.name, inFormOf(need.example, value)] as const];
  });
  return Object.fromEntries(given);
}

/** The latest response is looked at first. */
function identifierIn(
  responses: readonly Response[],
  { name }: ApiNeed,
  origins: ReturnType<ApiCapability["origins"]>,
): Json | undefined {
  const latest = responses.toReversed();
  for (const { operation, field } of origins) {
    const source = latest.find((each) => each.operation === operation);
    const value = source && scalarAt(source.body, field);
    if (value !== undefined) return value;
  }
  for (const { body } of latest) {
    const value = scalarCalled(body, name) ?? scalarCalled(body, "id");
    if (value !== undefined) return value;
  }
  return undefined;
}

function inFormOf(example: Json, value: Json): Json {
  if (Array.isArray(example)) return [value];
  return typeof example === "string" ? String(value) : value;
}

async function responsesOf(
  environment: string,
  { workspaces, act }: PolicyContext,
): Promise<readonly Response[]> {
  const made = calls.safeParse(workspaces.get(environment)?.state).data?.calls ?? [];
  return await Promise.all(
    made.map(async ({ operation, body: { sha256 } }) => ({
      operation,
      body: bodyOf(await act.artifacts.get(sha256, act.principal)),
    })),
  );
}

/** Null where there is none, as after a change. */
function bodyOf(content: Uint8Array): Json {
  const text = new TextDecoder().decode(content);
  return text.trim() === "" ? null : (JSON.parse(text) as Json);
}

/** The first text or number at a field as an `ArgumentOrigin` names it: `results[].id`. */
export function scalarAt(body: Json, field: string): Json | undefined {
  let at: Json | undefined = body;
  for (const step of field.split(".")) {
    const [, name = "", lists = ""] = /^(.*?)((?:\[\])*)$/u.exec(step) ?? [];
    if (name !== "") at = isObject(at) ? at[name] : undefined;
    for (let left = lists.length / 2; left > 0; left--) at = Array.isArray(at) ? at[0] : undefined;
  }
  return isScalar(at) ? at : undefined;
}

/** The first text or number under a name, what stands nearest to the top before what is within it. */
export function scalarCalled(body: Json, name: string): Json | undefined {
  let level: readonly Json[] = [body];
  while (level.length > 0) {
    const objects = level.filter(isObject);
    const found = objects.map((each) => each[name]).find(isScalar);
    if (found !== undefined) return found;
    level = level.flatMap((each) => (isObject(each) || Array.isArray(each) ? Object.values(each) : []));
  }
  return undefined;
}

function isScalar(value: Json | undefined): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

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
      ...oracleOf(path),
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

/** The document's operation that a step of a gold path means; undefined where none or several are meant. */
function meantBy(written: string, operations: readonly string[]): string | undefined {
  if (operations.includes(written)) return written;
  const same = operations.filter((operation) => formOf(operation) === formOf(written));
  return same.length === 1 ? same[0] : undefined;
}

/** The same for operations that differ in nothing but spaces, the case of the method and the names of parameters. */
function formOf(operation: string): string {
  const [, method = "", path = ""] = /^\s*(\S+)\s+(.*?)\s*$/u.exec(operation) ?? [];
  return `${method.toUpperCase()} ${path.replace(/\s+/gu, "").replace(/\{[^}]*\}/gu, "{}")}`;
}
