import { copyFileSync, mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { OpenPlace } from "../../src/evaluation/benchmark/place.ts";
import type { CountTokens } from "../../src/evaluation/tokens/count-tokens.ts";
import { madeTables } from "../../src/evaluation/tokens/made-tables.ts";

interface GrowOptions {
  /** Of the CREATE statements of all tables together, at least. */
  readonly tokens: number;
  readonly seed: number;
  readonly countTokens: CountTokens;
  readonly folder: string;
}

/** Opens a copy of the place's SQLite file with tables added until its definitions have that many tokens. */
export function openGrownPlace(
  open: OpenPlace,
  { tokens, seed, countTokens, folder }: GrowOptions,
): OpenPlace {
  return async ({ targets: [file = ""], ...place }, signal) => {
    const grown = join(folder, "grown", String(seed), String(tokens), basename(file));
    mkdirSync(join(grown, ".."), { recursive: true });
    copyFileSync(file, grown);
    const database = new DatabaseSync(grown);
    const definitions = database
      .prepare("SELECT sql FROM sqlite_schema WHERE type IN ('table', 'view') AND sql IS NOT NULL")
      .all();
    let size = definitions.reduce((sum, { sql }) => sum + countTokens(String(sql)), 0);
    database.exec("BEGIN");
    for (const { create, rows } of madeTables(seed)) {
      if (size >= tokens) break;
      database.exec([create, ...rows].join(";\n"));
      size += countTokens(create);
    }
    database.exec("COMMIT");
    database.close();
    return await open({ ...place, targets: [grown] }, signal);
  };
}
