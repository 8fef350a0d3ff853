import { basename } from "node:path";
import { FuxiError } from "../../../../../../errors/fuxi-error.ts";
import { nearestNames } from "../../../../../../util/nearest-names.ts";
import { dataFileKind } from "../data-file.ts";
import { meansFile } from "../means-file.ts";
import { encodingNamed } from "./encoding-named.ts";
import type { TextEncoding } from "./text-encoding.ts";

/**
 * The encodings that were named, by the paths of the text files that they are for.
 * @param named `encoding` for all text files, `file=encoding` for one by its name or path; the latter goes before the former
 * @throws FuxiError `usage` for an encoding or a file that is not known, and where there is no text file
 */
export function toldEncodings(
  named: readonly string[],
  files: readonly string[],
): ReadonlyMap<string, TextEncoding> {
  const texts = files.filter((file) => ["delimited", "json"].includes(dataFileKind(file) ?? ""));
  const forAll = new Map<string, TextEncoding>();
  const forOne = new Map<string, TextEncoding>();
  for (const each of named) {
    const at = each.lastIndexOf("=");
    const encoding = encodingNamed(each.slice(at + 1));
    const meant = at < 0 ? texts : textsNamed(each.slice(0, at), texts);
    if (meant.length === 0) {
      throw new FuxiError("usage", `There is no text file that could be in ${encoding.name}.`, {
        hint: "Leave --encoding (encoding: in fuxi.yaml) out: workbooks and Parquet files say themselves how they are written.",
      });
    }
    for (const file of meant) (at < 0 ? forAll : forOne).set(file, encoding);
  }
  return new Map([...forAll, ...forOne]);
}

function textsNamed(name: string, texts: readonly string[]): readonly string[] {
  const meant = texts.filter((file) => meansFile(name, file));
  if (meant.length > 0) return meant;
  const names = texts.map((file) => basename(file));
  const [near] = nearestNames(name, names, { limit: 1 });
  throw new FuxiError("usage", `--encoding names ${name}, which is no text file among the targets.`, {
    hint:
      near === undefined
        ? `Name one of ${names.slice(0, 5).join(", ")}, or the encoding alone for all.`
        : `Did you mean ${near.name}=…?`,
  });
}
