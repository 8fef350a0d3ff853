import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SqlDriver } from "../../../../src/environments/database/driver/sql-driver.ts";
import { restrictDriver } from "../../../../src/environments/database/privacy/restricted-driver.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { enginesAndFiles, MASKED, opened, policyFor, SECRET } from "./engines.ts";
import { hostileQueries } from "./hostile-queries.ts";

const signal = new AbortController().signal;

/** Also as somebody could have written it with a function. */
function shows(text: string): boolean {
  const lower = text.toLowerCase();
  return [SECRET, MASKED].some((canary) =>
    [canary, Buffer.from(canary).toString("hex"), Buffer.from(canary).toString("base64").slice(0, 12)].some(
      (form) => lower.includes(form.toLowerCase()),
    ),
  );
}

describe.each(enginesAndFiles)("On $name, hostile statements", (engine) => {
  const { name, home } = engine;
  let driver: SqlDriver;
  let done: () => Promise<void>;
  const before = new Map<string, string>();
  const queries = hostileQueries(name, home);

  beforeAll(async () => {
    const at = await opened(engine, temporaryFolder());
    done = at.done;
    for (const sql of queries) before.set(sql, await answer(at.driver, sql));
    driver = await restrictDriver(at.driver, policyFor(name), signal);
  });
  afterAll(() => done());

  test("find what they look for while there is no policy", () => {
    const found = [...before.values()].filter(shows);
    expect(found.length).toBeGreaterThan(queries.length / 3);
  });

  test.each(queries)("finds nothing: %s", async (sql) => {
    const text = await answer(driver, sql);
    expect(shows(text)).toBe(false);
    expect(text).not.toMatch(/fuxi_|prohibited/u);
    // What the answer names of the denied, the statement has named itself.
    for (const word of ["ecrets", "ssn", "days_1"]) {
      if (!sql.toLowerCase().includes(word)) expect(text.toLowerCase()).not.toContain(word);
    }
    const compiled = await driver.compile(sql, signal).then(JSON.stringify, complaint);
    expect(shows(compiled)).toBe(false);
  });
});

async function answer(driver: SqlDriver, sql: string): Promise<string> {
  return driver
    .query(sql, [], { maxRows: 100, milliseconds: 5000, signal })
    .then(({ rows, columns }) => JSON.stringify([columns, rows.map((row) => row.map(cellText))]), complaint);
}

function cellText(cell: unknown): string {
  return cell instanceof Uint8Array ? Buffer.from(cell).toString("latin1") : String(cell);
}

function complaint(error: unknown): string {
  const { message, hint, facts } = error as { message: string; hint?: string; facts?: unknown };
  return JSON.stringify({ message, hint, facts });
}
