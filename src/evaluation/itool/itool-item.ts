import { z } from "zod";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { Json } from "../../util/json.ts";

/** The kinds of queries of Itool (Query when need, Chapter 4), its first kind in two, and clear ones to compare with. */
export const ITOOL_CATEGORIES = [
  "missing",
  "unclear",
  "problematic",
  "several-meanings",
  "unsupported",
  "clear",
] as const;

/** One of `ITOOL_CATEGORIES`. */
export type ItoolCategory = (typeof ITOOL_CATEGORIES)[number];

/** One call of a solution, as a zod schema. */
export const solutionStep = z.strictObject({
  /** `r1`, `r2`, …: what later steps call its response. */
  as: z.string().regex(/^r\d+$/u),
  operation: z.string().min(1),
  /** Texts that begin with `=` are JSONata over the responses before; `{intended}` stands for what the user has in mind. */
  arguments: z.record(z.string(), z.json()).default({}),
});

/** The zod schema of `ItoolItem`: what `readItool` checks a set by. */
export const itoolItem = z.strictObject({
  id: z.string().min(1),
  category: z.enum(ITOOL_CATEGORIES),
  /** Of problematic items: whether words or single characters are wrong. */
  level: z.enum(["word", "character"]).exactOptional(),
  /** What the user says. */
  query: z.string().min(1),
  /** Its unclear words; none where it is clear or cannot be done. */
  words: z.array(z.string()),
  /** Words of which a question about them would hold one, beside the unclear words themselves. */
  about: z.array(z.string()),
  /** The question to be raised; empty where none is. */
  question: z.string(),
  /** The user's hidden answer to it. */
  reply: z.string(),
  /** The name that the user has in mind, as the API writes it. */
  intended: z.string(),
  /** Other names that the query could mean as well. */
  alternatives: z.array(z.string()),
  /** Empty where no operation can do it. */
  solution: z.array(solutionStep),
  /** JSONata over the responses, `=…`; empty where there is no answer. */
  answer: z.string(),
  /** That a person read it and said that it reads as it should; absent where nobody did. */
  confirmed: z.literal(true).exactOptional(),
});

/**
 * One query of an Itool set (Query when need, Chapter 4).
 *
 * @interface
 */
export type ItoolItem = z.infer<typeof itoolItem>;

/** What a script computed for an item by following its solution. */
export interface ItoolGold {
  /** Undefined for what cannot be done. */
  readonly answer?: Json;
  /** True where another understanding of the query leads to another answer, or what a call needs is not in it: the user has to be asked. */
  readonly needsQuestion: boolean;
}

/**
 * Reads a set of items.
 * @throws FuxiError `data-invalid` with the place of the first thing that is wrong
 */
export function readItool(text: string): readonly ItoolItem[] {
  return itoolItems(parsed(text));
}

/** The same of what a file holds. @throws FuxiError `data-invalid` */
export function itoolItems(content: unknown): readonly ItoolItem[] {
  const read = z.array(itoolItem).safeParse(content);
  if (!read.success) {
    const [issue] = read.error.issues;
    const [at, ...path] = issue?.path ?? [];
    throw new FuxiError(
      "data-invalid",
      `Item ${Number(at ?? 0) + 1} of the set is not as it should be: ${path.join(".")}: ${issue?.message}.`,
    );
  }
  const ids = read.data.map(({ id }) => id);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) throw new FuxiError("data-invalid", `Two items are named "${twice}".`);
  return read.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new FuxiError("data-invalid", "The set is no JSON.", { cause: error });
  }
}
