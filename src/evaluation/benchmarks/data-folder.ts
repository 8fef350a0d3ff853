import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { LoadOptions } from "../benchmark/benchmark.ts";

/** A benchmark's data as their publisher lays them out, and the checksums of what was read of them. */
export class DataFolder {
  readonly path: string;
  /** How the folder should look, for errors. */
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

  /** The first of these that is there. */
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

  /** Notes the checksum of a file that is opened by somebody else. */
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

/** @throws FuxiError `usage` for an option that the benchmark has not, or where no folder was given */
export function checkedFolder(
  benchmark: string,
  options: LoadOptions,
  known: readonly (keyof LoadOptions)[],
): string {
  const allowed = new Set<string>([...known, "folder", "cacheFolder"]);
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const foreign = given.find(([name]) => !allowed.has(name));
  if (foreign !== undefined)
    throw new FuxiError("usage", `The benchmark ${benchmark} has no option "${foreign[0]}".`);
  if (options.folder === undefined) {
    throw new FuxiError("usage", `The benchmark ${benchmark} needs the folder of its data.`, {
      hint: "Name it with --data <folder>.",
    });
  }
  return options.folder;
}

/** SHA-256 of what a bundled file holds, written as JSON without spaces: it comes with the program and not from a folder. */
export function contentChecksum(content: unknown): string {
  return createHash("sha256").update(JSON.stringify(content)).digest("hex");
}

/**
 * Says how many questions were left out since their database is not there; nothing where all are.
 * @throws FuxiError `target-not-found` where none is left
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
