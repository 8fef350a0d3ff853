import { basename, resolve } from "node:path";

/** Whether a file is meant by the name before `=` in `--encoding`: its name, or its path from the folder that one is in. */
export function meansFile(name: string, file: string): boolean {
  return file === resolve(name) || basename(file) === name;
}
