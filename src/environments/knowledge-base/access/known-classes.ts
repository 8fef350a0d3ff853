import { type Marked, say, schemaName } from "../../../environment/egress/marks.ts";
import type { Names } from "../vocabulary/names.ts";
import { isMetaClass } from "../vocabulary/vocabulary.ts";
import type { GraphReader } from "./graph-reader.ts";

export interface KnownClass {
  readonly iri: string;
  /** Identifier, as calls write it. */
  readonly text: Marked;
  readonly label: Marked;
  /** Undefined if the store did not count them. */
  readonly instances?: number;
}

/** Classes of the store's schema, without classes of RDF, RDFS and OWL; most instances first. */
export async function knownClasses(graph: GraphReader, names: Names): Promise<readonly KnownClass[]> {
  const schema = await graph.schema();
  const classes = schema.classes.filter((each) => !isMetaClass(each.class));
  const labels = await graph.iriNames(classes.map((each) => each.class));
  return classes.map((each, at) => ({
    iri: each.class,
    text: schemaName(names.short(each.class)),
    label: labels[at] ?? say``,
    instances: each.count,
  }));
}
