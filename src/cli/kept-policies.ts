import { resolve } from "node:path";
import type { Environment } from "../environment/environment.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { OutputOptions } from "./output/output-form.ts";

const OF_FILE = ["output", "json", "chart", "bom", "safeCells"] as const;
/** One of these given anew says all of where the result goes, and how. */
const DECIDING = ["out", "output", "json", "sql"] as const;

/**
 * What a run that is resumed writes as its first command was told to: the query alone, and the file with its form, from whichever folder. A form
 * for stdout is not kept: who resumes may be another program.
 */
export function outputToKeep(options: OutputOptions): OutputOptions {
  const { out, sql } = options;
  const query = sql === undefined ? {} : { sql };
  if (out === undefined || out === "-") return query;
  const form = OF_FILE.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]);
  return { ...query, out: resolve(out), ...Object.fromEntries(form) };
}

/** Kept options without what the output options of a resuming command replace. */
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

/** What could be seen of each target when something was kept, by its id; targets that are seen whole have no entry. */
export type KeptPolicies = Readonly<Record<string, string>>;

export function policiesOf(environments: readonly Environment[]): KeptPolicies {
  return Object.fromEntries(
    environments.flatMap(({ id, policyKey }) => (policyKey === undefined ? [] : [[id, policyKey]])),
  );
}

/**
 * What a run has seen is shown to the model again when it goes on, or when a question follows up on it.
 * @throws FuxiError `run-not-resumable` where other things could be seen then
 */
export function checkSamePolicies(
  run: string,
  kept: KeptPolicies = {},
  environments: readonly Environment[],
): void {
  const now = policiesOf(environments);
  const isSame = [...Object.keys(kept), ...Object.keys(now)].every((id) => kept[id] === now[id]);
  if (isSame) return;
  throw new FuxiError("run-not-resumable", `The run ${run} was made under other privacy rules.`, {
    hint: "Give the rules that it was made under, or ask anew.",
  });
}
