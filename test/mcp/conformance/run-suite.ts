import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { load } from "js-yaml";

export const REVISIONS = ["2026-07-28", "2025-11-25"] as const;
export type Revision = (typeof REVISIONS)[number];

/** What the suite found of one scenario: its failures and warnings, in its own words. */
export interface Verdict {
  readonly scenario: string;
  /** Whether a server has to pass it to conform to the revision. */
  readonly required: boolean;
  readonly failures: readonly string[];
}

interface Requirements {
  readonly server: readonly string[];
  readonly not_scored: readonly { readonly scenario: string; readonly leg: string }[];
}

const suite = dirname(
  createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json"),
);

/** Runs the official suite as a process against a server, with exactly the scenarios of a revision's frozen requirements. */
export async function runSuite(url: string, revision: Revision): Promise<readonly Verdict[]> {
  const folder = mkdtempSync(join(tmpdir(), "fuxi-conformance-"));
  try {
    const said = await run(["server", "--url", url, "--requirements", revision, "--output-dir", folder]);
    const { server, not_scored } = load(
      readFileSync(join(suite, "requirements", `${revision}.yaml`), "utf8"),
    ) as Requirements;
    const others = not_scored.flatMap(({ scenario, leg }) => (leg === "server" ? [scenario] : []));
    return [...server, ...others].map((scenario) => ({
      scenario,
      required: server.includes(scenario),
      failures: failuresOf(scenario, folder, said),
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The exit code says no more than the results do. */
function run(args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const options = { maxBuffer: 64 * 1024 * 1024, timeout: 300_000 };
    execFile(process.execPath, [join(suite, "dist/index.js"), ...args], options, (_error, stdout, stderr) =>
      resolve(`${stdout}\n${stderr}`),
    );
  });
}

function failuresOf(scenario: string, folder: string, said: string): readonly string[] {
  const name = readdirSync(folder).find(
    (each) => /^server-(.+)-\d{4}-\d\d-\d\dT/u.exec(each)?.[1] === scenario,
  );
  if (name === undefined) return [`The suite left no result. It said: ${said.slice(-500)}`];
  const checks = JSON.parse(readFileSync(join(folder, name, "checks.json"), "utf8")) as readonly {
    readonly id: string;
    readonly status: string;
    readonly errorMessage?: string;
  }[];
  if (checks.length === 0) return ["The suite made no check."];
  return checks.flatMap(({ id, status, errorMessage }) =>
    status === "FAILURE" || status === "WARNING" ? [`${id}: ${errorMessage ?? status}`] : [],
  );
}
