import { FuxiError } from "../../../errors/fuxi-error.ts";
import { makeFolders } from "../../output/write-whole-file.ts";

/**
 * Makes the folder of `--out`, with those above it, where there is none.
 * @throws FuxiError `usage` for the name of a file, `output-not-written`
 */
export async function makeOutFolder(path: string): Promise<void> {
  if (/\.(?:html|md|json)$/u.test(path)) {
    throw new FuxiError("usage", `--out wants a folder, and ${path} is the name of a file.`, {
      hint: "Name the folder with --out, and the forms of the files in it with --format.",
    });
  }
  await makeFolders(path).catch((cause: unknown) => {
    throw new FuxiError("output-not-written", `The folder ${path} cannot be made.`, {
      cause,
      hint: "Name a folder that may be written.",
    });
  });
}
