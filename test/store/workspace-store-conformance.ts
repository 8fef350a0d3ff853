import { expect } from "vitest";
import {
  type KeepOptions,
  MOST_STORED,
  STORED_LIMIT_BYTES,
  type WorkspaceStore,
} from "../../src/environment/workspace-store.ts";
import { rejectsWith } from "../../src/testing/test-runner.ts";
import { vitestRunner } from "../support/vitest-runner.ts";
import { onEmptyStore, STORE_BEGINS } from "./empty-store.ts";

const BEGIN = STORE_BEGINS.getTime();
const LIFETIME = 100;
const ANNA: KeepOptions = { principal: { id: "anna" }, lifetimeSeconds: LIFETIME };
const iso = (seconds: number): string => new Date(BEGIN + seconds * 1000).toISOString();
const lasting = (lifetimeSeconds: number): KeepOptions => ({ ...ANNA, lifetimeSeconds });
/** `{"text":"…"}` of that many bytes. */
const contentOf = (bytes: number) => ({ text: "a".repeat(bytes - 11) });

/** What every store of workspaces must hold to. `open` gives an empty one with that clock each time. */
export function workspaceStoreConformance(
  open: (clock: () => Date) => Promise<WorkspaceStore> | WorkspaceStore,
): void {
  const inStore = onEmptyStore(vitestRunner, open);

  inStore("opens under an id that cannot be guessed, and counts a version with each write", async (store) => {
    const content = { workspaces: { shop: { state: { from: "city", list: [1, null, "ä\u0000😀"] } } } };
    const kept = await store.open(content, ANNA);
    expect(kept.id).toMatch(/^[a-z0-9]{14}$/u);
    expect(kept).toEqual({ id: kept.id, version: 1, expires: iso(LIFETIME), content });
    expect(await store.read(kept.id, ANNA)).toEqual(kept);
    const others = await Promise.all(Array.from({ length: 50 }, () => store.open({}, ANNA)));
    expect(new Set([kept, ...others].map(({ id }) => id)).size).toBe(51);
    const changed = { ...kept, version: 2, content: { n: 10 } };
    expect(await store.write(kept.id, 1, { n: 10 }, ANNA)).toEqual({ type: "written", kept: changed });
    expect(await store.read(kept.id, ANNA)).toEqual(changed);
    expect(await store.read(others[0]?.id ?? "", ANNA)).toEqual(others[0]);
  });

  inStore("keeps what was given whatever is done to it afterwards", async (store) => {
    const content = { list: [1, 2] };
    const { id } = await store.open(content, ANNA);
    content.list.push(3);
    const read = await store.read(id, ANNA);
    try {
      (read?.content["list"] as number[] | undefined)?.push(4);
    } catch {
      // A store may give what cannot be changed.
    }
    expect((await store.read(id, ANNA))?.content).toEqual({ list: [1, 2] });
    await store.write(id, 1, content, ANNA);
    content.list.push(5);
    expect((await store.read(id, ANNA))?.content).toEqual({ list: [1, 2, 3] });
  });

  inStore("refuses a write on another version, and lets one of many through", async (store) => {
    const { id } = await store.open({ n: 1 }, ANNA);
    await store.write(id, 1, { n: 2 }, ANNA);
    const kept = await store.read(id, ANNA);
    for (const version of [0, 1, 3, 1.5])
      expect(await store.write(id, version, { n: 3 }, ANNA)).toEqual({ type: "stale", kept });
    expect(await store.read(id, ANNA)).toEqual(kept);
    const results = await Promise.all(Array.from({ length: 20 }, (_, n) => store.write(id, 2, { n }, ANNA)));
    const won = results.filter(({ type }) => type === "written");
    const now = await store.read(id, ANNA);
    expect([now?.version, won]).toEqual([3, [{ type: "written", kept: now }]]);
  });

  inStore("does not know what never was, and keeps principals of any name apart", async (store) => {
    for (const id of ["", "aaaaaaaaaaaaaa", "' OR '1'='1", "%", "__proto__", "constructor"]) {
      expect(await store.read(id, ANNA)).toBeUndefined();
      expect(await store.write(id, 1, {}, ANNA)).toEqual({ type: "missing" });
    }
    const names = ["anna", "ann", "anna ", "ANNA", "", "a b", "__proto__", "constructor", "an%"];
    const as = (id: string): KeepOptions => ({ ...ANNA, principal: { id } });
    const kept = new Map<string, string>();
    for (const name of names) kept.set(name, (await store.open({ of: name }, as(name))).id);
    for (const name of names) {
      for (const [owner, id] of kept) {
        const read = await store.read(id, as(name));
        expect(read?.content).toEqual(name === owner ? { of: owner } : undefined);
        if (name === owner) continue;
        expect(await store.write(id, 1, { of: "thief" }, as(name))).toEqual({ type: "missing" });
      }
    }
  });

  inStore("takes what has expired for missing, swept or not", async (store, pass) => {
    const short = await store.open({ n: 1 }, lasting(10));
    const long = await store.open({ n: 2 }, ANNA);
    pass(9.999);
    expect((await store.write(short.id, 7, {}, lasting(0))).type).toBe("stale");
    pass(0.001);
    expect(await store.read(short.id, ANNA)).toBeUndefined();
    expect(await store.write(short.id, 1, {}, ANNA)).toEqual({ type: "missing" });
    expect([await store.sweep(), await store.sweep()]).toEqual([1, 0]);
    expect(await store.read(short.id, ANNA)).toBeUndefined();
    expect((await store.read(long.id, ANNA))?.content).toEqual({ n: 2 });
  });

  inStore("begins the lifetime anew with each use, less a tenth at most", async (store, pass) => {
    const { id, expires: first } = await store.open({}, ANNA);
    expect((await store.read(id, lasting(1)))?.expires, "never shortened").toBe(first);
    for (let reads = 1; reads <= 30; reads++) {
      pass(7);
      const expires = Date.parse((await store.read(id, ANNA))?.expires ?? "");
      const full = BEGIN + (reads * 7 + LIFETIME) * 1000;
      expect(expires <= full && expires >= full - LIFETIME * 100, `read ${reads}`).toBe(true);
    }
    const kept = { expires: iso(30 * 7 + LIFETIME) };
    expect(await store.write(id, 1, {}, ANNA)).toMatchObject({ kept });
    expect(await store.write(id, 2, {}, lasting(1)), "never shortened").toMatchObject({ kept });
    pass(LIFETIME - 1);
    expect(await store.read(id, ANNA)).toBeDefined();
    pass(LIFETIME - 1);
    expect((await store.write(id, 3, {}, ANNA)).type).toBe("written");
    pass(LIFETIME);
    expect(await store.read(id, ANNA)).toBeUndefined();
  });

  inStore("refuses content above the limit, counted in bytes, and changes nothing then", async (store) => {
    const { id } = await store.open(contentOf(STORED_LIMIT_BYTES), ANNA);
    for (const large of [contentOf(STORED_LIMIT_BYTES + 1), { text: "ä".repeat(STORED_LIMIT_BYTES / 2) }]) {
      await rejectsWith("artifact-too-large", store.open(large, ANNA));
      await rejectsWith("artifact-too-large", store.write(id, 1, large, ANNA));
    }
    expect((await store.read(id, ANNA))?.version).toBe(1);
  });

  inStore("forgets what a principal would lose first where it keeps too much", async (store, pass) => {
    const ben = { principal: { id: "ben" }, lifetimeSeconds: 1 };
    const bens = await store.open({}, ben);
    const first = await store.open({ n: "first" }, lasting(50));
    const used = await store.open({ n: "used" }, lasting(40));
    for (let more = 2; more < MOST_STORED; more++) await store.open({}, lasting(60));
    pass(0.5);
    await store.read(used.id, ANNA);
    // The new one stays though nothing expires earlier.
    const brief = await store.open({}, lasting(1));
    expect(await store.read(first.id, ANNA)).toBeUndefined();
    expect(await store.read(used.id, ANNA)).toBeDefined();
    expect(await store.read(brief.id, lasting(1))).toBeDefined();
    expect(await store.read(bens.id, ben)).toBeDefined();
    pass(LIFETIME * 2);
    expect(await store.sweep()).toBe(MOST_STORED + 1);
  });
}
