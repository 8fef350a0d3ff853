import type { Environment } from "../../../environment/environment.ts";
import { foldText } from "../../../util/fold-text.ts";
import { sameButForNumber } from "../../../util/plural.ts";
import type { AskForm } from "../ask-form.ts";
import type { DbqaStage, Entity, MadeBy } from "./dbqa-entry.ts";
import type { SchemaTable } from "./draw-seeds.ts";

const wordsOf = (text: string): readonly string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether the words stand in the text one after the other, be they singular or plural. */
function stillNames(text: string, words: string): boolean {
  const said = wordsOf(text);
  const wanted = wordsOf(words);
  return (
    wanted.length > 0 &&
    said.some((_, at) => wanted.every((word, next) => sameButForNumber(said[at + next] ?? "", word)))
  );
}

/** Words for entities that a question no longer has. */
export function lostEntities(question: string, entities: readonly Entity[]): readonly string[] {
  return entities.filter(({ words }) => !stillNames(question, words)).map(({ words }) => words);
}

export const wordCount = (text: string): number => wordsOf(text).length;

/** Bounds of what a model may put into a scratch database. */
export const SCRATCH_LIMITS = {
  /** INSERT statements of one database. */
  statements: 100,
  /** UTF-16 units of all statements together. */
  characters: 100_000,
  rows: 1000,
} as const;

/** What filling came to: how many rows each table has, or what the engine has against the statements, for whoever writes them anew. */
export type Filled =
  | {
      readonly rows: readonly { readonly table: string; readonly rows: number }[];
      readonly problem?: never;
    }
  | { readonly problem: string; readonly rows?: never };

/**
 * Databases of our own with the schema of a target, to which made-up records are written. The target itself is never written to. Given by whoever
 * composes the program, since only that knows engines.
 */
export interface ScratchDatabase {
  /** CREATE statements in the SQL that the INSERT statements are to be written in. */
  readonly schema: string;
  /**
   * Makes the database anew, with these records and no others. Nothing but INSERTs of plain values into tables of the schema is run. All of the statements hold, or there
   * is no new database.
   *
   * @throws FuxiError `disk-full`, `store-unavailable`
   */
  fill(database: string, statements: readonly string[]): Filled;
  /** Whether it was filled, by whichever process. */
  has(database: string): boolean;
  /** Does something with it as an environment, open meanwhile. @throws FuxiError as opening it does */
  use<Result>(database: string, use: (environment: Environment) => Promise<Result>): Promise<Result>;
}

/**
 * Makes scratch databases of a schema.
 * @throws FuxiError `target-not-supported` for a type that has no counterpart
 */
export type OpenScratchDatabase = (tables: readonly SchemaTable[]) => ScratchDatabase;

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
