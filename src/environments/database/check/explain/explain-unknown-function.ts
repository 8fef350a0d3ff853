import { advised, schemaName } from "../../../../environment/egress/egress-scope.ts";
import type { ToolFailure } from "../../../../environment/tool-failure.ts";
import { editDistance } from "../../../../util/edit-distance.ts";
import { nearestNames } from "../../../../util/nearest-names.ts";
import type { CallNode } from "../../sql/query-tree.ts";
import type { ClauseCheck } from "../clause-check.ts";
import { isAggregate } from "../clause-expressions.ts";
import { columnAt } from "../query-scope.ts";
import type { Ranked, RefusedClause } from "./explanation.ts";
import { byDateForm, equivalentOf, partAsked } from "./foreign-functions.ts";

/** Functions that a misspelt name most likely stands for, before the hundreds of others. */
const COMMON = new Set(
  "count sum avg min max round length substr substring upper lower trim replace abs coalesce ifnull nullif date strftime datetime concat extract to_char group_concat string_agg iif instr floor ceil".split(
    " ",
  ),
);

/** What takes a year or a month out of a date; some engines report EXTRACT by the name of their own function. */
const DATE_PART = /^(?:year|month|extract|date_part|to_char|strftime)$/iu;

/** A function that the dialect does not have, or not with these arguments: what does the same here, or a near name. */
export async function explainUnknownFunction(check: RefusedClause): Promise<ToolFailure> {
  const { facts } = check;
  const name = (facts.identifier ?? "").replace(/\(.*$/su, "").trim();
  const [call] = [...check.callsOf(name), ...(DATE_PART.test(name) ? check.callsOf("extract") : [])];
  const lower = name.toLowerCase();
  const mayCall = check.dialect.mayCall?.(lower) ?? true;
  const known = mayCall && check.dialect.functions.has(lower);
  const ranked: Ranked[] = [];
  if (call) {
    const equivalent = await equivalentOf(check, call);
    if (equivalent !== undefined) {
      const reason = `the same in ${check.dialect.name}`;
      ranked.push({ text: equivalent, replaces: check.text(call), reason, score: 1 });
    }
    if (known) {
      const part = DATE_PART.test(name)
        ? await byDateForm(check, partAsked(check, call), call.arguments)
        : undefined;
      const replaces = check.text(call);
      if (part !== undefined)
        ranked.push({ text: part, replaces, reason: "the dates are text", score: 0.95 });
      ranked.push(...(await castSuggestions(check, call)));
    }
  }
  if (!known && mayCall) ranked.push(...nearFunctions(check, name));
  const message = known
    ? `${schemaName(name)} does not take these arguments: ${facts.engineMessage}.`
    : mayCall
      ? `${check.dialect.name} has no function ${name}.`
      : `${name} cannot be called while parts of the database are kept back.`;
  return check.failure("unknown-function", message, call ?? name, ranked);
}

function nearFunctions(check: ClauseCheck, name: string): readonly Ranked[] {
  const names = [...check.dialect.functions.keys()].filter((each) => check.dialect.mayCall?.(each) ?? true);
  const lower = name.toLowerCase();
  const near = nearestNames(lower, names, { limit: 12 }).map((each) => ({
    name: each.name,
    score: each.score,
  }));
  // Letters in another order are the commonest slip in short names, where it weighs too much by length.
  for (const common of COMMON) {
    if (names.includes(common) && editDistance(lower, common, 1) === 1)
      near.push({ name: common, score: 0.75 });
  }
  const isUpper = name === name.toUpperCase();
  return near
    .filter((each) => each.score >= 0.6)
    .map((each) => ({
      text: schemaName(isUpper ? each.name.toUpperCase() : each.name),
      replaces: name,
      reason: "function",
      score: each.score * 0.9 + (COMMON.has(each.name) ? 0.08 : 0),
    }));
}

/** The cast that a function's text argument lacks. */
async function castSuggestions(check: ClauseCheck, call: CallNode): Promise<readonly Ranked[]> {
  const references = check.references;
  const ranked: Ranked[] = [];
  for (const argument of call.arguments) {
    if (argument.type !== "column") continue;
    const place = references.find(({ node }) => node.start === argument.start);
    const affinity = place && columnAt(place.scope, argument)?.column.origin?.column.affinity;
    if (affinity === undefined) continue;
    const text = check.text(argument);
    const number = isAggregate(call, check.dialect) || /^(round|abs|floor|ceil)/iu.test(call.name);
    if (affinity === "text" && !number) continue;
    const cast = advised(
      affinity === "text" && number ? check.dialect.toNumber(text) : check.dialect.toText(text),
    );
    ranked.push({ text: cast, replaces: text, reason: `${text} is ${affinity}`, score: 0.9 });
  }
  return ranked;
}
