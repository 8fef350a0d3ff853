import { FuxiError } from "../errors/fuxi-error.ts";

const NEEDED = 24;

/** @throws FuxiError `dependency-missing` on a version of Node that is too old: later errors would not name the cause */
export function checkNode(version: string = process.versions.node): void {
  if (Number(version.split(".")[0]) >= NEEDED) return;
  throw new FuxiError(
    "dependency-missing",
    `Fuxi needs Node.js ${NEEDED} or newer, and this is ${version}.`,
    {
      hint: `Install it from https://nodejs.org, or beside your project with \`npm install node@${NEEDED}\`, and write npx node for node.`,
    },
  );
}

// The import is the check: importers of an entry point call nothing yet.
checkNode();
