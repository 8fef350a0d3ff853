/** One operation of a gold path, as it was written and as the document has it. */
export interface GoldStep {
  readonly written: string;
  /** The document's operation; undefined where none is meant. */
  readonly operation: string | undefined;
  /** True where it is the document's but for spaces around or within it, the case of the method, or the names of its parameters. */
  readonly mended: boolean;
}

/** Finds what steps of gold paths mean among a document's operations (`GET /movie/{movie_id}`). */
export function goldSteps(operations: readonly string[]): (written: string) => GoldStep {
  const exact = new Set(operations);
  const byForm = Map.groupBy(operations, formOf);
  return (written) => {
    if (exact.has(written)) return { written, operation: written, mended: false };
    const same = byForm.get(formOf(written)) ?? [];
    const [operation] = same;
    return same.length === 1 && operation !== undefined
      ? { written, operation, mended: true }
      : { written, operation: undefined, mended: false };
  };
}

/** Whether a path begins with one thing of the API, whose identifier no call before it can have given: `GET /company/{company_id}`. */
export function beginsWithIdentifier([first]: readonly GoldStep[]): boolean {
  return /\{(?:\w*_)?id\}/iu.test(first?.operation ?? "");
}

/** The same for operations that differ in nothing but spaces, the case of the method and the names of parameters. */
function formOf(operation: string): string {
  const [, method = "", path = ""] = /^\s*(\S+)\s+(.*?)\s*$/u.exec(operation) ?? [];
  return `${method.toUpperCase()} ${path.replace(/\s+/gu, "").replace(/\{[^}]*\}/gu, "{}")}`;
}
