import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type LoadedTable,
  type LoadOptions,
  loadTripleTable,
} from "../../../../../../src/environments/knowledge-base/stores/embedded/reading/load-triple-table.ts";
import type { TripleTable } from "../../../../../../src/environments/knowledge-base/stores/embedded/triple-table.ts";
import { termText } from "../../../../../../src/environments/knowledge-base/term/term.ts";

/** Writes a file and loads it. */
export async function loadText(
  folder: string,
  name: string,
  content: string | Uint8Array,
  options: Partial<LoadOptions> = {},
): Promise<LoadedTable> {
  const path = join(folder, name);
  writeFileSync(path, content);
  return loadTripleTable({
    path,
    cacheFolder: join(folder, "cache"),
    signal: new AbortController().signal,
    ...options,
  });
}

/** All triples as N-Triples without full stops, ordered. `-` stands for `http://x/` and its angle brackets. */
export function triplesOf({ dictionary, predicates, bySubject }: TripleTable): readonly string[] {
  const text = (id: number) => termText(dictionary.term(id)).replaceAll(/<http:\/\/x\/([^>]*)>/gu, "-$1");
  const lines: string[] = [];
  for (let subject = 0; subject < dictionary.count; subject++) {
    for (let at = bySubject.offsets[subject] ?? 0; at < (bySubject.offsets[subject + 1] ?? 0); at++) {
      const predicate = predicates[bySubject.predicates[at] ?? -1] ?? -1;
      lines.push(`${text(subject)} ${text(predicate)} ${text(bySubject.ends[at] ?? -1)}`);
    }
  }
  return lines.sort();
}
