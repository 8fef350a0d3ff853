import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { LoadOptions } from "../benchmark/benchmark.ts";

/** A folder with a benchmark's published data. Records the checksum of each file that is read. */
export class DataFolder {
  readonly path: string;
  /** Expected layout, for error messages. */
  private readonly layout: string;
  private readonly found: Record<string, string> = {};

  constructor(path: string, layout: string) {
    this.path = path;
    this.layout = layout;
  }

  get checksums(): Readonly<Record<string, string>> {
    return this.found;
  }

  has(file: string): boolean {
    return existsSync(join(this.path, file));
  }

  /** The first of these files that exists. */
  first(files: readonly string[]): string | undefined {
    return files.find((file) => this.has(file));
  }

  /** @throws FuxiError `target-not-found`, with the layout that is expected */
  needed(files: readonly string[]): string {
    const found = this.first(files);
    if (found !== undefined) return found;
    throw new FuxiError("target-not-found", `There is no ${files.join(" and no ")} in ${this.path}.`, {
      hint: `Give the folder that has ${this.layout}.`,
    });
  }

  /** @throws FuxiError `target-not-found`, `data-invalid` */
  async json(file: string): Promise<unknown> {
    const text = await this.text(file);
    try {
      return JSON.parse(text);
    } catch (cause) {
      throw new FuxiError("data-invalid", `${file} is no JSON.`, { cause });
    }
  }

  /** UTF-8, without a byte order mark. @throws FuxiError `target-not-found`, `data-invalid` */
  async text(file: string): Promise<string> {
    const bytes = await readFile(join(this.path, this.needed([file]))).catch((cause: unknown) => {
      throw new FuxiError("data-invalid", `${file} cannot be read.`, { cause });
    });
    this.found[file] = createHash("sha256").update(bytes).digest("hex");
    return bytes.toString("utf8").replace(/^\uFEFF/u, "");
  }

  /** Records the checksum of a file that an environment opens. */
  async noteChecksum(file: string): Promise<void> {
    const hash = createHash("sha256");
    try {
      for await (const chunk of createReadStream(join(this.path, file))) hash.update(chunk as Uint8Array);
    } catch (cause) {
      throw new FuxiError("data-invalid", `${file} cannot be read.`, { cause });
    }
    this.found[file] = hash.digest("hex");
  }
}

/** @throws FuxiError `usage` for an option that the benchmark does not know */
export function checkOptions(
  benchmark: string,
  options: LoadOptions,
  known: readonly (keyof LoadOptions)[],
): void {
  const foreign = Object.entries(options).find(
    ([name, value]) =>
      value !== undefined && name !== "cacheFolder" && !(known as readonly string[]).includes(name),
  );
  if (foreign === undefined) return;
  throw new FuxiError("usage", `The benchmark ${benchmark} has no option "${foreign[0]}".`);
}

/** @throws FuxiError `usage` for an option that the benchmark does not know, or without a folder */
export function checkedFolder(
  benchmark: string,
  options: LoadOptions,
  known: readonly (keyof LoadOptions)[],
): string {
  checkOptions(benchmark, options, [...known, "folder"]);
  if (options.folder !== undefined) return options.folder;
  throw new FuxiError("usage", `The benchmark ${benchmark} needs the folder of its data.`, {
    hint: "Name it with --data <folder>.",
  });
}

/** The error for an unknown split. */
export function noSplit(benchmark: string, split: string | undefined, known: readonly string[]): FuxiError {
  return new FuxiError("usage", `${benchmark} has no split "${split}".`, {
    hint: `Give one of ${known.join(", ")}, or none.`,
  });
}

/** Validates a file's content. @throws FuxiError `data-invalid` with the position of the first mistake */
export function checkedContent<T>(schema: z.ZodType<T>, content: unknown, file: string, what: string): T {
  const read = schema.safeParse(content);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const [at, ...path] = issue?.path ?? [];
  const where = typeof at === "number" ? `Entry ${at + 1}` : String(at ?? "It");
  throw new FuxiError(
    "data-invalid",
    `${file} is no ${what}. ${where}: ${[...path.map(String), issue?.message].join(" ")}.`,
  );
}

/** Gives each question a unique id without slashes: the second one with the id 137 becomes `137-2`. */
export function withIds<T>(
  all: readonly T[],
  idOf: (each: T) => string,
): readonly { readonly id: string; readonly question: T }[] {
  const seen = new Map<string, number>();
  return all.map((question) => {
    const id = idOf(question).replaceAll("/", "_");
    const times = (seen.get(id) ?? 0) + 1;
    seen.set(id, times);
    return { id: times === 1 ? id : `${id}-${times}`, question };
  });
}

/** A note such as "3 of 500 questions have an empty gold answer". None for a count of 0. */
export function countNote(count: number, all: readonly unknown[], text: string): readonly string[] {
  return count === 0
    ? []
    : [`${count.toLocaleString("en")} of ${all.length.toLocaleString("en")} questions ${text}`];
}

/** SHA-256 of a bundled file's content, as JSON without spaces. */
export function contentChecksum(content: unknown): string {
  return createHash("sha256").update(JSON.stringify(content)).digest("hex");
}

/**
 * A note on questions that are left out because their database is missing. None if all are there.
 * @throws FuxiError `target-not-found` if no question is left
 */
export function leftOutNote(
  databases: readonly string[],
  places: Readonly<Record<string, unknown>>,
): readonly string[] {
  const absent = databases.filter((db) => !Object.hasOwn(places, db));
  if (absent.length === 0) return [];
  const names = [...new Set(absent)].sort();
  if (absent.length === databases.length) {
    throw new FuxiError("target-not-found", "None of the databases of the questions is in the folder.", {
      hint: `Put them where their publisher does: ${names[0]}.sqlite in a folder ${names[0]}.`,
    });
  }
  const these = names.length === 1 ? "database is" : "databases are";
  return [
    `${absent.length.toLocaleString("en")} of ${databases.length.toLocaleString("en")} questions were left out: their ${these} not in the folder (${names.join(", ")}).`,
  ];
}

/** Lines that are not blank. */
export const linesOf = (text: string): readonly string[] =>
  text.split(/\r?\n/u).filter((line) => line.trim() !== "");

/** The set's data on one of its tasks. @throws FuxiError `usage` for a task of another set */
export function ofSet<T>(known: T | undefined, task: string): T {
  if (known !== undefined) return known;
  throw new FuxiError("usage", `The task ${task} is none of the set's.`);
}
