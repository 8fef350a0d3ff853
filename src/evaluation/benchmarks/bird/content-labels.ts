import { z } from "zod";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { DataFolder } from "../data-folder.ts";

const FILE = "require_content_info.json";

/** Whose wording in today's `dev.json` is another than the one that was labelled. */
const WORDED_ANEW: ReadonlySet<string> = new Set(["726", "728", "730", "738", "1323"]);

/**
 * Which questions need content of the database, as the authors of Middleware for LLMs labelled them (Section 4, Table 2), by question id. Undefined where
 * the folder has no such file; questions that were worded anew since are left out.
 * @throws FuxiError `data-invalid`
 */
export async function contentLabels(
  folder: DataFolder,
): Promise<ReadonlyMap<string, "yes" | "no"> | undefined> {
  if (!folder.has(FILE)) return undefined;
  const read = z.record(z.string(), z.boolean()).safeParse(await folder.json(FILE));
  if (!read.success) {
    throw new FuxiError("data-invalid", `${FILE} does not say true or false of each question id.`);
  }
  return new Map(
    Object.entries(read.data)
      .filter(([id]) => !WORDED_ANEW.has(id))
      .map(([id, needed]) => [id, needed ? "yes" : "no"]),
  );
}
