import type { ActContext } from "../environment/act-context.ts";
import type { Environment } from "../environment/environment.ts";
import type { FoundReading } from "../environment/readings.ts";
import type { Task } from "../environment/task.ts";
import type { Reading, Wish, WishVerdict } from "../trajectory/clarification.ts";
import { likeliestAlone } from "./likeliest-alone.ts";

/** Readings shown to a person at most; more are no choice. */
const MOST_READINGS = 8;

/** Asking for one of these is asking for something that only the environment knows. */
const ASKS_FOR_ID = /\b(?:ids?|identifiers?|uuids?|guids?|primary keys?|internal (?:numbers?|codes?))\b/iu;

export interface GateInput {
  readonly task: Task;
  readonly environments: readonly Environment[];
  /** Questions that were put to the person in this run, with what came of them. */
  readonly asked: readonly {
    readonly words: readonly string[];
    readonly question: string;
    readonly reply: string;
  }[];
}

/**
 * Judges a wish to ask before the person sees it (Query when need, Section 5.2.5: the supervisor's refutation): never for an id, never twice,
 * never for what the environment shows to be the only thing meant. What passes carries the readings found, so that answering can be a choice.
 */
export async function gate(
  wish: Wish,
  { task, environments, asked }: GateInput,
  context: ActContext,
): Promise<WishVerdict> {
  if (ASKS_FOR_ID.test(wish.question)) {
    return refuted(
      "People know names, not ids. Find the id with a tool, by the name that the question gives.",
    );
  }
  const before = asked.find(
    (each) => sameWords(each.words, wish.words) || folded(each.question) === folded(wish.question),
  );
  if (before !== undefined) {
    return refuted(
      `This was asked before ("${before.question}"), and the person said: ${before.reply}. Go on with that.`,
    );
  }
  const known = wish.words.map((words) => task.settled?.find((each) => folded(each.words) === folded(words)));
  const settled = known.find((each) => each !== undefined);
  if (settled !== undefined && known.every((each) => each !== undefined)) {
    return refuted(`"${settled.words}" is known to mean: ${settled.meaning}. Go on with that.`);
  }
  const readings: readonly Placed[] = wish.readings ?? (await readingsOf(wish, task, environments, context));
  if (wish.kind !== "missing" && wish.readings === undefined) {
    const [only] = readings;
    if (only !== undefined && likeliestAlone(readings)) {
      return refuted(
        `Here "${wish.words.join(" ")}" can hardly mean anything but ${only.text}. Take that${only.likeness === "same" ? "" : ", and say with the answer that you assumed it"}.`,
      );
    }
  }
  return {
    type: "ask",
    clarification: { ...questionOf(wish), readings: readings.slice(0, MOST_READINGS).map(plain) },
  };
}

type Placed = Reading & Partial<Pick<FoundReading, "likeness" | "score">>;

async function readingsOf(
  { words, options = [] }: Wish,
  task: Task,
  environments: readonly Environment[],
  context: ActContext,
): Promise<readonly Placed[]> {
  const found = await Promise.all(
    environments.flatMap((environment) =>
      words.map(async (span): Promise<readonly Placed[]> => {
        const { readings } = environment.capabilities;
        if (readings === undefined) return [];
        const all = await readings.find(span, task, MOST_READINGS, context);
        return all.map((reading) => ({ ...reading, environment: environment.id }));
      }),
    ),
  );
  const all = found.flat().toSorted((one, other) => (other.score ?? 0) - (one.score ?? 0));
  if (all.length > 0) return all;
  const [first] = environments;
  return options.map((text) => ({ environment: first?.id ?? "", text, replacement: text }));
}

function questionOf({ question, words, kind }: Wish) {
  return { question: question.trim(), words, kind };
}

function plain({ environment, text, replacement, token }: Placed): Reading {
  return {
    environment,
    text,
    ...(replacement === undefined ? {} : { replacement }),
    ...(token === undefined ? {} : { token }),
  };
}

function refuted(guidance: string): WishVerdict {
  return { type: "refuted", guidance };
}

function sameWords(one: readonly string[], other: readonly string[]): boolean {
  if (one.length === 0 || one.length !== other.length) return false;
  const words = other.map(folded);
  return one.every((each) => words.includes(folded(each)));
}

function folded(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
