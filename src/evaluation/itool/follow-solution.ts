import jsonata from "jsonata";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { Json } from "../../util/json.ts";
import type { ItoolGold, ItoolItem } from "./itool-item.ts";

/** Calls an operation and gives the body of its response. */
export type CallOperation = (operation: string, given: Readonly<Record<string, Json>>) => Promise<Json>;

/**
 * Follows an item's solution call by call and computes its answer. `intended` replaces the item's intended name.
 * @throws FuxiError `data-invalid` where an expression cannot be computed or gives nothing, and whatever `call` throws
 */
export async function followSolution(
  item: Pick<ItoolItem, "id" | "solution" | "answer" | "intended">,
  call: CallOperation,
  intended: string = item.intended,
): Promise<Json> {
  const responses: Record<string, Json> = {};
  for (const step of item.solution) {
    const given: Record<string, Json> = {};
    for (const [name, value] of Object.entries(step.arguments)) {
      given[name] = await argumentValue(value as Json, responses, intended, item.id);
    }
    responses[step.as] = await call(step.operation, given);
  }
  return computed(item.answer.replace(/^=/u, ""), responses, intended, item.id);
}

/** The computed gold of an item: its answer, and whether the user has to be asked. */
export async function itoolGold(item: ItoolItem, call: CallOperation): Promise<ItoolGold> {
  if (item.category === "unsupported") return { needsQuestion: false };
  const answer = await followSolution(item, call);
  if (item.category === "clear" || item.category === "problematic") return { answer, needsQuestion: false };
  if (item.category === "missing") return { answer, needsQuestion: true };
  const others = await Promise.all(
    item.alternatives.map(async (each) => {
      try {
        return JSON.stringify(await followSolution(item, call, each));
      } catch {
        // No answer under this interpretation counts as a different answer.
        return "";
      }
    }),
  );
  return { answer, needsQuestion: others.some((each) => each !== JSON.stringify(answer)) };
}

async function argumentValue(
  value: Json,
  responses: Readonly<Record<string, Json>>,
  intended: string,
  id: string,
): Promise<Json> {
  if (Array.isArray(value)) {
    return Promise.all(
      (value as readonly Json[]).map((each) => argumentValue(each, responses, intended, id)),
    );
  }
  if (typeof value === "object" && value !== null) {
    const members = await Promise.all(
      Object.entries(value).map(
        async ([name, each]) => [name, await argumentValue(each ?? null, responses, intended, id)] as const,
      ),
    );
    return Object.fromEntries(members);
  }
  if (typeof value !== "string") return value;
  if (!value.startsWith("=")) return value.replaceAll("{intended}", () => intended);
  return computed(value.slice(1), responses, intended, id);
}

async function computed(
  expression: string,
  responses: Readonly<Record<string, Json>>,
  intended: string,
  id: string,
): Promise<Json> {
  const text = withNameIn(expression, intended);
  let value: unknown;
  try {
    value = await jsonata(text).evaluate(responses);
  } catch (error) {
    throw new FuxiError("data-invalid", `${id}: ${text} cannot be computed.`, { cause: error });
  }
  if (value === undefined) throw new FuxiError("data-invalid", `${id}: ${text} gives nothing.`);
  return JSON.parse(JSON.stringify(value)) as Json;
}

/** Inserts a name for `{intended}`, which is in single or double quotes. */
export function withNameIn(expression: string, name: string): string {
  // JSONata has no escape for the single quote but its number.
  const escaped = name.replaceAll("\\", "\\\\").replaceAll("'", "\\u0027").replaceAll('"', "\\u0022");
  return expression.replaceAll("{intended}", () => escaped);
}
