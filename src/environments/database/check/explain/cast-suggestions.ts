import { advised } from "../../../../environment/egress/egress-scope.ts";
import type { CallNode } from "../../sql/query-tree.ts";
import { isAggregate } from "../aggregates.ts";
import type { InspectionRun } from "../inspection-run.ts";
import { columnAt } from "../query-scope.ts";
import type { Ranked } from "./explanation.ts";
import { scopedReferences } from "./scoped-references.ts";

/** The cast that a function's text argument lacks. */
export async function castSuggestions(run: InspectionRun, call: CallNode): Promise<readonly Ranked[]> {
  const { dialect } = run.services.driver;
  const references = scopedReferences(run);
  const ranked: Ranked[] = [];
  for (const argument of call.arguments) {
    if (argument.type !== "column") continue;
    const place = references.find(({ node }) => node.start === argument.start);
    const affinity = place && columnAt(place.scope, argument)?.column.origin?.column.affinity;
    if (affinity === undefined) continue;
    const text = run.text(argument);
    const number = isAggregate(call, dialect.functions) || /^(round|abs|floor|ceil)/iu.test(call.name);
    if (affinity === "text" && !number) continue;
    const cast = advised(affinity === "text" && number ? dialect.toNumber(text) : dialect.toText(text));
    ranked.push({ text: cast, replaces: text, reason: `${text} is ${affinity}`, score: 0.9 });
  }
  return ranked;
}
