import { describe, expect, it } from "vitest";
import { createExtractor } from "../../../../src/environments/rest-api/extract/create-extractor.ts";
import { asDocument, extraction, FILMS } from "./run-extraction.ts";

const { program, extractor } = extraction();
const never = new AbortController().signal;

describe("the bounds of an extraction", () => {
  it.each([
    ["a loop without end", "while (true) {}", "time"],
    ["a loop that catches everything", "for (;;) try { for (;;); } catch {}", "time"],
    ["a regular expression that backtracks for ever", "/(a+)+$/.test('a'.repeat(50) + 'b')", "time"],
    ["a promise that renews itself", "const f = () => Promise.resolve().then(f);\nf()", "time"],
  ])("stops %s", async (_, text, reason) => {
    expect(await program(text, FILMS, 300)).toMatchObject({ type: "stopped", reason });
  });

  it.each([
    ["a list that grows", "const a = [];\nfor (;;) a.push(new Array(1000).fill(a.length))"],
    ["a text that doubles", "let s = 'ab';\nfor (;;) s += s"],
    ["a buffer", "const a = [];\nfor (;;) a.push(new Uint8Array(10_000_000).fill(1))"],
    ["objects that hold one another", "let o = {};\nfor (;;) o = { o, list: [1, 2, 3] }"],
  ])("stops %s before this process grows", async (_, text) => {
    const before = process.memoryUsage().rss;
    const bounds = { milliseconds: 60_000, memory: 64 * 1024 * 1024, signal: never };
    const result = await extractor.run({ r1: asDocument(FILMS) }, { program: text }, bounds);
    expect(result).toMatchObject({ type: "stopped", reason: "memory" });
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
  });

  it("stops a result of more than 5 MB, whether it is one text or many values", async () => {
    for (const text of ["'x'.repeat(6_000_000)", "Array.from({ length: 2_000_000 }, (_, i) => i)"])
      expect(await program(text)).toMatchObject({ type: "stopped", reason: "too-large" });
  });

  it("ends a worker that does not notice its deadline, and works on with another", async () => {
    // One call of a function of the engine, which asks nobody while it runs.
    const text = "const a = new Array(3_000_000).fill('x');\nwhile (true) a.join('').lastIndexOf('y')";
    expect(await program(text, FILMS, 200)).toMatchObject({ type: "stopped", reason: "time" });
    expect(await program("data.page")).toMatchObject({ value: 1 });
  });

  it.each([
    "process.exit(1)",
    "require('node:fs')",
    "fetch('http://localhost')",
    "setTimeout(() => 1, 0)",
    "globalThis.constructor.constructor('return process')()",
    "[].constructor.constructor('return process.env')()",
    "Buffer.from('x')",
    "import('node:fs')",
    "import fs from 'node:fs'",
    "std.exit(0)",
    "os.exec(['true'])",
  ])("has nothing of this process to offer: %s", async (text) => {
    expect(await program(text)).toMatchObject({ type: "failed" });
  });

  it("has no names in the sandbox that lead to its host", async () => {
    const text =
      "Object.getOwnPropertyNames(globalThis).filter((n) => /fuxi|host|process|require|jsonata|module|window/i.test(n))";
    expect(await program(text)).toEqual({ type: "value", value: [] });
  });

  it("leaves nothing of a program to the next one", async () => {
    await program(
      "Object.prototype.leak = 1; Array.prototype.map = () => 'gone'; globalThis.kept = 2; JSON.parse = 3; 0",
    );
    expect(await program("[{}.leak, typeof kept, [1].map((x) => x), typeof JSON.parse]")).toMatchObject({
      value: [null, "undefined", [1], "function"],
    });
  });

  it("takes the result out unharmed by what a program did to the language", async () => {
    const text = "JSON.stringify = () => 'no'; Object.keys = null; Array.isArray = null; ({ ok: true })";
    expect(await program(text)).toMatchObject({ type: "value", value: { ok: true } });
  });
});

describe("extractions beside one another", () => {
  it("cancels one that runs, without harm to the one after it", async () => {
    const control = new AbortController();
    const bounds = { milliseconds: 60_000, signal: control.signal };
    const run = extractor.run({ r1: asDocument(FILMS) }, { program: "for (;;);" }, bounds);
    setImmediate(() => control.abort());
    await expect(run).rejects.toMatchObject({ code: "cancelled" });
    expect(await program("data.page")).toMatchObject({ value: 1 });
  });

  it("cancels one that waits, and one that has not begun", async () => {
    const one = createExtractor();
    const control = new AbortController();
    const stop = new AbortController();
    const running = one.run(
      { r1: asDocument(1) },
      { program: "for (;;);" },
      { milliseconds: 60_000, signal: stop.signal },
    );
    const waiting = one.run(
      { r1: asDocument(1) },
      { program: "data" },
      { milliseconds: 60_000, signal: control.signal },
    );
    control.abort();
    await expect(waiting).rejects.toMatchObject({ code: "cancelled" });
    await expect(
      one.run({ r1: asDocument(1) }, { program: "data" }, { milliseconds: 1, signal: control.signal }),
    ).rejects.toMatchObject({ code: "cancelled" });
    stop.abort();
    await expect(running).rejects.toMatchObject({ code: "cancelled" });
    await one.close();
  });

  it("ends what runs when it is closed, and takes nothing more", async () => {
    const one = createExtractor();
    const running = one.run(
      { r1: asDocument(1) },
      { program: "for (;;);" },
      { milliseconds: 60_000, signal: never },
    );
    setImmediate(() => void one.close());
    await expect(running).rejects.toMatchObject({ code: "cancelled" });
    await expect(
      one.run({ r1: asDocument(1) }, { program: "data" }, { milliseconds: 1000, signal: never }),
    ).rejects.toMatchObject({ code: "usage" });
  });
});
