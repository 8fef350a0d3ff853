import type { ActContext } from "../../../environment/act-context.ts";
import type {
  ChangedVariant as GenericChange,
  Variant as GenericVariant,
} from "../../../environment/changed-variants.ts";
import type { DatabaseServices } from "../database-services.ts";

/** What the question leaves open, by which variants of a query are told apart. */
export type VariantKind =
  | "counted"
  | "unmatched"
  | "attachment"
  | "common-to-all"
  | "each-or-together"
  | "link"
  | "column"
  | "direction"
  | "part-of-name"
  | "missing-values"
  | "ties";

/** A statement that the question could have meant instead of the draft. */
export type Variant = GenericVariant<VariantKind, string>;
export type ChangedVariant = GenericChange<VariantKind, string>;

/** What variants are run with. */
export interface VariantCall {
  readonly services: DatabaseServices;
  readonly context: ActContext;
}
