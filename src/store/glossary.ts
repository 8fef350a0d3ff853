import type { Glossary, GlossaryEntry } from "../environment/glossary.ts";
import { foldedWords } from "../util/fold-text.ts";
import { keyText, parseStored, query, type Sql, timeGiven, timeSql } from "./sql.ts";

/**
 * A glossary in an open store. `clock`: the store's unless given.
 * @throws FuxiError `store-corrupt`, `store-unavailable`
 */
export function glossaryStore(sql: Sql, clock?: () => Date): Glossary {
  const glossary = sql.table("glossary");
  const close = sql.share();
  return {
    async remember(entry, principal) {
      const keys = [principal.id, entry.environment, foldedWords(entry.words)].map(keyText);
      const now = timeGiven(clock);
      await sql.run(() =>
        query(
          `INSERT INTO ${glossary} (principal, environment, folded, at, entry) VALUES ($1, $2, $3, ${timeSql(sql, 4)}, $5)
           ON CONFLICT (principal, environment, folded) DO UPDATE SET at = excluded.at, entry = excluded.entry`,
          [...keys, now, JSON.stringify(entry)],
        ),
      );
    },
    async list(environment, principal) {
      const { rows } = await sql.run(() =>
        query(
          `SELECT at, entry FROM ${glossary} WHERE principal = $1 AND environment = $2 ORDER BY at DESC, folded`,
          [keyText(principal.id), keyText(environment)],
        ),
      );
      return rows.map(({ at, entry }) => ({
        ...parseStored<Omit<GlossaryEntry, "at">>(sql, entry),
        at: new Date(Number(at)).toISOString(),
      }));
    },
    async forget(environment, words, principal) {
      const keys = [principal.id, environment, foldedWords(words)].map(keyText);
      return await sql.transaction(function* () {
        const { rowCount } = yield* query(
          `DELETE FROM ${glossary} WHERE principal = $1 AND environment = $2 AND folded = $3`,
          keys,
        );
        return rowCount > 0;
      });
    },
    close,
  };
}
