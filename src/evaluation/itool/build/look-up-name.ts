import type { Json, JsonObject } from "../../../util/json.ts";
import { type CallOperation, followSolution } from "../follow-solution.ts";
import type { ItoolItem } from "../itool-item.ts";
import { isSameName } from "./builder-stage.ts";

/** A thing of the API, as the list has it in which the solution finds the name. */
export interface NamedThing {
  readonly name: string;
  readonly record: JsonObject;
}

const INTENDED = "{intended}";

/** True where the solution finds the name by itself, so that another one can be put in its place. */
export function usesName({ solution, answer }: Pick<ItoolItem, "solution" | "answer">): boolean {
  return answer.includes(INTENDED) || solution.some((step) => mentions(step.arguments as Json));
}

/**
 * The things that the API gives for a text where the solution looks for the name: each once, in the API's order. Nothing where the name itself is not in
 * the response as the name of something.
 * @throws whatever `call` throws
 */
export async function lookUpName(
  source: ItoolItem,
  text: string,
  call: CallOperation,
): Promise<readonly NamedThing[]> {
  const solution = source.solution.slice(0, placeOfLookup(source) + 1);
  const last = solution.at(-1);
  if (last === undefined) return [];
  const follow = (name: string) => followSolution({ ...source, solution, answer: `=${last.as}` }, call, name);
  const own = recordsIn(await follow(source.intended));
  const member = own
    .flatMap((record) => Object.entries(record))
    .find(([, value]) => typeof value === "string" && isSameName(value, source.intended))?.[0];
  if (member === undefined) return [];
  const found = recordsIn(await follow(text)).flatMap((record): readonly NamedThing[] => {
    const name = record[member];
    return typeof name === "string" ? [{ name, record }] : [];
  });
  return found.filter(({ name }, at) => found.findIndex((other) => isSameName(other.name, name)) === at);
}

/** The step that searches by the name; where an expression picks it out of a response, the step that this comes from. */
function placeOfLookup({ solution }: ItoolItem): number {
  const searches = solution.findIndex((step) => mentions(step.arguments as Json, false));
  if (searches >= 0) return searches;
  const picks = solution.findIndex((step) => mentions(step.arguments as Json));
  return picks >= 0 ? picks - 1 : solution.length - 1;
}

function mentions(value: Json, inExpressions = true): boolean {
  if (typeof value === "string") return value.includes(INTENDED) && (inExpressions || !value.startsWith("="));
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some((each) => mentions(each ?? null, inExpressions));
}

/** All objects in lists, outermost first. */
function recordsIn(value: Json): readonly JsonObject[] {
  if (typeof value !== "object" || value === null) return [];
  if (!Array.isArray(value)) return Object.values(value).flatMap((each) => recordsIn(each ?? null));
  const members = value as readonly Json[];
  const records = members.filter(
    (each): each is JsonObject => typeof each === "object" && each !== null && !Array.isArray(each),
  );
  return [...records, ...members.flatMap((each) => recordsIn(each))];
}
