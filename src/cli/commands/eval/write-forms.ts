import { join } from "node:path";
import type { CliIo } from "../../cli-io.ts";
import { writeWholeFile } from "../../output/write-whole-file.ts";
import { makeOutFolder } from "./make-out-folder.ts";

/**
 * Writes `<name>.<form>` for each form into a folder, and says where.
 * @throws FuxiError `output-not-written`
 */
export async function writeForms(
  name: string,
  texts: Readonly<Record<string, string>>,
  folder: string,
  io: CliIo,
): Promise<void> {
  await makeOutFolder(folder);
  for (const [form, text] of Object.entries(texts)) {
    const file = join(folder, `${name}.${form}`);
    await writeWholeFile(file, [text]);
    io.err(`written: ${file}\n`);
  }
}
