import { shortened } from "../util/clipped-text.ts";
import type { Json, JsonObject } from "../util/json.ts";
import { changed, type Marked, ownText, say, schemaName } from "./egress/marks.ts";
import type { Observation } from "./observation.ts";
import type { MarkedFailure, ToolFailure } from "./tool-failure.ts";
import { WORKSPACE_LIMIT_BYTES } from "./workspace.ts";

/** Size limits for the arguments of one call. One thread serves several callers, and no argument may block it. */
export const ARGUMENT_BOUNDS = {
  /** Length of one text or member name, in UTF-16 units. */
  text: 20_000,
  /** Items of one list. */
  items: 2_000,
  /** UTF-16 units of all arguments together, as JSON. */
  json: 65_536,
  /** Nesting levels of lists and objects. */
  depth: 64,
} as const;

/**
 * The failure `too-large` for the first argument over `ARGUMENT_BOUNDS`, with its name and size; undefined if all are within. Neither recursion
 * nor work grows with the size of the arguments.
 */
export function tooLarge(tool: string, given: JsonObject): MarkedFailure | undefined {
  let room: number = ARGUMENT_BOUNDS.json;
  for (const [name, value] of Object.entries(given)) {
    const { size, over } = measured(value, room - name.length);
    if (over !== undefined) return refused(tool, name, over);
    room -= size + name.length;
  }
  return undefined;
}

interface Over {
  /** End of the sentence about the argument, with its size. */
  readonly what: Marked;
  readonly advice: Marked;
}

type Measured =
  | { readonly size: number; readonly over?: never }
  | { readonly over: Over; readonly size?: never };

interface Held {
  readonly value: Json | undefined;
  readonly depth: number;
}

function measured(given: Json | undefined, room: number): Measured {
  let size = 0;
  const waiting: Held[] = [{ value: given, depth: 0 }];
  for (let held = waiting.pop(); held !== undefined; held = waiting.pop()) {
    const { value, depth } = held;
    if (typeof value === "string" && value.length > ARGUMENT_BOUNDS.text)
      return { over: longText("has", value) };
    if (typeof value !== "object" || value === null) size += JSON.stringify(value)?.length ?? 0;
    else if (depth === ARGUMENT_BOUNDS.depth) return { over: tooDeep() };
    else if (Array.isArray(value)) {
      if (value.length > ARGUMENT_BOUNDS.items) return { over: longList(value) };
      size += 2 + value.length;
      for (const item of value as readonly Json[]) waiting.push({ value: item, depth: depth + 1 });
    } else {
      size += 2;
      for (const [name, member] of Object.entries(value)) {
        if (name.length > ARGUMENT_BOUNDS.text) return { over: longText("has a name of", name) };
        size += name.length + 4;
        if (size > room) break;
        waiting.push({ value: member, depth: depth + 1 });
      }
    }
    if (size > room) return { over: tooMuch() };
  }
  return { size };
}

const count = (number: number): Marked => ownText(number.toLocaleString("en"));

function longText(verb: "has" | "has a name of", { length }: string): Over {
  return {
    what: say`${verb} ${count(length)} characters; at most ${count(ARGUMENT_BOUNDS.text)} are taken`,
    advice: say`Shorten it, or do it in several steps.`,
  };
}

function longList({ length }: { readonly length: number }): Over {
  return {
    what: say`has a list of ${count(length)} items; at most ${count(ARGUMENT_BOUNDS.items)} are taken`,
    advice: say`Give fewer, in several calls if need be.`,
  };
}

const tooMuch = (): Over => ({
  what: say`brings the arguments to more than ${count(ARGUMENT_BOUNDS.json)} characters of JSON, which is the most that is taken`,
  advice: say`Give less at once, in several calls if need be.`,
});

const tooDeep = (): Over => ({
  what: say`is nested more than ${ARGUMENT_BOUNDS.depth} deep, which is the most that is taken`,
  advice: say`Make it flatter.`,
});

const LONGEST_NAME = 100;

function refused(tool: string, name: string, { what, advice }: Over): MarkedFailure {
  const argument = shortened(name, LONGEST_NAME);
  return {
    code: "too-large",
    message: say`Argument "${ownText(argument)}" of ${schemaName(tool)} ${what}. ${advice}`,
    part: { argument },
    suggestions: [],
  };
}

/** Failures quote the model's input, which may be of any length. */
const LONGEST_MESSAGE = 2000;
const LONGEST_SUGGESTION = 4000;

/** Cuts the texts of a failure to a readable length, marking each cut by `…`. Leaves out suggestions that are too long. */
export function boundedFailure(failure: ToolFailure): ToolFailure {
  const { message, part, suggestions } = failure;
  return {
    ...failure,
    message: shortened(message, LONGEST_MESSAGE),
    ...(part && { part: { ...part, ...shortenedTexts({ text: part.text, argument: part.argument }) } }),
    suggestions: suggestions
      .filter(({ text }) => text.length <= LONGEST_SUGGESTION)
      .map((each) => ({ ...each, ...shortenedTexts({ replaces: each.replaces }) })),
  };
}

const shortenedTexts = (texts: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) =>
      text === undefined ? [] : [[name, shortened(text, LONGEST_MESSAGE)]],
    ),
  );

/** Cuts an observation's text at the last whole line within `limit` characters, and says so in it. */
export function boundedObservation(
  observation: Observation,
  limit: number,
  howToSeeMore: string,
): Observation {
  if (observation.text.length <= limit) return observation;
  const end = observation.text.lastIndexOf("\n", limit);
  const text = observation.text.slice(0, end > limit / 2 ? end : limit);
  return {
    ...observation,
    text: changed(observation.text, () => `${text}\n… (cut off at ${limit} characters)`),
    truncation: observation.truncation ?? {
      what: "characters",
      shown: text.length,
      total: observation.text.length,
      howToSeeMore,
    },
  };
}

/** True if the content fits into a workspace. */
export function fitsWorkspace(content: object): boolean {
  return Buffer.byteLength(JSON.stringify(content)) <= WORKSPACE_LIMIT_BYTES;
}

export const workspaceFull = (): MarkedFailure => ({
  code: "workspace-full",
  message: say`The workspace would grow over ${WORKSPACE_LIMIT_BYTES / 1024} kB.`,
  suggestions: [],
});
