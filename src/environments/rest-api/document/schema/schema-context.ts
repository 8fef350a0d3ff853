import type { Schema } from "../api-document.ts";
import type { Dialect } from "../document-reader.ts";
import type { Place } from "../reading/place.ts";
import type { References } from "../reading/references.ts";

/** What a schema is put into the one form with. */
export interface SchemaContext {
  readonly dialect: Dialect;
  readonly references: References;
  fault(place: Place, message: string): void;
  /** `{ $ref: "#/$defs/<name>" }` for what a `$ref` at a place means; undefined, with a fault, where it means nothing. */
  reference(place: Place, reference: string): Schema | undefined;
  /** The schema at a place within this one. */
  schema(place: Place): Schema;
}
