import { copyFileSync, mkdirSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { BenchmarkSet } from "../../evaluation/benchmark/benchmark.ts";
import type { OpenPlace } from "../../evaluation/benchmark/place.ts";
import type { CountTokens } from "../../evaluation/tokens/count-tokens.ts";
import { madeTables } from "../../evaluation/tokens/made-tables.ts";

export interface GrowOptions {
  /** Of the CREATE statements of all tables together, at least; fewer where even 24 tables more are too few. */
  readonly tokens: number;
  readonly seed: number;
  readonly countTokens: CountTokens;
  /** The copies go there, below `grown`. */
  readonly folder: string;
}

const FILES: readonly string[] = [".sqlite", ".sqlite3", ".db"];

/** Whether each place of the set is one SQLite file, of which a copy can be grown. */
export function canGrow({ places }: Pick<BenchmarkSet, "places">): boolean {
  return Object.values(places).every(
    ({ targets: [file = "", ...more] }) => more.length === 0 && FILES.includes(extname(file)),
  );
}

/** Opens a copy of the place's SQLite file with tables added until its definitions have that many tokens. The file itself stays as it is. */
export function openGrownPlace(
  open: OpenPlace,
  { tokens, seed, countTokens, folder }: GrowOptions,
): OpenPlace {
  return async ({ targets: [file = ""], ...place }, signal) => {
    const grown = join(folder, "grown", String(seed), String(tokens), basename(file));
    mkdirSync(join(grown, ".."), { recursive: true });
    copyFileSync(file, grown);
    const database = new DatabaseSync(grown);
    try {
      const definitions = database
        .prepare("SELECT name, sql FROM sqlite_schema WHERE type IN ('table', 'view') AND sql IS NOT NULL")
        .all();
      const taken = new Set(definitions.map(({ name }) => String(name).toLowerCase()));
      let size = definitions.reduce((sum, { sql }) => sum + countTokens(String(sql)), 0);
      database.exec("BEGIN");
      for (const { create, rows } of madeTables(seed, taken)) {
        if (size >= tokens) break;
        database.exec([create, ...rows].join(";\n"));
        size += countTokens(create);
      }
      database.exec("COMMIT");
    } finally {
      database.close();
    }
    return await open({ ...place, targets: [grown] }, signal);
  };
}
