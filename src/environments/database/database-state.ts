import { z } from "zod";
import { type Draft, EMPTY_DRAFT } from "./draft/draft.ts";
import type { Relation } from "./relations/relation.ts";

/** State of a database's workspace. */
export interface DatabaseState {
  /** The task's text, which decides what is shown first where not everything fits. */
  readonly question?: string;
  readonly draft: Draft;
  /** Values from other environments that are used as tables. */
  readonly relations?: readonly Relation[];
}

const text = z.string().exactOptional();
const core = z.strictObject({
  from: text,
  where: text,
  select: text,
  group_by: text,
  having: text,
});
const query = z.strictObject({
  cores: z.array(core),
  operators: z.array(z.enum(["UNION", "UNION ALL", "INTERSECT", "INTERSECT ALL", "EXCEPT", "EXCEPT ALL"])),
  order_by: text,
});
const relation = z.strictObject({
  name: z.string(),
  reference: z.string(),
  kind: z.enum(["entities", "texts", "numbers", "dates"]),
  type: z.enum(["text", "integer", "decimal", "date", "datetime"]),
  total: z.number(),
  values: z.strictObject({ sha256: z.string(), bytes: z.number(), mediaType: z.string() }),
});
export const stateSchema: z.ZodType<DatabaseState> = z.strictObject({
  question: text,
  draft: z.strictObject({
    with: z.array(
      z.strictObject({
        name: z.string(),
        heading: z.string(),
        recursive: z.boolean().exactOptional(),
        query,
      }),
    ),
    query,
    whole: text,
  }),
  relations: z.array(relation).exactOptional(),
});

export function emptyState(question: string | undefined): DatabaseState {
  return question === undefined ? { draft: EMPTY_DRAFT } : { question, draft: EMPTY_DRAFT };
}
