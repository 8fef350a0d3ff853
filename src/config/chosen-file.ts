import { existsSync, realpathSync } from "node:fs";
import { type FileAddress, fileAddress } from "../environments/database/driver/address/file-address.ts";
import { FuxiError } from "../errors/fuxi-error.ts";

/**
 * The existing file among those that an address may mean.
 * @param within resolves a relative path
 * @throws FuxiError `target-not-found`, also if several exist
 */
export function chosenFile({ engine, paths }: FileAddress, within = (path: string): string => path): string {
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
  // A pattern is no file: the code that opens it expands it.
  if (paths.length === 1 && engine === undefined && /[*?[{]/u.test(first)) return within(first);
  throw new FuxiError("target-not-found", `There is no file ${paths.join(", nor ")}.`, {
    hint: "Check the path, relative to the folder you are in.",
  });
}

/** Every path that a target may mean. Empty for an invalid address. */
export function filesMeant(target: string): readonly string[] {
  try {
    return fileAddress(target)?.paths ?? [target];
  } catch {
    return [];
  }
}
