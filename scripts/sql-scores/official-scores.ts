import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Two queries to be compared on a SQLite file. */
export interface QueryPair {
  readonly database: string;
  readonly gold: string;
  readonly predicted: string;
}

export interface OfficialRequest {
  readonly pairs?: readonly QueryPair[];
  /** For R-VES: of each repetition the gold's time and the prediction's. */
  readonly timings?: readonly (readonly (readonly [number, number])[])[];
}

export interface OfficialReply {
  readonly pairs: readonly { readonly ex: number; readonly softF1: number; readonly spider: number }[];
  readonly rewards: readonly number[];
}

const SCRIPT = new URL("./official.py", import.meta.url).pathname;

/** What the published evaluators say; they lie in a folder as the script has it. */
export async function officialScores(folder: string, request: OfficialRequest): Promise<OfficialReply> {
  const python = promisify(execFile)("python3", [SCRIPT, folder], { maxBuffer: 1e9 });
  python.child.stdin?.end(JSON.stringify(request));
  return JSON.parse((await python).stdout) as OfficialReply;
}
