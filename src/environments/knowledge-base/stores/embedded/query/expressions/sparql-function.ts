import type { Term } from "../../../../term/term.ts";
import type { QueryContext } from "../query-context.ts";

/** Gets evaluated arguments; undefined is an error. */
export type SparqlFunction = (values: readonly Term[], context: QueryContext) => Term | undefined;
