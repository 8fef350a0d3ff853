/** What benchmarks share that loads nothing of the product: folders, options, and figures as texts. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

/** Where samples are kept between runs. */
export const CACHE = join(tmpdir(), "fuxi-bench-cache");

/** Ends the process for what was typed. */
export function ended(message: string): never {
  console.error(message);
  process.exit(64);
}

/** What was typed: flags by their defaults, and the other words. A flag whose default is false takes no value. */
export function typed<D extends Readonly<Record<string, string | number | boolean>>>(defaults: D) {
  const options = Object.entries(defaults).map(([name, value]) => {
    const type = typeof value === "boolean" ? ("boolean" as const) : ("string" as const);
    return [name, { type }] as const;
  });
  const { values, positionals: words } = parseArgs({
    allowPositionals: true,
    options: Object.fromEntries(options),
  });
  const read = Object.entries(defaults).map(([name, value]) => {
    const given = values[name] ?? value;
    return [name, typeof value === "number" ? Number(given) : given];
  });
  type Read<V> = V extends boolean ? boolean : V extends number ? number : string;
  return { flags: Object.fromEntries(read) as { readonly [K in keyof D]: Read<D[K]> }, words };
}

/** The data folder, which is the first word that is no flag. */
export function dataFolder(usage: string): string {
  return (
    process.argv.slice(2).find((word) => !word.startsWith("--")) ?? ended(`Give the data folder: ${usage}`)
  );
}

/** A folder that is removed in the end. */
export function scratchFolder(name: string): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), `${name}-`));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

export const readJson = (path: string | URL) => JSON.parse(readFileSync(path, "utf8"));

export const percent = (part: number, of: number, digits = 1): string =>
  of === 0 ? "–" : `${((100 * part) / of).toFixed(digits)} %`;

export const share = (part: number, of: number, digits = 1): string =>
  `${part} of ${of} (${percent(part, of, digits)})`;

export const sumOf = <T>(all: readonly T[], of: (each: T) => number): number =>
  all.reduce((sum, each) => sum + of(each), 0);

/** The value below which this share of the others lies. */
export function at(numbers: readonly number[], part: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * part)] ?? Number.NaN;
}

export const median = (numbers: readonly number[]): number => at(numbers, 0.5);

/** Milliseconds, and what came of it. */
export async function timed<T>(work: () => Promise<T>): Promise<readonly [number, T]> {
  const start = performance.now();
  const result = await work();
  return [performance.now() - start, result];
}
