import { z } from "zod";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { type ItoolItem, itoolItem } from "./itool-item.ts";

/**
 * Reads a set of items.
 * @throws FuxiError `data-invalid` with the place of the first thing that is wrong
 */
export function readItool(text: string): readonly ItoolItem[] {
  return itoolItems(parsed(text));
}

/** The same of what a file holds. @throws FuxiError `data-invalid` */
export function itoolItems(content: unknown): readonly ItoolItem[] {
  const read = z.array(itoolItem).safeParse(content);
  if (!read.success) {
    const [issue] = read.error.issues;
    const [at, ...path] = issue?.path ?? [];
    throw new FuxiError(
      "data-invalid",
      `Item ${Number(at ?? 0) + 1} of the set is not as it should be: ${path.join(".")}: ${issue?.message}.`,
    );
  }
  const ids = read.data.map(({ id }) => id);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) throw new FuxiError("data-invalid", `Two items are named "${twice}".`);
  return read.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new FuxiError("data-invalid", "The set is no JSON.", { cause: error });
  }
}
