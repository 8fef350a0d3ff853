import type { AskForm } from "../ask-form.ts";
import type { DbqaStage, MadeBy } from "./dbqa-entry.ts";
import type { SchemaTable } from "./schema-table.ts";

/** What stages that a model writes have in common. */
export interface StageContext {
  readonly ask: AskForm;
  readonly tables: readonly SchemaTable[];
  /** CREATE statements. */
  readonly schema: string;
}

/** What a try of a stage came to, or why to nothing, in words for whoever tries again. `unread`: so many replies that could not be read, and no further is wanted. */
export type Tried<S extends DbqaStage> =
  | { readonly made: MadeBy<S>; readonly problem?: never }
  | { readonly problem: string; readonly unread?: number; readonly made?: never };
