import type { Json, JsonObject } from "../../../util/json.ts";
import type { RoleRequest } from "../../policy-request.ts";
import type { Switches } from "./team-options.ts";

type Form = RoleRequest["form"];

export const text = (description: string): JsonObject => ({ type: "string", description });

export const texts = (description: string): JsonObject => ({
  type: "array",
  items: { type: "string" },
  description,
});

/** An object of which the role fills in some members: the thought first, so that it is thought before it is decided. */
export function roleForm(
  name: string,
  { thoughts }: Switches,
  { members, example }: { readonly members: JsonObject; readonly example: JsonObject },
): Form {
  const thought = { thought: text("The situation, and why you decide so.") };
  const properties = thoughts ? { ...thought, ...members } : members;
  const { thought: _, ...plain } = example;
  return {
    name,
    schema: {
      type: "object",
      properties,
      required: thoughts ? ["thought"] : [],
      additionalProperties: false,
    },
    example: thoughts ? example : plain,
  };
}

/** True for what stands for "nothing" where a model fills in every member of a form. */
export function isBlank(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === false) return true;
  const { problem, question } = objectOf(value) ?? {};
  const said = problem ?? question ?? value;
  return typeof said === "string" && said.trim() === "";
}

export type Read<T> = { readonly said: T; readonly problem?: never } | { readonly problem: string };

/** The one of the members that the role decided for, or what to tell it. */
export function decidedFor<K extends string>(output: JsonObject, members: readonly K[]): Read<K> {
  const given = members.filter((member) => !isBlank(output[member]));
  const [said] = given;
  const list = members.map((member) => `"${member}"`).join(", ");
  if (said === undefined) return { problem: `The reply decides nothing: fill in one of ${list}.` };
  if (given.length === 1) return { said };
  const several = given.map((member) => `"${member}"`).join(" and ");
  return { problem: `The reply has ${several}: fill in only one of ${list}.` };
}

export function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value.trim() : "";
}

export function textsOf(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.map(textOf).filter((each) => each !== "") : [];
}

export function objectOf(value: Json | undefined): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}
