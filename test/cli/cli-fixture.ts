import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pc from "picocolors";
import { runCli } from "../../src/cli/run-cli.ts";
import { linkSamples } from "../support/shared-samples.ts";

export interface CliResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Cli {
  (...args: readonly string[]): Promise<CliResult>;
  with(env: NodeJS.ProcessEnv): Cli;
}

/** The command line in this process, with caches and stores in `folder`. */
export function cliIn(folder: string, env: NodeJS.ProcessEnv = {}): Cli {
  const run = async (...args: readonly string[]): Promise<CliResult> => {
    const { FUXI_CACHE_DIR: cache = join(folder, "cache") } = env;
    if (args.some((argument) => /\bcinema\b/u.test(argument))) linkSamples(cache);
    let out = "";
    let err = "";
    const code = await runCli(args, {
      out: (text) => {
        out += text;
      },
      err: (text) => {
        err += text;
      },
      env: { FUXI_CACHE_DIR: cache, FUXI_DATA_DIR: join(folder, "data"), ...env },
      signal: new AbortController().signal,
      interactive: false,
      answers: false,
      width: 120,
      colors: pc.createColors(false),
    });
    return { code, out, err };
  };
  return Object.assign(run, { with: (more: NodeJS.ProcessEnv) => cliIn(folder, { ...env, ...more }) });
}

/** A small shop: two tables, a foreign key, a text value each. */
export function writeShop(folder: string): string {
  const path = join(folder, "shop.sqlite");
  const database = new DatabaseSync(path);
  database.exec(`
    CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT);
    CREATE TABLE purchase (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customer (id), amount REAL, bought_on TEXT);
    INSERT INTO customer VALUES (1, 'Ada', 'Lyon'), (2, 'Søren', 'Aarhus'), (3, 'Chloé', 'Lyon');
    INSERT INTO purchase VALUES (1, 1, 12.5, '2025-05-01'), (2, 3, 7.25, '2025-05-02'), (3, 3, 1, '2025-06-01');
  `);
  database.close();
  return path;
}
