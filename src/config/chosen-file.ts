import { existsSync, realpathSync } from "node:fs";
import { type FileAddress, fileAddress } from "../environments/database/driver/address/file-address.ts";
import { FuxiError } from "../errors/fuxi-error.ts";

/**
 * The file that an address means, of those that it may mean: the one that is there.
 * @param within the path from the folder that relative ones are counted from
 * @throws FuxiError `target-not-found`, also where several are there
 */
export function chosenFile({ scheme, paths }: FileAddress, within = (path: string): string => path): string {
  const there = paths.filter((path) => existsSync(within(path)));
  const [file, other] = there.filter(
    (path, at) => there.findIndex((each) => realpathSync(within(each)) === realpathSync(within(path))) === at,
  );
  const [first = ""] = paths;
  if (file !== undefined && other !== undefined) {
    throw new FuxiError("target-not-found", `The address may mean ${file} or ${other}, and both are there.`, {
      hint: `Write ${[file, other].map((path) => (path.startsWith("/") ? path : `./${path}`)).join(" or ")}`,
    });
  }
  if (file !== undefined) return within(file);
  // A pattern is no file, and is looked into by whoever opens it.
  if (paths.length === 1 && scheme === "file" && /[*?[{]/u.test(first)) return within(first);
  throw new FuxiError("target-not-found", `There is no file ${paths.join(", nor ")}.`, {
    hint: "Check the path, relative to the folder you are in.",
  });
}

/** Every path that a target may mean; an address that is refused means none. */
export function filesMeant(target: string): readonly string[] {
  try {
    return fileAddress(target)?.paths ?? [target];
  } catch {
    return [];
  }
}
