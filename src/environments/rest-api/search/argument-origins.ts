import type { ArgumentOrigin } from "../../../environment/capabilities.ts";
import type { Operation } from "../document/api-document.ts";

/** Which operations return what an argument wants. */
export interface ArgumentOrigins {
  /** The likeliest first, at most `limit`; none where the person gives it (a search text, a date). */
  of(operation: Operation, argument: string, limit: number): readonly ArgumentOrigin[];
  /** True for arguments that only the API can give: ids of its things. */
  isIdentifier(operation: Operation, argument: string): boolean;
}
