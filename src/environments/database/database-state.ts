import { z } from "zod";
import type { Workspace } from "../../environment/workspace.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { JsonObject } from "../../util/json.ts";
import { type Draft, EMPTY_DRAFT } from "./draft/draft.ts";
import type { Relation } from "./relations/relation.ts";

/** What the workspace of a database holds. */
export interface DatabaseState {
  /** The task's words, which decide what is shown first where not everything can be shown. */
  readonly question?: string;
  readonly draft: Draft;
  /** Values of other environments that are used as tables. */
  readonly relations?: readonly Relation[];
}

const text = z.string().exactOptional();
const core = z.strictObject({
  from: text,
  where: text,
  select: text,
  group_by: text,
  having: text,
  window: text,
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
const state: z.ZodType<DatabaseState> = z.strictObject({
  question: text,
  draft: z.strictObject({
    with: z.array(
      z.strictObject({
        name: z.string(),
        heading: z.string(),
        hint: text,
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

/** A workspace never changes, and most calls come with the one of the call before: what was checked is not checked again. */
const checked = new WeakMap<JsonObject, DatabaseState>();

/** @throws FuxiError `workspace-invalid` for a workspace of another environment or a damaged one */
export function readState(workspace: Workspace, environment: string): DatabaseState {
  if (workspace.kind === "database" && workspace.environment === environment) {
    const known = checked.get(workspace.state);
    if (known !== undefined) return known;
    const read = state.safeParse(workspace.state);
    if (read.success) {
      checked.set(workspace.state, read.data);
      return read.data;
    }
  }
  throw new FuxiError("workspace-invalid", "The workspace was not made by this environment, or is damaged.", {
    hint: "Open a new workspace.",
  });
}

export function writeState(value: DatabaseState): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}
