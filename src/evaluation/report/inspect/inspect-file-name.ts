import { createHash } from "node:crypto";
import type { Report } from "../report.ts";
import { utc } from "./inspect-usage.ts";

/**
 * What Inspect calls a log of this run in a folder of logs: a file that does not begin with its time is passed over there, and its parts are taken at "_".
 * A run has one for each configuration.
 */
export function inspectFileName({ id, manifest }: Report, configuration: string): string {
  const at = utc(manifest.startedAt).replace(/\.\d+/u, "");
  const parts = [at, manifest.benchmark].map((part) => part.replaceAll(/[^\w.+-]|_/gu, "-"));
  return `${[...parts, inspectTaskId(id, configuration)].join("_")}.json`;
}

/** Inspect shows only the newest of the logs of one task, so that each configuration is a task of its own; of an id with "-" it reads what stands before. */
export function inspectTaskId(run: string, configuration: string): string {
  return createHash("sha256")
    .update(JSON.stringify([run, configuration]))
    .digest("hex")
    .slice(0, 22);
}
