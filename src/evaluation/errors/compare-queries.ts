import type { Action } from "../../environment/action.ts";
import type { SqlCapability } from "../../environment/sql-capability.ts";
import type { DatabaseError } from "./database-errors.ts";
import { isWithin } from "./is-within.ts";

/** Clauses that are compared as texts, with the kind of error where they differ. */
const CLAUSES: readonly (readonly [tool: string, error: DatabaseError])[] = [
  ["select", "wrong-column"],
  ["where", "wrong-filter"],
  ["having", "wrong-filter"],
  ["from", "wrong-join"],
  ["group_by", "wrong-grouping"],
  ["order_by", "wrong-order"],
];

/** In which clause a query that gave other values differs from the gold: the first that does, in the order of the table of kinds. */
export function compareQueries(predicted: string, gold: string, { takeApart }: SqlCapability): DatabaseError {
  const [own, other] = [takeApart(predicted), takeApart(gold)];
  if (own === undefined || other === undefined) return "wrong-expression";
  const [tables, wanted] = [tablesOf(own), tablesOf(other)];
  const [isLess, isMore] = [isWithin(tables, wanted), isWithin(wanted, tables)];
  if (!isLess || !isMore) return isLess ? "missing-join" : isMore ? "extra-join" : "wrong-table";
  if (operatorsOf(own) !== operatorsOf(other)) return "set-operation";
  const differs = CLAUSES.find(([tool]) => textsOf(own, tool).join("\n") !== textsOf(other, tool).join("\n"));
  return differs?.[1] ?? "wrong-expression";
}

/** The texts of a clause in all SELECTs, without what names alone make different: letter case, quotes, qualifiers, aliases of tables. */
function textsOf(actions: readonly Action[], clause: string): readonly string[] {
  return actions
    .filter(({ tool }) => tool === clause)
    .map(({ arguments: given }) =>
      String(given[`${clause}_statement`]).replace(/'[^']*'|[^']+/gu, (part) =>
        part.startsWith("'") ? part : levelled(part, clause),
      ),
    )
    .sort();
}

function levelled(text: string, clause: string): string {
  const bare = text
    .toLowerCase()
    .replace(/["`[\]]/gu, "")
    .replace(/\b[a-z_]\w*\s*\.\s*/gu, "")
    .replace(/\s+/gu, " ");
  return clause === "from" ? bare.replace(/ as \w+/gu, "").replace(/ inner join /gu, " join ") : bare;
}

function tablesOf(actions: readonly Action[]): ReadonlySet<string> {
  const names = textsOf(actions, "from").flatMap((text) =>
    [...text.matchAll(/(?:^|\bjoin|,)\s*\(?\s*(\w+)/gu)].map(([, name = ""]) => name),
  );
  return new Set(names.filter((name) => name !== "select"));
}

function operatorsOf(actions: readonly Action[]): string {
  return actions
    .flatMap(({ arguments: given }) => (given["operator"] === undefined ? [] : [String(given["operator"])]))
    .sort()
    .join();
}
