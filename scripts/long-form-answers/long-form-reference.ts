import { existsSync, readdirSync, readFileSync } from "node:fs";
import { z } from "zod";
import { FuxiError } from "../../src/errors/fuxi-error.ts";

const longFormReference = z.strictObject({
  id: z.string(),
  queries: z
    .array(
      z.strictObject({
        name: z.string().regex(/^Q[1-9]\d*$/u),
        purpose: z.string().min(1),
        sql: z.string().min(1),
      }),
    )
    .min(1),
  /** With a source in braces wherever a figure or a name of the data stands: `{sum(Q1.tickets)}`, `{mean(Q1.price) to 0.01}`. */
  answer: z.string().min(1),
});

/** A reference answer as it is written: what it rests on, and a text without figures of its own. */
export type LongFormReference = z.infer<typeof longFormReference>;

/** All references of a folder's JSON files, each of which holds one or a list; none where there is no folder. @throws FuxiError `data-invalid` */
export function longFormReferences(folder: URL): readonly LongFormReference[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort();
  const all = files.flatMap((name) => {
    const content: unknown = JSON.parse(readFileSync(new URL(name, folder), "utf8"));
    const read = z.array(longFormReference).safeParse(Array.isArray(content) ? content : [content]);
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    throw new FuxiError("data-invalid", `${name}: ${issue?.path.join(".")} ${issue?.message}.`);
  });
  const twice = all.find(({ id }, at) => all.findIndex((other) => other.id === id) < at);
  if (twice !== undefined)
    throw new FuxiError("data-invalid", `The question ${twice.id} has two references.`);
  return all.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
