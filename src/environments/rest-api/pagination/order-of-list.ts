import { toldName } from "../../../environment/egress/egress-scope.ts";
import type { Json } from "../../../util/json.ts";
import { visibleText } from "../../../util/visible-text.ts";
import type { Operation } from "../document/api-document.ts";
import { memberOf } from "../document/reading/place.ts";
import type { CheckedArguments } from "../request/argument-checker.ts";

const ARGUMENT = /^(?:sort|order|ordering|(?:sort|order)_?(?:by|key|field|dir|direction|order))$/iu;
const SAID =
  /\b(?:the|those|with|by)\b.*\b(?:first|last)$|\b(?:sorted|ordered) (?:by|from|in)\b|\bin (?:\w+ )?(?:ascending|descending|alphabetical|chronological|reverse)\b/iu;
const LONGEST = 120;
const MOST_TEXT = 4000;

/**
 * In which order a list comes, as its arguments say (`sort_by: title.asc`), or the document (`the most popular first`); undefined where neither
 * does.
 */
export function orderOfList(
  operation: Operation,
  { parameters, body }: CheckedArguments,
): string | undefined {
  const given = [...Object.entries(parameters), ...(body === undefined ? [] : entriesOf(body))];
  const initial = operation.parameters.map(
    ({ name, schema }) => [name, memberOf(schema, "default")] as const,
  );
  const chosen = new Map<string, string>();
  for (const [name, value] of [...initial, ...given]) {
    if (ARGUMENT.test(name) && typeof value === "string") chosen.set(name, value);
  }
  if (chosen.size > 0) return [...chosen].map(([name, value]) => `${name}: ${toldName(value)}`).join(", ");
  const { summary, description } = operation;
  const clauses = `${summary}; ${description}`.slice(0, MOST_TEXT).split(/[,.;:()\n]+/u);
  const said = clauses.map((each) => each.trim()).find((each) => each.length <= LONGEST && SAID.test(each));
  return said === undefined ? undefined : visibleText(said);
}

function entriesOf(body: Json): readonly (readonly [string, Json | undefined])[] {
  return typeof body === "object" && body !== null && !Array.isArray(body) ? Object.entries(body) : [];
}
