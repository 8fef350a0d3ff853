import type { Json, JsonObject } from "../util/json.ts";
import type { Observation } from "./observation.ts";
import type { ToolFailure } from "./tool-failure.ts";
import { WORKSPACE_LIMIT_BYTES } from "./workspace.ts";

/** What the arguments of one call may be: one thread serves several callers, and a single argument must not hold it. */
export const ARGUMENT_BOUNDS = {
  /** UTF-16 units of one text, and of the name of one member. */
  text: 20_000,
  /** Items of one list. */
  items: 2_000,
  /** UTF-16 units of all arguments together, as JSON. */
  json: 65_536,
  /** Lists and objects within one another. */
  depth: 64,
} as const;

/**
 * `too-large` where an argument is over `ARGUMENT_BOUNDS`, with its name and size; undefined where all are within. Stops at the first that is
 * over, and neither recursion nor work grows with what was given.
 */
export function tooLarge(tool: string, given: JsonObject): ToolFailure | undefined {
  let room: number = ARGUMENT_BOUNDS.json;
  for (const [name, value] of Object.entries(given)) {
    const { size, over } = measured(value, room - name.length);
    if (over !== undefined) return refused(tool, name, over);
    room -= size + name.length;
  }
  return undefined;
}

interface Over {
  /** What it is, with its size. */
  readonly what: string;
  readonly advice: string;
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
    else if (depth === ARGUMENT_BOUNDS.depth) return { over: TOO_DEEP };
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
    if (size > room) return { over: TOO_MUCH };
  }
  return { size };
}

const count = (number: number): string => number.toLocaleString("en");

function longText(verb: string, { length }: string): Over {
  return {
    what: `${verb} ${count(length)} characters; at most ${count(ARGUMENT_BOUNDS.text)} are taken`,
    advice: "Shorten it, or do it in several steps.",
  };
}

function longList({ length }: { readonly length: number }): Over {
  return {
    what: `has a list of ${count(length)} items; at most ${count(ARGUMENT_BOUNDS.items)} are taken`,
    advice: "Give fewer, in several calls if need be.",
  };
}

const TOO_MUCH: Over = {
  what: `brings the arguments to more than ${count(ARGUMENT_BOUNDS.json)} characters of JSON, which is the most that is taken`,
  advice: "Give less at once, in several calls if need be.",
};

const TOO_DEEP: Over = {
  what: `is nested more than ${ARGUMENT_BOUNDS.depth} deep, which is the most that is taken`,
  advice: "Make it flatter.",
};

const LONGEST_NAME = 100;

function refused(tool: string, name: string, { what, advice }: Over): ToolFailure {
  const argument = name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME - 1)}…`;
  return {
    code: "too-large",
    message: `Argument "${argument}" of ${tool} ${what}. ${advice}`,
    part: { argument },
    suggestions: [],
  };
}

/** Failures repeat what was written, which may be of any length. */
const LONGEST_MESSAGE = 2000;
const LONGEST_SUGGESTION = 4000;

/** The failure with its texts cut to what a reader can use; cut places end in `…`, and a suggestion that had to be cut is left out. */
export function boundedFailure(failure: ToolFailure): ToolFailure {
  const { message, part, suggestions } = failure;
  const short = suggestions.filter(({ text }) => text.length <= LONGEST_SUGGESTION);
  const { text, argument } = part ?? {};
  const isShort = message.length <= LONGEST_MESSAGE && !isLong(text) && !isLong(argument);
  if (isShort && short.length === suggestions.length) return failure;
  return {
    ...failure,
    message: clipped(message),
    ...(part === undefined
      ? {}
      : {
          part: {
            ...part,
            ...(text === undefined ? {} : { text: clipped(text) }),
            ...(argument === undefined ? {} : { argument: clipped(argument) }),
          },
        }),
    suggestions: short.map(({ replaces, ...rest }) => ({
      ...rest,
      ...(replaces === undefined ? {} : { replaces: clipped(replaces) }),
    })),
  };
}

const isLong = (text: string | undefined): boolean => (text?.length ?? 0) > LONGEST_MESSAGE;

function clipped(text: string): string {
  return text.length <= LONGEST_MESSAGE ? text : `${text.slice(0, LONGEST_MESSAGE - 1)}…`;
}

/** The observation with its text cut at the last whole line within `limit` characters, which is said. */
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
    text: `${text}\n… (cut off at ${limit} characters)`,
    truncation: observation.truncation ?? {
      what: "characters",
      shown: text.length,
      total: observation.text.length,
      howToSeeMore,
    },
  };
}

/** Whether what a workspace would hold is within its limit. */
export function fitsWorkspace(content: object): boolean {
  return Buffer.byteLength(JSON.stringify(content)) <= WORKSPACE_LIMIT_BYTES;
}

export const WORKSPACE_FULL: ToolFailure = {
  code: "workspace-full",
  message: `The workspace would grow over ${WORKSPACE_LIMIT_BYTES / 1024} kB.`,
  suggestions: [],
};
