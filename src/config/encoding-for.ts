import { meansFile } from "../environments/database/drivers/duckdb/files/means-file.ts";
import type { Target } from "./target.ts";

/**
 * What of the encodings that a command names is for one target: `file=encoding` of a file that another one has is not.
 * @param encoding as in `OpenOptions`
 * @param others all that the command names
 */
export function encodingFor(
  target: Target,
  encoding: readonly string[] | undefined,
  others: readonly Target[],
): { readonly encoding?: readonly string[] } {
  if (encoding === undefined) return {};
  const own = filesOf(target);
  const all = others.flatMap(filesOf);
  const meant = encoding.filter((each) => {
    const at = each.lastIndexOf("=");
    const means = (file: string): boolean => meansFile(each.slice(0, at), file);
    return at < 0 || own.some(means) || !all.some(means);
  });
  return meant.length === 0 ? {} : { encoding: meant };
}

function filesOf(target: Target): readonly string[] {
  if (target.type !== "data-files") return [];
  return [...target.files, ...target.groups.flatMap((group) => group.files)];
}
