import { createHash, randomUUID } from "node:crypto";
import { iri, literal } from "../../../../term/term.ts";
import type { SparqlFunction } from "./sparql-function.ts";

const hashed =
  (algorithm: string): SparqlFunction =>
  ([term]) =>
    term?.kind === "literal" ? literal(createHash(algorithm).update(term.value).digest("hex")) : undefined;

export const hashFunctions: Readonly<Record<string, SparqlFunction>> = {
  md5: hashed("md5"),
  sha1: hashed("sha1"),
  sha256: hashed("sha256"),
  sha384: hashed("sha384"),
  sha512: hashed("sha512"),
  uuid: () => iri(`urn:uuid:${randomUUID()}`),
  struuid: () => literal(randomUUID()),
};
