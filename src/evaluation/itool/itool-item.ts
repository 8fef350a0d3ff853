import { z } from "zod";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { Json } from "../../util/json.ts";

/** The kinds of queries of Itool (Query when need, Chapter 4), with the first kind split in two, and clear queries to compare with. */
const ITOOL_CATEGORIES = [
  "missing",
  "unclear",
  "problematic",
  "several-meanings",
  "unsupported",
  "clear",
] as const;

/** One call of a solution, as a zod schema. */
const solutionStep = z.strictObject({
  /** `r1`, `r2`, …: name of its response in later steps. */
  as: z.string().regex(/^r\d+$/u),
  operation: z.string().min(1),
  /** Texts that begin with `=` are JSONata over earlier responses. `{intended}` is replaced by the name that the user has in mind. */
  arguments: z.record(z.string(), z.json()).default({}),
});

/** The zod schema of `ItoolItem`: what `readItool` checks a set by. */
export const itoolItem = z.strictObject({
  id: z.string().min(1),
  category: z.enum(ITOOL_CATEGORIES),
  /** For problematic items: whether words or single characters are wrong. */
  level: z.enum(["word", "character"]).exactOptional(),
  /** What the user says. */
  query: z.string().min(1),
  /** Its unclear words. Empty for clear and for unsupported queries. */
  words: z.array(z.string()),
  /** Further words, one of which a question about the unclear words would contain. */
  about: z.array(z.string()),
  /** The question to ask. Empty if none is needed. */
  question: z.string(),
  /** The user's hidden answer to it. */
  reply: z.string(),
  /** The name that the user has in mind, as the API writes it. */
  intended: z.string(),
  /** Other names that the query could mean. */
  alternatives: z.array(z.string()),
  /** Empty if no operation supports the query. */
  solution: z.array(solutionStep),
  /** JSONata over the responses, `=…`. Empty if there is no answer. */
  answer: z.string(),
  /** Set if a person has reviewed and confirmed it. */
  confirmed: z.literal(true).exactOptional(),
});

/**
 * One query of an Itool set (Query when need, Chapter 4).
 *
 * @interface
 */
export type ItoolItem = z.infer<typeof itoolItem>;

/** The gold of an item, computed by following its solution. */
export interface ItoolGold {
  /** Undefined for unsupported queries. */
  readonly answer?: Json;
  /** Whether the user has to be asked: another interpretation has another answer, or the query lacks what a call needs. */
  readonly needsQuestion: boolean;
}

/**
 * Reads a set of items.
 * @throws FuxiError `data-invalid` with the position of the first mistake
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
