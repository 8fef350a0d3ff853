import { type Marked, ownText, say, schemaName, written } from "../../../../environment/egress/marks.ts";
import type { MarkedFailure } from "../../../../environment/tool-failure.ts";
import type { CallNode } from "../../sql/query-tree.ts";
import type { ClauseCheck } from "../clause-check.ts";
import { isAggregate } from "../clause-expressions.ts";
import { baseAt, nearNames, type Ranked, type RefusedClause } from "./explanation.ts";
import { equivalentOf, partByDateForm } from "./other-dialects.ts";

/** Frequent functions, which are preferred when a misspelt name is near several. */
const COMMON = new Set(
  "count sum avg min max round length substr substring upper lower trim replace abs coalesce ifnull nullif date strftime datetime concat extract to_char group_concat string_agg iif instr floor ceil".split(
    " ",
  ),
);

/** Functions that take a year or a month out of a date; some engines report EXTRACT under another of these names. */
const DATE_PART = /^(?:year|month|extract|date_part|to_char|strftime)$/iu;

/** A function that the dialect lacks, or lacks with these arguments. Suggests an equivalent, a cast, or a near name. */
export async function explainUnknownFunction(
  check: RefusedClause,
  reported = check.facts.identifier ?? "",
): Promise<MarkedFailure> {
  const name = reported.replace(/\(.*$/su, "").trim();
  const [call] = [...check.callsOf(name), ...(DATE_PART.test(name) ? check.callsOf("extract") : [])];
  const lower = name.toLowerCase();
  const mayCall = check.dialect.mayCall?.(lower) ?? true;
  const known = mayCall && check.dialect.functions.has(lower);
  const ranked: Ranked[] = [];
  if (call) {
    const replaces = check.text(call);
    const add = (text: string | undefined, reason: Marked, score: number) => {
      if (text !== undefined) ranked.push({ text: ownText(text), replaces, reason, score });
    };
    add(await equivalentOf(check, call), say`the same in ${check.dialectName}`, 1);
    if (known) {
      if (DATE_PART.test(name)) add(await partByDateForm(check, call), say`the dates are text`, 0.95);
      ranked.push(...castSuggestions(check, call));
    }
  }
  if (!known && mayCall) ranked.push(...nearFunctions(check, name));
  const message = known
    ? say`${schemaName(name)} does not take these arguments: ${check.engineSays}.`
    : mayCall
      ? say`${check.dialectName} has no function ${written(name)}.`
      : say`${written(name)} cannot be called while parts of the database are kept back.`;
  return check.failure("unknown-function", message, call ?? name, ranked);
}

function nearFunctions({ dialect }: ClauseCheck, name: string): readonly Ranked[] {
  const names = [...dialect.functions.keys()].filter((each) => dialect.mayCall?.(each) ?? true);
  const isUpper = name === name.toUpperCase();
  return nearNames(name.toLowerCase(), names, 12)
    .filter((each) => each.score >= 0.6)
    .map((each) => ({
      text: schemaName(isUpper ? each.name.toUpperCase() : each.name),
      replaces: name,
      reason: say`function`,
      score: each.score * 0.9 + (COMMON.has(each.name) ? 0.08 : 0),
    }));
}

/** Suggests casts for the columns that a call has as arguments. */
function castSuggestions(check: ClauseCheck, call: CallNode): readonly Ranked[] {
  const isOfNumbers = isAggregate(call, check.dialect) || /^(round|abs|floor|ceil)/iu.test(call.name);
  return call.arguments.flatMap((argument): readonly Ranked[] => {
    const affinity = argument.type === "column" ? baseAt(check, argument)?.column.affinity : undefined;
    if (affinity === undefined || (affinity === "text" && !isOfNumbers)) return [];
    const replaces = check.text(argument);
    const text = affinity === "text" ? check.dialect.toNumber(replaces) : check.dialect.toText(replaces);
    const reason = say`${written(replaces)} is ${ownText(affinity)}`;
    return [{ text: ownText(text), replaces, reason, score: 0.9 }];
  });
}
