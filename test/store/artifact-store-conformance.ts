import assert from "node:assert/strict";
import type { ArtifactStore } from "../../src/environment/artifact-store.ts";
import { rejectsWith, type TestRunner } from "../../src/testing/test-runner.ts";
import { onEmptyStore } from "./empty-store.ts";

const ANNA = { id: "anna" };
const BEN = { id: "ben" };
/** SHA-256 of the three letters `abc` (FIPS 180-2, Appendix B.1). */
const ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
const letters = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The largest content that it takes and the most that it keeps of one principal, in bytes, and the time that it goes by. */
export interface ArtifactStoreOptionsUnderTest {
  readonly capBytes: number;
  readonly quotaBytes: number;
  readonly clock: () => Date;
}

/** What every artifact store must hold to. `open` gives an empty store with that cap, that quota and that clock each time. */
export function artifactStoreConformance(
  runner: TestRunner,
  open: (options: ArtifactStoreOptionsUnderTest) => Promise<ArtifactStore>,
): void {
  const inStore = onEmptyStore(runner, (clock) => open({ capBytes: 1000, quotaBytes: 2500, clock }));
  const options = (principal = ANNA, lifetimeSeconds = 60) => ({
    principal,
    mediaType: "text/plain",
    lifetimeSeconds,
  });

  inStore("names content by its digest and gives it back", async (store) => {
    const ref = await store.put(letters("abc"), options());
    assert.deepEqual(ref, { sha256: ABC, bytes: 3, mediaType: "text/plain" });
    assert.deepEqual(new Uint8Array(await store.get(ABC, ANNA)), letters("abc"));
  });

  inStore("keeps binary and empty content", async (store) => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const ref = await store.put(bytes, options());
    assert.deepEqual(new Uint8Array(await store.get(ref.sha256, ANNA)), bytes);
    const empty = await store.put(new Uint8Array(), options());
    assert.equal((await store.get(empty.sha256, ANNA)).byteLength, 0);
  });

  inStore("keeps what was put whatever is done to the bytes afterwards", async (store) => {
    const bytes = letters("abc");
    await store.put(bytes, options());
    bytes[0] = 0;
    const read = await store.get(ABC, ANNA);
    read[0] = 0;
    assert.deepEqual(new Uint8Array(await store.get(ABC, ANNA)), letters("abc"));
  });

  inStore("forgets content when its lifetime is over, and says how much went", async (store, pass) => {
    await store.put(letters("abc"), options(ANNA, 60));
    const other = await store.put(letters("abcd"), options(ANNA, 600));
    pass(59);
    await store.get(ABC, ANNA);
    pass(2);
    await rejectsWith("artifact-missing", store.get(ABC, ANNA));
    assert.equal(await store.sweep(), 1);
    assert.equal(await store.sweep(), 0);
    await store.get(other.sha256, ANNA);
  });

  inStore("keeps content that was put twice until the later of the two lifetimes", async (store, pass) => {
    await store.put(letters("abc"), options(ANNA, 100));
    await store.put(letters("abc"), options(ANNA, 10));
    pass(50);
    assert.equal(await store.sweep(), 0);
    await store.get(ABC, ANNA);
    await store.put(letters("abc"), options(ANNA, 100));
    pass(70);
    await store.get(ABC, ANNA);
  });

  inStore("gives content that was put again after it had expired", async (store, pass) => {
    await store.put(letters("abc"), options(ANNA, 1));
    pass(5);
    await store.put(letters("abc"), options(ANNA, 1));
    assert.deepEqual(new Uint8Array(await store.get(ABC, ANNA)), letters("abc"));
  });

  inStore("refuses content above its cap, and takes content of exactly that size", async (store) => {
    await rejectsWith("artifact-too-large", store.put(new Uint8Array(1001), options()));
    assert.equal((await store.put(new Uint8Array(1000), options())).bytes, 1000);
  });

  inStore("forgets what expires first of whoever would pass the quota, of nobody else", async (store) => {
    const put = (fill: number, bytes: number, lifetime: number, principal = ANNA) =>
      store.put(new Uint8Array(bytes).fill(fill), options(principal, lifetime));
    const long = await put(1, 1000, 300);
    const short = await put(2, 700, 100);
    const middle = await put(3, 800, 200);
    const foreign = await put(4, 1000, 10, BEN);
    const last = await put(5, 400, 50);
    await rejectsWith("artifact-missing", store.get(short.sha256, ANNA));
    for (const { sha256 } of [long, middle, last]) await store.get(sha256, ANNA);
    await store.get(foreign.sha256, BEN);
    const whole = await put(6, 1000, 400);
    for (const { sha256 } of [middle, last]) await rejectsWith("artifact-missing", store.get(sha256, ANNA));
    for (const { sha256 } of [long, whole]) await store.get(sha256, ANNA);
  });

  inStore("counts content that is put again once", async (store) => {
    const put = (fill: number, lifetime: number) =>
      store.put(new Uint8Array(1000).fill(fill), options(ANNA, lifetime));
    const refs = [await put(1, 10), await put(2, 20), await put(1, 5), await put(2, 5)];
    for (const { sha256 } of refs) await store.get(sha256, ANNA);
  });

  inStore("answers for another principal's content as if there were none", async (store, pass) => {
    await rejectsWith("artifact-missing", store.get(ABC, BEN));
    const missing = await rejectsWith("artifact-missing", store.get(ABC, BEN));
    await store.put(letters("abc"), options(ANNA));
    const foreign = await rejectsWith("artifact-missing", store.get(ABC, BEN));
    await store.put(letters("abc"), options(BEN, 600));
    pass(61);
    const expired = await rejectsWith("artifact-missing", store.get(ABC, ANNA));
    assert.deepEqual([foreign.message, expired.message], [missing.message, missing.message]);
    await store.get(ABC, BEN);
  });
}
