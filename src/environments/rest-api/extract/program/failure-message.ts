import type { SandboxError } from "../sandbox/open-sandbox.ts";
import type { FailedAccess } from "./explain-failure.ts";

/** What programs written for another place ask for. */
const ELSEWHERE = new Set([
  "process",
  "require",
  "module",
  "exports",
  "fetch",
  "Buffer",
  "fs",
  "window",
  "document",
  "XMLHttpRequest",
  "setTimeout",
  "setInterval",
  "setImmediate",
  "__dirname",
  "Deno",
  "Bun",
]);

/** One sentence on what went wrong, and, where it is known, what was there instead. `seen` describes what the failing access was made on. */
export function failureMessage(
  { name, message }: SandboxError,
  failed: FailedAccess | undefined,
  seen: string | undefined,
  data: string,
): string {
  if (message === "stack overflow") return "The program calls itself too deeply (stack overflow).";
  const unknown = /^'?([\w$]+)'? is not defined$/.exec(message)?.[1];
  if (unknown !== undefined)
    return ELSEWHERE.has(unknown)
      ? `There is no ${unknown} here: a program sees only \`data\` and JavaScript itself.`
      : `${unknown} is not defined. The document is \`data\`; data ${data}.`;
  if (/read-only$|not extensible/.test(message))
    return `${message}: items of a large document cannot be changed; make new ones instead, such as ({...item, name: value}).`;
  const described = name === "" || name === "Error" ? message : `${name}: ${message}`;
  if (failed === undefined) return described;
  const { object, parent, called } = failed;
  const is = called ? "is not a function" : /null$/.test(message) ? "is null" : "is undefined";
  const what = /not iterable$/.test(message)
    ? ""
    : `; ${object} ${object.endsWith(")") ? is.replace("is ", "gave ") : is}`;
  const instead = seen === undefined || parent === undefined ? "" : `; ${parent.text} ${seen}`;
  return called ? `${object} is not a function${instead}.` : `${described}${what}${instead}.`;
}
