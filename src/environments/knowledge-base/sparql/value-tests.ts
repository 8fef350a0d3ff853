import type { Step } from "../program/program.ts";
import type { Vocabulary } from "../vocabulary/vocabulary.ts";
import type { QueryScope, ValueKind } from "./query-scope.ts";

/** What the vocabulary declares plain text at the end of the path to be. */
export function declaredKind(path: readonly Step[], { attributes }: Vocabulary): ValueKind | undefined {
  const last = path.at(-1);
  return last === undefined || last.inverse ? undefined : attributes[last.predicate];
}

/** Expressions that tell whether the variable at the end of the path holds a value of the kind, and what it is compared by. */
export function valueTests(
  kind: ValueKind,
  variable: string,
  path: readonly Step[],
  scope: QueryScope,
): { readonly is: string; readonly key: string } {
  const declared = declaredKind(path, scope.vocabulary) === kind;
  return kind === "number"
    ? {
        is: scope.dialect.isNumber(variable, declared),
        key: scope.dialect.numberKey(variable, declared),
      }
    : { is: scope.dialect.isDate(variable, declared), key: scope.dialect.dateKey(variable) };
}
