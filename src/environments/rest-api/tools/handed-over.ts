import type { ActContext } from "../../../environment/act-context.ts";
import type { ToolFailure } from "../../../environment/tool-failure.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { Json } from "../../../util/json.ts";

/** More than can be called for in turn, or stand in one request. */
const MOST_VALUES = 2000;

/** The values of a reference to another environment, without those that are not known; a single one is no list. */
export async function handedOver(
  reference: string,
  { references, artifacts, principal }: ActContext,
): Promise<{ readonly value: Json; readonly failure?: never } | { readonly failure: ToolFailure }> {
  const given = references?.get(reference);
  if (given === undefined) return { failure: unknown(reference) };
  if (given.total > MOST_VALUES) return { failure: tooMany(reference, given.total) };
  const text = new TextDecoder().decode(await artifacts.get(given.values.sha256, principal));
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const values = lines.map(parsed).filter((value) => value !== null);
  const [only] = values;
  if (only === undefined) return { failure: empty(reference) };
  return { value: values.length === 1 ? only : values };
}

function parsed(line: string): Json {
  try {
    return JSON.parse(line) as Json;
  } catch {
    throw new FuxiError("data-invalid", "The values that were handed over are not one value a line.");
  }
}

function unknown(reference: string): ToolFailure {
  return {
    code: "unknown-reference",
    message: `"${reference}" names nothing that another environment holds. Nothing was sent.`,
    part: { text: reference },
    suggestions: [],
  };
}

function empty(reference: string): ToolFailure {
  return { ...unknown(reference), message: `${reference} holds no value. Nothing was sent.` };
}

function tooMany(reference: string, total: number): ToolFailure {
  return {
    code: "too-large",
    message: `${reference} has ${total.toLocaleString("en")} values; at most ${MOST_VALUES.toLocaleString("en")} can be handed to an API. Nothing was sent.`,
    part: { text: reference },
    suggestions: [{ text: "narrow it", reason: "in the environment that holds it" }],
  };
}
