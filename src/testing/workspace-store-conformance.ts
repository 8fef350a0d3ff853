import assert from "node:assert/strict";
import {
  KEPT_LIMIT_BYTES,
  type KeepOptions,
  MOST_KEPT,
  type WorkspaceStore,
} from "../environment/workspace-store.ts";
import { onEmptyStore, rejectsWith, STORE_BEGINS, type TestRunner } from "./test-runner.ts";

const BEGIN = STORE_BEGINS.getTime();
const LIFETIME = 100;
const ANNA: KeepOptions = { principal: { id: "anna" }, lifetimeSeconds: LIFETIME };
const BEN: KeepOptions = { principal: { id: "ben" }, lifetimeSeconds: LIFETIME };
const iso = (seconds: number): string => new Date(BEGIN + seconds * 1000).toISOString();
/** `{"text":"…"}` of that many bytes. */
const contentOf = (bytes: number) => ({ text: "a".repeat(bytes - 11) });

/** What every store of workspaces must hold to. `open` gives an empty one with that clock each time. */
export function workspaceStoreConformance(
  runner: TestRunner,
  open: (clock: () => Date) => Promise<WorkspaceStore> | WorkspaceStore,
): void {
  const inStore = onEmptyStore(runner, open);

  inStore("opens under an id that cannot be guessed, and gives back what was kept", async (store) => {
    const content = { workspaces: { shop: { state: { from: "city", list: [1, null, "ä\u0000😀"] } } } };
    const kept = await store.open(content, ANNA);
    assert.match(kept.id, /^[a-z0-9]{14}$/u);
    assert.deepEqual(kept, { id: kept.id, version: 1, expires: iso(LIFETIME), content });
    assert.deepEqual(await store.read(kept.id, ANNA), kept);
    const others = await Promise.all(Array.from({ length: 50 }, () => store.open({}, ANNA)));
    assert.equal(new Set([kept, ...others].map(({ id }) => id)).size, 51);
  });

  inStore("counts a version with each write, and keeps each workspace apart", async (store) => {
    const [one, two] = [await store.open({ n: 1 }, ANNA), await store.open({ n: 2 }, ANNA)];
    const result = await store.write(one.id, 1, { n: 10 }, ANNA);
    const kept = { id: one.id, version: 2, expires: iso(LIFETIME), content: { n: 10 } };
    assert.deepEqual(result, { type: "written", kept });
    assert.deepEqual(await store.read(one.id, ANNA), kept);
    assert.deepEqual(await store.read(two.id, ANNA), two);
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
    assert.deepEqual((await store.read(id, ANNA))?.content, { list: [1, 2] });
    await store.write(id, 1, content, ANNA);
    content.list.push(5);
    assert.deepEqual((await store.read(id, ANNA))?.content, { list: [1, 2, 3] });
  });

  inStore("refuses a write on an older or a later version, with what there is now", async (store) => {
    const { id } = await store.open({ n: 1 }, ANNA);
    await store.write(id, 1, { n: 2 }, ANNA);
    const kept = await store.read(id, ANNA);
    for (const version of [0, 1, 3, 1.5]) {
      assert.deepEqual(await store.write(id, version, { n: 3 }, ANNA), { type: "stale", kept });
    }
    assert.deepEqual(await store.read(id, ANNA), kept);
  });

  inStore("lets one of many writes on the same version through", async (store) => {
    const { id } = await store.open({}, ANNA);
    const results = await Promise.all(Array.from({ length: 20 }, (_, n) => store.write(id, 1, { n }, ANNA)));
    const won = results.filter(({ type }) => type === "written");
    assert.deepEqual([won.length, results.length - won.length], [1, 19]);
    const kept = await store.read(id, ANNA);
    assert.deepEqual(won, [{ type: "written", kept }]);
    assert.equal(kept?.version, 2);
  });

  inStore("does not know what never was", async (store) => {
    await store.open({}, ANNA);
    for (const id of ["", "aaaaaaaaaaaaaa", "' OR '1'='1", "%", "__proto__", "constructor"]) {
      assert.equal(await store.read(id, ANNA), undefined);
      assert.deepEqual(await store.write(id, 1, {}, ANNA), { type: "missing" });
    }
  });

  inStore("keeps principals apart, however their names look", async (store) => {
    const names = ["anna", "ann", "anna ", "ANNA", "", "a b", "__proto__", "constructor", "an%"];
    const kept = new Map<string, string>();
    for (const name of names) {
      kept.set(name, (await store.open({ of: name }, { ...ANNA, principal: { id: name } })).id);
    }
    for (const name of names) {
      for (const [owner, id] of kept) {
        const options = { ...ANNA, principal: { id: name } };
        const read = await store.read(id, options);
        assert.deepEqual(read?.content, name === owner ? { of: owner } : undefined);
        if (name === owner) continue;
        assert.deepEqual(await store.write(id, 1, { of: "thief" }, options), { type: "missing" });
      }
    }
  });

  inStore("takes what has expired for missing, swept or not", async (store, pass) => {
    const short = await store.open({ n: 1 }, { ...ANNA, lifetimeSeconds: 10 });
    const long = await store.open({ n: 2 }, ANNA);
    pass(9.999);
    assert.equal((await store.write(short.id, 7, {}, { ...ANNA, lifetimeSeconds: 0 })).type, "stale");
    pass(0.001);
    assert.equal(await store.read(short.id, ANNA), undefined);
    assert.deepEqual(await store.write(short.id, 1, {}, ANNA), { type: "missing" });
    assert.equal(await store.sweep(), 1);
    assert.equal(await store.sweep(), 0);
    assert.equal(await store.read(short.id, ANNA), undefined);
    assert.deepEqual((await store.read(long.id, ANNA))?.content, { n: 2 });
  });

  inStore("begins the lifetime anew with each use, less a tenth at most", async (store, pass) => {
    const { id } = await store.open({}, ANNA);
    for (let reads = 1; reads <= 30; reads++) {
      pass(7);
      const expires = Date.parse((await store.read(id, ANNA))?.expires ?? "");
      const full = BEGIN + (reads * 7 + LIFETIME) * 1000;
      assert.ok(expires <= full && expires >= full - LIFETIME * 100, `read ${reads}`);
    }
    const written = await store.write(id, 1, {}, ANNA);
    assert.equal(written.type === "written" && written.kept.expires, iso(30 * 7 + LIFETIME));
    pass(LIFETIME - 1);
    assert.notEqual(await store.read(id, ANNA), undefined);
    pass(LIFETIME - 1);
    assert.equal((await store.write(id, 2, {}, ANNA)).type, "written");
    pass(LIFETIME);
    assert.equal(await store.read(id, ANNA), undefined);
  });

  inStore("never shortens a lifetime that was promised", async (store) => {
    const { id, expires } = await store.open({}, ANNA);
    const brief = { ...ANNA, lifetimeSeconds: 1 };
    assert.equal((await store.read(id, brief))?.expires, expires);
    const written = await store.write(id, 1, {}, brief);
    assert.equal(written.type === "written" && written.kept.expires, expires);
    assert.equal((await store.read(id, ANNA))?.expires, expires);
  });

  inStore("refuses content above the limit, counted in bytes, and changes nothing then", async (store) => {
    const { id } = await store.open(contentOf(KEPT_LIMIT_BYTES), ANNA);
    for (const large of [contentOf(KEPT_LIMIT_BYTES + 1), { text: "ä".repeat(KEPT_LIMIT_BYTES / 2) }]) {
      await rejectsWith("artifact-too-large", store.open(large, ANNA));
      await rejectsWith("artifact-too-large", store.write(id, 1, large, ANNA));
    }
    assert.equal((await store.read(id, ANNA))?.version, 1);
  });

  inStore("forgets what a principal would lose first where it keeps too much", async (store, pass) => {
    const bens = await store.open({}, { ...BEN, lifetimeSeconds: 1 });
    const first = await store.open({ n: "first" }, { ...ANNA, lifetimeSeconds: 50 });
    const used = await store.open({ n: "used" }, { ...ANNA, lifetimeSeconds: 40 });
    for (let more = 2; more < MOST_KEPT; more++) await store.open({}, { ...ANNA, lifetimeSeconds: 60 });
    pass(0.5);
    await store.read(used.id, ANNA);
    // The new one stays though nothing expires earlier.
    const brief = await store.open({}, { ...ANNA, lifetimeSeconds: 1 });
    assert.equal(await store.read(first.id, ANNA), undefined);
    assert.notEqual(await store.read(used.id, ANNA), undefined);
    assert.notEqual(await store.read(brief.id, { ...ANNA, lifetimeSeconds: 1 }), undefined);
    assert.notEqual(await store.read(bens.id, { ...BEN, lifetimeSeconds: 1 }), undefined);
    pass(LIFETIME * 2);
    assert.equal(await store.sweep(), MOST_KEPT + 1);
  });
}
