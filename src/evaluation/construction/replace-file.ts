import { renameSync, writeFileSync } from "node:fs";
import { FuxiError } from "../../errors/fuxi-error.ts";

/**
 * Writes a JSON file as a whole: whoever reads it meanwhile sees the one before.
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
