import type { Glossary, GlossaryEntry } from "../environment/glossary.ts";
import { keyText, nowGiven, nowSql, type PostgresStore } from "../store-postgres/postgres-store.ts";

import { storedOnServer } from "../store-postgres/store-server-errors.ts";
import { foldedWords } from "../util/fold-text.ts";

/**
 * A glossary that machines share. `clock`: the server's unless given.
 * @throws FuxiError `store-corrupt`, `store-unavailable`
 */
export function postgresGlossary(store: PostgresStore, clock?: () => Date): Glossary {
  const glossary = store.table("glossary");
  const close = store.share();
  return {
    async remember(entry, principal) {
      const keys = [principal.id, entry.environment, foldedWords(entry.words)].map(keyText);
      const now = nowGiven(clock);
      await store.run((query) =>
        query(
          `INSERT INTO ${glossary} (principal, environment, folded, at, entry) VALUES ($1, $2, $3, ${nowSql(4)}, $5)
           ON CONFLICT (principal, environment, folded) DO UPDATE SET at = excluded.at, entry = excluded.entry`,
          [...keys, now, JSON.stringify(entry)],
        ),
      );
    },
    async list(environment, principal) {
      const { rows } = await store.run((query) =>
        query(
          `SELECT at, entry FROM ${glossary} WHERE principal = $1 AND environment = $2 ORDER BY at DESC, folded`,
          [keyText(principal.id), keyText(environment)],
        ),
      );
      return rows.map((row) => ({
        ...storedOnServer<Omit<GlossaryEntry, "at">>(store.place, row["entry"]),
        at: new Date(Number(row["at"])).toISOString(),
      }));
    },
    async forget(environment, words, principal) {
      const keys = [principal.id, environment, foldedWords(words)].map(keyText);
      return await store.run(async (query, again) => {
        const { rowCount } = await query(
          `DELETE FROM ${glossary} WHERE principal = $1 AND environment = $2 AND folded = $3`,
          keys,
        );
        // An attempt that nobody told us of may have forgotten it.
        return rowCount > 0 || again;
      });
    },
    close,
  };
}
