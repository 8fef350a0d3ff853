import { TripleStoreError } from "../../../store/triple-store-error.ts";

/** What came back is no result. `what` completes "The server's answer …". */
export function malformedAnswer(what: string, cause?: unknown): TripleStoreError {
  return new TripleStoreError(
    { kind: "malformed", engineMessage: `The server's answer ${what}.` },
    {
      hint: "Check that the address is that of a SPARQL endpoint.",
      ...(cause === undefined ? {} : { cause }),
    },
  );
}
