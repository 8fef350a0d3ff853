import type { Glossary, GlossaryEntry } from "../environment/glossary.ts";
import { IN_MEMORY, openStoreFile } from "../store-file/store-file.ts";
import { guarded, stored } from "../store-file/store-file-errors.ts";
import { foldedWords } from "../util/fold-text.ts";

/**
 * A glossary in a SQLite file, which may be the one that holds the trajectories.
 * @throws FuxiError `store-corrupt`, `store-unavailable`
 */
export function sqliteGlossary(path: string, clock: () => Date = () => new Date()): Glossary {
  const { database } = openStoreFile(path);
  const statements = guarded(path, () => ({
    remember: database.prepare(
      `INSERT INTO glossary (principal, environment, folded, at, entry) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET at = excluded.at, entry = excluded.entry`,
    ),
    list: database.prepare(
      "SELECT entry FROM glossary WHERE principal = ? AND environment = ? ORDER BY at DESC, folded",
    ),
    forget: database.prepare("DELETE FROM glossary WHERE principal = ? AND environment = ? AND folded = ?"),
  }));
  return {
    async remember(entry, principal) {
      const at = clock().toISOString();
      const text = JSON.stringify({ ...entry, at });
      guarded(path, () =>
        statements.remember.run(principal.id, entry.environment, foldedWords(entry.words), at, text),
      );
    },
    async list(environment, principal) {
      const rows = guarded(path, () => statements.list.all(principal.id, environment));
      return rows.map((row) => stored<GlossaryEntry>(path, row.entry));
    },
    async forget(environment, words, principal) {
      const { changes } = guarded(path, () =>
        statements.forget.run(principal.id, environment, foldedWords(words)),
      );
      return changes > 0;
    },
    async close() {
      if (database.isOpen) database.close();
    },
  };
}

/** A glossary that ends with the process. */
export function memoryGlossary(clock?: () => Date): Glossary {
  return sqliteGlossary(IN_MEMORY, clock);
}
