import { resolve } from "node:path";
import type { Environment } from "../environment/environment.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { OutputOptions } from "./output/output-form.ts";

const OF_FILE = ["output", "json", "chart", "bom", "safeCells"] as const;
/** Output options that replace all stored ones: if one is given, the stored options for output are dropped. */
const DECIDING = ["out", "output", "json", "sql"] as const;

/**
 * The output options stored for a resumed run: the query alone, and the file (as an absolute path) with its form. A form
 * for stdout is not stored: another program may resume the run.
 */
export function outputToKeep(options: OutputOptions): OutputOptions {
  const { out, sql } = options;
  const query = sql === undefined ? {} : { sql };
  if (out === undefined || out === "-") return query;
  const form = OF_FILE.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]);
  return { ...query, out: resolve(out), ...Object.fromEntries(form) };
}

/** Stored options, without those that the output options of a resuming command replace. */
export function withoutReplacedOutput<T extends OutputOptions>(kept: T, given: OutputOptions): Partial<T> {
  if (DECIDING.every((name) => given[name] === undefined)) return kept;
  const {
    out: _out,
    output: _output,
    json: _json,
    sql: _sql,
    bom: _bom,
    safeCells: _cells,
    ...others
  } = kept;
  return others as Partial<T>;
}

/** Privacy policies of the targets when data was stored, by id. Targets without privacy rules have no entry. */
export type StoredPolicies = Readonly<Record<string, string>>;

export function policiesOf(environments: readonly Environment[]): StoredPolicies {
  return Object.fromEntries(
    environments.flatMap(({ id, policyKey }) => (policyKey === undefined ? [] : [[id, policyKey]])),
  );
}

/**
 * Checks that the policies have not changed: a resumed run, or a follow-up question, shows the model the run's earlier results.
 * @throws FuxiError `run-not-resumable` if a policy was different then
 */
export function checkSamePolicies(
  run: string,
  kept: StoredPolicies = {},
  environments: readonly Environment[],
): void {
  const now = policiesOf(environments);
  const isSame = [...Object.keys(kept), ...Object.keys(now)].every((id) => kept[id] === now[id]);
  if (isSame) return;
  throw new FuxiError("run-not-resumable", `The run ${run} was made under other privacy rules.`, {
    hint: "Give the rules that it was made under, or ask anew.",
  });
}
