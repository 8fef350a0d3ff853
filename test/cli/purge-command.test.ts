import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { sqliteArtifactStore, sqliteTrajectoryStore } from "../support/stores.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { cliIn, writeShop } from "./cli-fixture.ts";

const root = temporaryFolder();
const DAY = 24 * 60 * 60 * 1000;

/** A user of its own: folders, a shop, and a command line. */
function place() {
  const folder = mkdtempSync(join(root, "p-"));
  const shop = writeShop(folder);
  const store = join(folder, "data", "store.sqlite");
  return { folder, shop, store, cache: join(folder, "cache"), fuxi: cliIn(folder) };
}

const QUESTION = "How many customers live in Lyon?";

/** As if the run had been some days earlier. */
function age(store: string, days: number): void {
  const database = new DatabaseSync(store);
  for (const { number, record } of database.prepare("SELECT number, record FROM run").all()) {
    const older = {
      ...JSON.parse(String(record)),
      startedAt: new Date(Date.now() - days * DAY).toISOString(),
    };
    database.prepare("UPDATE run SET record = ? WHERE number = ?").run(JSON.stringify(older), Number(number));
  }
  database.close();
}

function bytesOf(store: string): string {
  return [store, `${store}-wal`, `${store}-shm`]
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, "latin1"))
    .join("");
}

describe("fuxi purge", () => {
  it("deletes nothing without a choice, and nothing without a yes", async () => {
    const { fuxi, shop, store } = place();
    await fuxi("ask", shop, QUESTION);
    expect((await fuxi("purge", "--yes")).code).toBe(2);
    const { code, out } = await fuxi("purge", "--runs");
    expect([code, out.split(",")[0]]).toEqual([2, "would go: 1 run"]);
    expect((await fuxi("runs", "list")).out).toContain(QUESTION);
    expect(bytesOf(store)).toContain("Lyon");
  });

  it("counts in a dry run what it then deletes", async () => {
    const { fuxi, shop } = place();
    await fuxi("ask", shop, QUESTION);
    await fuxi("index", shop);
    const { deleted: _, ...would } = JSON.parse((await fuxi("purge", "--all", "--dry-run", "--json")).out);
    const { deleted, ...did } = JSON.parse((await fuxi("purge", "--all", "--yes", "--json")).out);
    expect(deleted).toBe(true);
    expect(did).toEqual(would);
    expect(did.store.runs).toBe(1);
    expect(did.cache.files).toBeGreaterThan(5);
  });

  it("leaves no byte of a deleted run in the store, its log or its unused pages", async () => {
    const { fuxi, shop, store } = place();
    await fuxi("ask", shop, QUESTION);
    expect(bytesOf(store)).toContain("live in Lyon");
    const { code } = await fuxi("purge", "--runs", "--yes");
    expect(code).toBe(0);
    expect(bytesOf(store)).not.toContain("Lyon");
    expect((await fuxi("runs", "list")).err).toContain("No runs yet");
  });

  it("keeps what is younger than the time that is named", async () => {
    const { fuxi, shop, store } = place();
    await fuxi("ask", shop, QUESTION);
    age(store, 40);
    await fuxi("ask", shop, "How many purchases are there?");
    expect((await fuxi("purge", "--older-than", "30d", "--yes")).out).toContain("deleted: 1 run,");
    const { out } = await fuxi("runs", "list");
    expect(out).toContain("How many purchases");
    expect(out).not.toContain(QUESTION);
  });

  it("can be bound to one target", async () => {
    const { fuxi, shop } = place();
    await fuxi("ask", shop, QUESTION);
    expect((await fuxi("purge", "--runs", "--target", "elsewhere", "--yes")).out).toContain(
      "would go: 0 runs",
    );
    expect((await fuxi("purge", "--runs", "--target", "shop", "--yes")).out).toContain("deleted: 1 run,");
  });

  it("refuses to delete what is others' from a store of one's own", async () => {
    const { fuxi } = place();
    const { code, err } = await fuxi("purge", "--runs", "--all-principals", "--yes");
    expect([code, err]).toEqual([2, expect.stringContaining("for a store that machines share")]);
  });

  it("takes the artifacts of the runs it deletes, and leaves those that others mention", async () => {
    const { fuxi, shop, store } = place();
    await fuxi("ask", shop, QUESTION);
    const artifacts = sqliteArtifactStore(store);
    const principal = { id: "local" };
    const put = (text: string) =>
      artifacts.put(new TextEncoder().encode(text), {
        principal,
        mediaType: "text/plain",
        lifetimeSeconds: 9999,
      });
    const [own, shared] = [await put("of the run"), await put("of both")];
    const database = new DatabaseSync(store);
    const mention = database.prepare(
      "UPDATE event SET body = json_set(body, '$.note', ?) WHERE seq = 1 AND run = ?",
    );
    mention.run(`${own.sha256} ${shared.sha256}`, 1);
    age(store, 40);
    await fuxi("ask", shop, "How many purchases are there?");
    mention.run(shared.sha256, 2);
    database.close();
    expect((await fuxi("purge", "--older-than", "30d", "--yes")).out).toContain("1 run, 1 artifact,");
    await expect(artifacts.get(own.sha256, principal)).rejects.toMatchObject({ code: "artifact-missing" });
    expect(await artifacts.get(shared.sha256, principal)).toHaveLength(7);
    await artifacts.close();
  });

  it("leaves a run alone that another process may be in the middle of, with all artifacts", async () => {
    const { fuxi, shop, store } = place();
    await fuxi("ask", shop, QUESTION);
    const other = sqliteTrajectoryStore(store);
    await other.create({ id: "r-in-the-middle", principal: { id: "local" } });
    const { out, code } = await fuxi("purge", "--all", "--yes");
    expect(code).toBe(0);
    expect(out).toContain("deleted: 1 run,");
    expect(out).toContain("kept: 1 run that another process may be in the middle of");
    expect(await other.read("r-in-the-middle", { id: "local" })).toEqual([]);
    await other.close();
  });

  it.skipIf(process.platform === "win32")(
    "touches nothing behind a link, and nothing that is not Fuxi's",
    async () => {
      const { folder, cache, fuxi, shop } = place();
      await fuxi("index", shop);
      const outside = join(folder, "outside");
      mkdirSync(outside);
      writeFileSync(join(outside, "precious"), "x");
      writeFileSync(join(cache, "letter.txt"), "x");
      symlinkSync(outside, join(cache, "triples"));
      symlinkSync(outside, join(cache, "value-index", "link"));
      expect((await fuxi("purge", "--all", "--yes")).code).toBe(0);
      expect(readdirSync(cache).toSorted()).toEqual(["letter.txt", "triples"]);
      expect(readFileSync(join(outside, "precious"), "utf8")).toBe("x");
    },
  );

  it("keeps a loaded file that a living process reads", async () => {
    const { cache, fuxi } = place();
    const files = join(cache, "data-files");
    mkdirSync(files, { recursive: true });
    for (const name of [
      "a.duckdb",
      "b.duckdb",
      `a.duckdb.used-by-${process.ppid}`,
      "b.duckdb.used-by-999999999",
    ])
      writeFileSync(join(files, name), "x");
    expect((await fuxi("purge", "--cache", "--yes")).out).toContain(
      "kept: 2 cache files that another process has open",
    );
    expect(readdirSync(files).toSorted()).toEqual(["a.duckdb", `a.duckdb.used-by-${process.ppid}`]);
  });

  it("deletes only cache files that are old enough", async () => {
    const { cache, fuxi } = place();
    const folder = join(cache, "triples");
    mkdirSync(folder, { recursive: true });
    for (const name of ["old", "new"]) writeFileSync(join(folder, name), "x");
    const then = (Date.now() - 40 * DAY) / 1000;
    utimesSync(join(folder, "old"), then, then);
    await fuxi("purge", "--cache", "--older-than", "30d", "--yes");
    expect(readdirSync(folder)).toEqual(["new"]);
  });
});

describe("a configured retention", () => {
  it("is held when a run begins", async () => {
    const { folder, fuxi, shop, store } = place();
    await fuxi("ask", shop, QUESTION);
    age(store, 40);
    const path = join(folder, "own.yaml");
    writeFileSync(path, "retention: 30d\n");
    await fuxi("--config", path, "runs", "list");
    expect((await fuxi("runs", "list")).out).toContain(QUESTION);
    await fuxi("--config", path, "ask", shop, "How many purchases are there?");
    expect((await fuxi("runs", "list")).out).not.toContain(QUESTION);
  });
});

describe.skipIf(process.platform === "win32")("what lies open from before", () => {
  it("is closed by the next command, which says so", async () => {
    const { fuxi, shop, store, cache } = place();
    await fuxi("ask", shop, QUESTION);
    await fuxi("index", shop);

    chmodSync(store, 0o644);
    chmodSync(join(cache, "value-index"), 0o755);
    const { err } = await fuxi("runs", "list");
    expect(err).toContain(`others could read ${join(cache, "value-index")}`);
    expect(err).toContain(`others could read ${store}`);
    expect(statSync(store).mode & 0o777).toBe(0o600);
    expect(statSync(join(cache, "value-index")).mode & 0o777).toBe(0o700);
    expect((await fuxi("runs", "list")).err).toBe("");
  });
});
