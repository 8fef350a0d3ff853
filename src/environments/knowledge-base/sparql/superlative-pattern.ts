import type { Program } from "../program/program.ts";
import type { QueryScope, Superlative, ValueKind } from "./query-scope.ts";
import { group, subSelect } from "./query-text.ts";
import { pathPattern } from "./step-pattern.ts";
import { valueTests } from "./value-tests.ts";

/** How the set itself is written; given in, as sets and superlatives hold each other. */
export type SetWriter = (program: Program, variable: string, scope: QueryScope) => readonly string[];

/**
 * Members whose value equals the greatest (least) one, which a sub-select finds: ties are kept. Numbers win over dates: unless it is known which of them
 * decides, dates count in a branch that is empty as soon as there is a number.
 */
export function superlativePattern(
  program: Superlative,
  variable: string,
  scope: QueryScope,
  set: SetWriter,
): readonly string[] {
  const known = scope.deciding(program);
  if (known !== undefined) return branch(program, known, variable, scope, set);
  return [
    ...group(branch(program, "number", variable, scope, set)),
    "UNION",
    ...group([...noNumbers(program, scope, set), ...branch(program, "date", variable, scope, set)]),
  ];
}

function branch(
  program: Superlative,
  kind: ValueKind,
  variable: string,
  scope: QueryScope,
  set: SetWriter,
): readonly string[] {
  const best = scope.fresh("best");
  const member = scope.fresh();
  const inner = valued(program, kind, member, scope, set);
  const outer = valued(program, kind, variable, scope, set);
  const aggregate = program.op === "argmax" ? "MAX" : "MIN";
  return [
    ...subSelect(`(${aggregate}(${inner.key}) AS ${best})`, inner.lines),
    ...outer.lines,
    `FILTER(${outer.key} = ${best})`,
  ];
}

function noNumbers(program: Superlative, scope: QueryScope, set: SetWriter): readonly string[] {
  const count = scope.fresh("numbers");
  return [
    ...subSelect(`(COUNT(*) AS ${count})`, valued(program, "number", scope.fresh(), scope, set).lines),
    `FILTER(${count} = 0)`,
  ];
}

function valued(
  program: Superlative,
  kind: ValueKind,
  member: string,
  scope: QueryScope,
  set: SetWriter,
): { readonly lines: readonly string[]; readonly key: string } {
  const of = set(program.of, member, scope);
  const { lines, end } = pathPattern(member, program.attribute, scope);
  const { is, key } = valueTests(kind, end, program.attribute, scope);
  return { lines: [...of, ...lines, `FILTER(${is})`], key };
}
