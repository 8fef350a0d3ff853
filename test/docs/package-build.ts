import { execFile } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ROOT } from "./markdown-page.ts";

export interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

export interface BuiltPackage {
  /** A project of somebody who has installed the package with what it depends on, and the AI SDK that its agent is built with. */
  readonly consumer: string;
  /** Where the package lies in it. */
  readonly installed: string;
  readonly tarball: string;
  /** What was packed, relative to the package. */
  readonly files: readonly string[];
  readonly manifest: Manifest;
  remove(): void;
}

/** What the checkout has and a package folder needs for packing; the rest is built. */
const COPIED = ["package.json", "README.md", "LICENSE", "fuxi.schema.json", "bin"];
/** What the consumer has for itself: of the optional peers only the one whose types stand in the declarations. */
const OWN = ["@types/node", "ai"];

/** Builds the package from the sources as they are, packs it as npm does, and installs it for a consumer. No network. */
export async function buildPackage(): Promise<BuiltPackage> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "fuxi-package-")));
  const staged = join(folder, "staged");
  mkdirSync(staged);
  for (const name of COPIED) cpSync(join(ROOT, name), join(staged, name), { recursive: true });
  const built = await run(join(ROOT, "scripts/build.ts"), [join(staged, "dist")], ROOT);
  if (built.exitCode !== 0) throw new Error(`The package does not compile:\n${built.output}`);
  const packed = await npm(["pack", "--ignore-scripts", "--json", "--pack-destination", folder], staged);
  const [report] = JSON.parse(packed) as { filename: string; files: { path: string }[] }[];
  if (report === undefined) throw new Error("npm has packed nothing.");
  const tarball = join(folder, report.filename);
  const manifest = JSON.parse(readFileSync(join(staged, "package.json"), "utf8")) as Manifest;
  const consumer = join(folder, "consumer");
  const installed = join(consumer, "node_modules", manifest.name);
  mkdirSync(installed, { recursive: true });
  await execute("tar", ["-xzf", tarball, "--strip-components=1", "-C", installed], folder);
  for (const name of [...Object.keys(manifest.dependencies), ...OWN]) {
    const link = join(consumer, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", name), link, "junction");
  }
  writeFileSync(join(consumer, "package.json"), JSON.stringify({ type: "module", private: true }));
  return {
    consumer,
    installed,
    tarball,
    manifest,
    files: report.files.map(({ path }) => path),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export interface Ran {
  readonly output: string;
  readonly exitCode: number;
}

/** Runs a script of an installed package, or a file, with this Node. */
export function run(script: string, given: readonly string[], cwd: string): Promise<Ran> {
  const path = script.startsWith("/") ? script : join(ROOT, "node_modules", script);
  return execute(process.execPath, [path, ...given], cwd);
}

async function npm(given: readonly string[], cwd: string): Promise<string> {
  const { output, exitCode } = await execute("npm", given, cwd, false);
  if (exitCode !== 0) throw new Error(`npm ${given.join(" ")} failed.`);
  return output;
}

function execute(command: string, given: readonly string[], cwd: string, withErrors = true): Promise<Ran> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(?:NODE_|VITEST|FORCE_COLOR)/u.test(name),
  );
  const env = { ...Object.fromEntries(inherited), NO_COLOR: "1" };
  return new Promise((resolve) => {
    execFile(command, given, { cwd, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
      resolve({ output: withErrors ? `${stdout}${stderr}` : stdout, exitCode });
    });
  });
}
