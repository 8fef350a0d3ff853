import { nameWords } from "../../../util/name-words.ts";

export interface PathVariable {
  readonly name: string;
  /** Folded words for the thing that it names: of the name without `id`, and of the segment before it. */
  readonly nouns: readonly string[];
}

export interface PathShape {
  /** Words of the segments that are no variables, without version and `api`. */
  readonly segments: readonly (readonly string[])[];
  readonly variables: readonly PathVariable[];
  /** True for `/x/{id}`: one thing of many. */
  readonly endsInVariable: boolean;
}

const MEANINGLESS = /^(?:v\d+(?:\.\d+)*|api|rest|public|\d+(?:\.\d+)*)$/iu;
/** Words of a name that only say that it is an identifier. */
export const ID_WORDS: ReadonlySet<string> = new Set([
  "id",
  "ids",
  "uuid",
  "guid",
  "key",
  "slug",
  "token",
  "exposed",
  "identifier",
]);

/** Folded words of a name without those that only say that it is an identifier. */
function nounWords(name: string): readonly string[] {
  return nameWords(name).filter((word) => !ID_WORDS.has(word));
}

/** What a path template says: `/v1/customers/{customer}/cards/{id}`. */
export function pathShape(path: string): PathShape {
  const parts = path.split("/").filter((part) => part !== "" && !MEANINGLESS.test(part));
  const variables: PathVariable[] = [];
  const segments: (readonly string[])[] = [];
  let before: readonly string[] = [];
  for (const part of parts) {
    const plain = nameWords(part.replace(/\{[^}]*\}/gu, " "));
    if (plain.length > 0) {
      segments.push(plain);
      before = plain;
    }
    for (const [, name = ""] of part.matchAll(/\{([^}]*)\}/gu)) {
      variables.push({ name, nouns: [...new Set([...nounWords(name), ...before])] });
      before = [];
    }
  }
  return { segments, variables, endsInVariable: /\}$/u.test(parts.at(-1) ?? "") };
}

/** A path in which all variables are called the same. */
export function pathForm(path: string): string {
  return path.replace(/\{[^}]*\}/gu, "{}");
}
