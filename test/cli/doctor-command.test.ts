import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postgresIsMissing, type ScratchDatabase, scratchPostgresDatabase } from "../support/postgres.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { cliIn, writeShop } from "./cli-fixture.ts";
import { scriptedCli } from "./scripted-cli.ts";

const folder = temporaryFolder();
const shop = writeShop(folder);
const fuxi = cliIn(folder);

interface Finding {
  readonly name: string;
  readonly state: string;
  readonly text: string;
  readonly mend?: string;
}

async function findings(cli: typeof fuxi, ...words: readonly string[]) {
  const { code, out } = await cli("doctor", ...words, "--json");
  const { ok, sections } = JSON.parse(out) as {
    readonly ok: boolean;
    readonly sections: readonly { readonly about: string; readonly checks: readonly Finding[] }[];
  };
  return {
    code,
    ok,
    sections,
    of: (name: string) => sections.flatMap((s) => s.checks).filter((c) => c.name === name),
  };
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { readonly port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe("fuxi doctor", () => {
  it("says that all is well with a sound file, and ends with 0", async () => {
    const { code, out } = await fuxi("doctor", shop);
    expect(out).toContain("✓ opening");
    expect(out).toContain("2 tables");
    expect(out).not.toContain("✗");
    expect(code).toBe(0);
  });

  it("tries a write and sees it refused, and leaves the file as it was", async () => {
    const { of } = await findings(fuxi, shop);
    expect(of("guard")).toMatchObject([{ state: "ok", text: expect.stringContaining("refused") }]);
    const database = new DatabaseSync(shop);
    expect(database.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name LIKE 'fuxi%'").get()).toEqual(
      {
        n: 0,
      },
    );
    database.close();
  });

  it("goes on with the other targets after a fault, and ends with 1", async () => {
    const { code, ok, sections } = await findings(fuxi, join(folder, "absent.sqlite"), shop);
    expect([code, ok]).toEqual([1, false]);
    expect(sections.at(-2)?.checks).toMatchObject([{ name: "target", state: "fault" }]);
    expect(sections.at(-1)?.checks.every(({ state }) => state === "ok")).toBe(true);
  });

  it("says that nobody answers at an address, and never shows its password", async () => {
    const port = await closedPort();
    const { code, out, err } = await fuxi("doctor", `postgres://ada:hunter2@127.0.0.1:${port}/shop`);
    expect(out + err).not.toContain("hunter2");
    expect(out).toContain("postgres://ada@127.0.0.1");
    expect(out).toMatch(/✗ opening +Nothing listens at 127/u);
    expect(code).toBe(1);
  });

  it("says that a document's server is at a private address, with the flag that allows it", async () => {
    const path = join(folder, "private.yaml");
    const port = await closedPort();
    writeFileSync(
      path,
      `openapi: 3.0.0\ninfo: {title: x, version: "1"}\nservers: [{url: "http://127.0.0.1:${port}"}]\npaths: {/a: {get: {responses: {"200": {description: ok}}}}}\n`,
    );
    const refused = (await findings(fuxi, path)).of("API server");
    expect(refused).toMatchObject([{ state: "fault", mend: `--trust-host 127.0.0.1:${port}` }]);
    const allowed = (await findings(fuxi, path, "--trust-host", `127.0.0.1:${port}`)).of("API server");
    expect(allowed[0]?.text).toContain("Nothing listens there.");
  });

  it.skipIf(process.platform === "win32")("names what others may read of what is kept", async () => {
    const cache = join(folder, "cache", "triples", "open");
    mkdirSync(cache, { recursive: true });
    chmodSync(cache, 0o755);
    const { of, code } = await findings(fuxi);
    expect(of("file modes")).toMatchObject([{ state: "warning", text: expect.stringContaining(cache) }]);
    expect(code).toBe(0);
    chmodSync(cache, 0o700);
  });
});

describe("the doctor under privacy rules", () => {
  const rules = ["--deny", "customer.city", "--mask", "customer.name"];

  it("says that they hold, and counts what is left", async () => {
    const { code, of } = await findings(fuxi, shop, ...rules);
    expect(of("privacy")).toMatchObject([
      { state: "ok", text: expect.stringMatching(/^2 privacy rules hold/u) },
    ]);
    expect(of("schema")[0]?.text).toMatch(/^2 tables, 6 columns/u);
    expect(code).toBe(0);
  });

  it("holds to those of the file", async () => {
    const path = join(folder, "private.yaml");
    writeFileSync(path, `targets:\n  s: {file: ${JSON.stringify(shop)}, privacy: {deny: [purchase]}}\n`);
    const { of } = await findings(
      Object.assign((...words: readonly string[]) => fuxi("--config", path, ...words), { with: fuxi.with }),
      "s",
    );
    expect(of("schema")[0]?.text).toBe("1 table, 3 columns");
  });

  it("is at fault over a rule that names nothing, and tells nothing more then", async () => {
    const { code, of } = await findings(fuxi, shop, "--deny", "nowhere");
    expect(of("privacy")).toMatchObject([{ state: "fault", text: expect.stringContaining("nowhere") }]);
    expect([code, of("schema")]).toEqual([1, []]);
  });

  it("names nothing of loaded files that is denied", async () => {
    const data = join(folder, "wages.csv");
    writeFileSync(data, "person,wage\nAda,1\nSøren,none\n");
    const { out, err } = await fuxi("doctor", data, "--deny", "wages.wage");
    expect(out).toContain("1 privacy rule holds");
    expect((out + err).replaceAll(/wages(?:\.csv)?/gu, "")).not.toContain("wage");
  });
});

const missing = await postgresIsMissing();

describe.skipIf(missing !== undefined)(`the doctor on a PostgreSQL server ${missing ?? ""}`, () => {
  let database: ScratchDatabase;
  beforeAll(async () => {
    database = await scratchPostgresDatabase();
    await database.execute(`CREATE TABLE customer (id int, "E-Mail" text, phone text, city text, mailbox_count int, incoming int);
      CREATE SCHEMA payroll; CREATE TABLE payroll.person (id int, salary int, iban text, surname text, birth_date date)`);
  });
  afterAll(() => database.drop());

  it("gives a hint where no rules are set and names of columns look personal", async () => {
    const { of } = await findings(fuxi, `${database.url}?schemas=public,payroll`);
    expect(of("privacy")).toMatchObject([
      {
        state: "warning",
        text: expect.stringMatching(
          /^No privacy rules are set, and 6 columns that can be read look personal: .*customer\.phone.* and 1 more\. This is a hint from names alone/u,
        ),
        mend: expect.stringMatching(/^privacy: \{mask: \[.*customer\.phone/u),
      },
    ]);
  });

  it("gives none where rules are set, and none of its findings names what they deny", async () => {
    const url = `${database.url}?schemas=public,payroll`;
    const whole = await fuxi("doctor", url);
    expect(whole.out).toContain("payroll");
    const { out, err } = await fuxi("doctor", url, "--deny", "payroll.*", "--deny", "customer.phone");
    expect(out).toContain("2 privacy rules hold");
    expect((out + err).replaceAll("schemas=public,payroll", "")).not.toMatch(/payroll|salary|phone/u);
    expect(out).not.toContain("look personal");
  });
});

describe("the model, as the doctor sees it", () => {
  const model = scriptedCli(fuxi);

  it("is asked for one token where it is named on the command line, after saying so", async () => {
    const { code, out, err } = await model.run([{ text: "1" }], "doctor");
    expect(err).toContain("one token is asked of scripted");
    expect(out).toMatch(/✓ model server +scripted answers/u);
    expect(model.requests()).toHaveLength(1);
    expect(model.requests()[0]?.body).toMatchObject({ max_tokens: 1 });
    expect(code).toBe(0);
  });

  it("is at fault where it refuses, without its key", async () => {
    const refusing = model.with({ FUXI_API_KEY: "sk-verysecretkey123" });
    const { code, out } = await refusing.run(
      [{ failure: { status: 401, message: "sk-verysecretkey123 is wrong" } }],
      "doctor",
    );
    expect(out).toMatch(/✗ model server .*scripted: .*401/u);
    expect(out).not.toContain("verysecret");
    expect(code).toBe(1);
  });
});
