import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { type BuildEntry, buildEntry } from "./build-entry.ts";

/** What a build was begun with: the clear items and the seed. */
const heading = z.strictObject({ set: z.string(), seed: z.int() });

export interface BuildJournal {
  readonly done: readonly BuildEntry[];
  append(entry: BuildEntry): void;
}

/**
 * The entries of a build as JSON lines, each written as it is made, so that a second call goes on where the first ended; a line that was cut off is made
 * again.
 *
 * @throws FuxiError `usage` where the file belongs to another build, `data-invalid` with the line that is no entry, `store-unavailable` where it cannot be
 * written
 */
export function openBuildJournal(
  path: string,
  { text, seed }: { readonly text: string; readonly seed: number },
): BuildJournal {
  const own = { set: createHash("sha256").update(text).digest("hex").slice(0, 16), seed };
  const whole = existsSync(path) ? wholeLines(readFileSync(path, "utf8")) : [];
  const done = whole.length === 0 ? [] : entriesOf(whole, own, path);
  written(path, () => writeFileSync(path, `${[JSON.stringify(own), ...whole.slice(1)].join("\n")}\n`));
  return {
    done,
    append: (entry) => written(path, () => appendFileSync(path, `${JSON.stringify(entry)}\n`)),
  };
}

function wholeLines(text: string): readonly string[] {
  return text.split("\n").slice(0, -1);
}

function entriesOf(
  [first = "", ...lines]: readonly string[],
  own: z.infer<typeof heading>,
  path: string,
): readonly BuildEntry[] {
  const begun = heading.safeParse(parsed(first));
  if (!begun.success || begun.data.set !== own.set || begun.data.seed !== own.seed) {
    throw new FuxiError("usage", `${path} belongs to a build of other items or with another seed.`, {
      hint: "Name another --out, or remove that file.",
    });
  }
  return lines.map((line, at) => {
    const read = buildEntry.safeParse(parsed(line));
    if (read.success) return read.data;
    throw new FuxiError("data-invalid", `Line ${at + 2} of ${path} is no entry of a build.`, {
      hint: "Remove that line to have it made again.",
    });
  });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function written(path: string, write: () => void): void {
  try {
    write();
  } catch (cause) {
    throw new FuxiError("store-unavailable", `${path} cannot be written.`, { cause });
  }
}
