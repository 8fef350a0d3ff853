import { resolve } from "node:path";
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
