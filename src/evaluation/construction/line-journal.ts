import { appendFileSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import type { z } from "zod";
import { FuxiError } from "../../errors/fuxi-error.ts";

/** An append-only log of finished steps of a long job. */
export interface LineJournal<Heading, Entry> {
  readonly heading: Heading;
  /** Finished steps in order, including appended ones. */
  readonly done: readonly Entry[];
  /** @throws FuxiError `disk-full`, `store-unavailable`; `store-conflict` where another process has written to it meanwhile */
  append(entry: Entry): void;
}

/** Schemas of the heading and of the entries. */
export interface JournalForm<Heading, Entry> {
  readonly heading: z.ZodType<Heading>;
  readonly entry: z.ZodType<Entry>;
}

export interface JournalOwner<Heading> {
  /** The heading of a new journal. */
  readonly begin: () => Heading;
  /** Why an existing journal belongs to another job. Undefined if it belongs to this one. */
  readonly strange: (heading: Heading) => string | undefined;
}

/**
 * A journal as JSON lines. The first line is the heading, which identifies the job. Each step is written when it is done, so that a second call resumes after
 * the last one; a truncated last line is dropped. Without an owner, the file has to exist.
 *
 * @throws FuxiError `usage` if the file belongs to another job, `target-not-found` if it is missing without an owner, `data-invalid` with the line that is
 * no entry, `disk-full` and `store-unavailable` if it cannot be written
 */
export function openLineJournal<Heading, Entry>(
  path: string,
  form: JournalForm<Heading, Entry>,
  owner?: JournalOwner<Heading>,
): LineJournal<Heading, Entry> {
  const before = existsSync(path) ? readFileSync(path, "utf8") : "";
  const lines = wholeLines(before);
  if (lines.length === 0 && owner === undefined) {
    throw new FuxiError("target-not-found", `There is no journal of a build at ${path}.`, {
      hint: "Name what fuxi dataset has made with --out.",
    });
  }
  const heading = lines.length === 0 && owner !== undefined ? owner.begin() : headingOf(lines[0], path, form);
  const strange = lines.length === 0 ? undefined : owner?.strange(heading);
  if (strange !== undefined) throw belongsElsewhere(path, strange);
  const done = lines.slice(1).map((line, at) => entryOf(line, at + 2, path, form));
  const whole = `${[lines[0] ?? JSON.stringify(heading), ...lines.slice(1)].join("\n")}\n`;
  if (whole !== before) written(path, () => replace(path, whole));
  let size = Buffer.byteLength(whole);
  return {
    heading,
    done,
    append(entry) {
      const line = `${JSON.stringify(entry)}\n`;
      // Another process has appended: entries of two builds must not be mixed.
      const there = statSync(path, { throwIfNoEntry: false });
      if (there?.isFile() === true && there.size !== size) throw writtenByAnother(path);
      written(path, () => appendFileSync(path, line));
      size += Buffer.byteLength(line);
      done.push(entry);
    },
  };
}

function wholeLines(text: string): readonly string[] {
  return text.split("\n").slice(0, -1);
}

function headingOf<Heading>(
  line: string | undefined,
  path: string,
  form: Pick<JournalForm<Heading, unknown>, "heading">,
): Heading {
  const read = form.heading.safeParse(parsed(line ?? ""));
  if (read.success) return read.data;
  throw belongsElsewhere(path, "its first line is not that of such a build");
}

function entryOf<Entry>(
  line: string,
  place: number,
  path: string,
  form: Pick<JournalForm<unknown, Entry>, "entry">,
): Entry {
  const read = form.entry.safeParse(parsed(line));
  if (read.success) return read.data;
  throw new FuxiError("data-invalid", `Line ${place} of ${path} is no entry of a build.`, {
    hint: "Remove that line to have it made again.",
  });
}

function belongsElsewhere(path: string, why: string): FuxiError {
  return new FuxiError("usage", `${path} belongs to another build: ${why}.`, {
    hint: "Name another --out, or remove that file.",
  });
}

function writtenByAnother(path: string): FuxiError {
  return new FuxiError("store-conflict", `Another process has written to ${path} meanwhile.`, {
    hint: "Let it end, and call this again: it goes on with what is there.",
  });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Writes a new file and renames it, so that an interruption loses nothing. */
function replace(path: string, text: string): void {
  const beside = `${path}.new`;
  writeFileSync(beside, text, { mode: 0o600 });
  renameSync(beside, path);
}

function written(path: string, write: () => void): void {
  try {
    write();
  } catch (cause) {
    const isFull = cause instanceof Error && "code" in cause && cause.code === "ENOSPC";
    if (isFull) throw new FuxiError("disk-full", `There is no room for ${path}.`, { cause });
    throw new FuxiError("store-unavailable", `${path} cannot be written.`, { cause });
  }
}

/**
 * Replaces a JSON file atomically: readers see the old or the new content.
 * @throws FuxiError `disk-full`, `output-not-written`
 */
export function replaceFile(file: string, content: unknown): void {
  const beside = `${file}.new`;
  try {
    writeFileSync(beside, `${JSON.stringify(content, null, 1)}\n`);
    renameSync(beside, file);
  } catch (cause) {
    const isFull = cause instanceof Error && "code" in cause && cause.code === "ENOSPC";
    const code = isFull ? "disk-full" : "output-not-written";
    throw new FuxiError(code, `${file} cannot be written${isFull ? ": the disk is full" : ""}.`, {
      hint: "What was made is in the journal: the same command writes it out again.",
      cause,
    });
  }
}
