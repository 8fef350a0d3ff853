import type { Json } from "../../../util/json.ts";

/** A member of an answer: an entity, or a value. */
export type GraphMember =
  | { readonly id: string; readonly label?: string; readonly value?: never }
  | { readonly value: Json; readonly id?: never };

/**
 * A member of a gold answer: an entity by its id, a value, or a text of which the data do not say whether it is the label of an entity or a value.
 */
export type GoldMember =
  | { readonly id: string; readonly value?: never; readonly text?: never }
  | { readonly value: string; readonly id?: never; readonly text?: never }
  | { readonly text: string; readonly id?: never; readonly value?: never };
