import { accessSync, constants, existsSync, statfsSync } from "node:fs";
import { dirname } from "node:path";
import type { Folders } from "../../util/default-folders.ts";
import { bytesIn, looseEntries, shownBytes } from "../kept/entries.ts";
import type { OpenOptions } from "../open-options.ts";
import { version } from "../package-version.ts";
import { withoutCredentials } from "../target-names.ts";
import { type Check, type Examination, examination, type Finding, fault, warning } from "./check.ts";
import { checkModel, type ModelChoice } from "./check-model.ts";
import { checkTarget } from "./check-target.ts";

const SHOWN_LOOSE = 5;
const LITTLE_SPACE = 1_000_000_000;

/** Checks this machine, independent of targets. */
async function checkMachine(
  { folders, configuration }: Pick<OpenOptions, "folders" | "configuration">,
  exam: Examination,
): Promise<void> {
  await exam.look(
    "versions",
    () => `Fuxi ${version} on Node ${process.versions.node}, ${process.platform} ${process.arch}`,
  );
  await exam.look("configuration", () => configurationDiagnoses(configuration));
  await exam.look("cache", () => folderDiagnosis(folders.cache, "FUXI_CACHE_DIR"));
  await exam.look("store", () => folderDiagnosis(folders.data, "FUXI_DATA_DIR"));
  await exam.look("file modes", () => modesDiagnosis(folders));
}

function configurationDiagnoses(configuration: OpenOptions["configuration"]): readonly Finding[] {
  if (configuration === undefined) return ["There is no fuxi.yaml; fuxi init writes one."];
  const { path, targets, unusable } = configuration;
  return [
    `${path} can be read; its targets: ${[...targets.keys(), ...unusable.keys()].join(", ") || "none"}.`,
    ...[...unusable].map(([id, reason]) => warning(`${id} cannot be used: ${reason}.`)),
  ];
}

function folderDiagnosis(folder: string, variable: string): Finding {
  const existing = nearestExisting(folder);
  try {
    accessSync(existing, constants.W_OK | constants.X_OK);
  } catch {
    return fault(
      `${folder} cannot be written to.`,
      `chmod u+rwx ${existing}   # or name another folder: export ${variable}=/path`,
    );
  }
  const { bavail, bsize } = statfsSync(existing);
  const free = bavail * bsize;
  const text = `${folder} holds ${shownBytes(bytesIn(folder))}; ${shownBytes(free)} are free on its disk.`;
  if (free > LITTLE_SPACE) return text;
  return warning(text, `fuxi purge --cache   # or: export ${variable}=/larger/disk`);
}

function nearestExisting(folder: string): string {
  let path = folder;
  while (!existsSync(path) && dirname(path) !== path) path = dirname(path);
  return path;
}

function modesDiagnosis(folders: Folders): Finding {
  const loose = [...looseEntries(folders)];
  const [first] = loose;
  if (first === undefined) return "What is kept is its owner's alone.";
  return warning(
    `${loose.length} of the files and folders that are kept may be read by others, such as ${first.path}.`,
    `chmod -R go= ${[...new Set(loose.map(({ path }) => `"${path}"`))].slice(0, SHOWN_LOOSE).join(" ")}`,
  );
}

/** The checks of a target, of the model, or of the machine. */
export interface Section {
  /** "this machine", "model", or the target without credentials. */
  readonly about: string;
  readonly checks: readonly Check[];
}

export interface DoctorOptions {
  readonly targets: readonly string[];
  readonly open: OpenOptions;
  readonly model: Omit<ModelChoice, "env" | "signal">;
  readonly onSection?: (about: string) => void;
  readonly onCheck?: (check: Check) => void;
}

export interface DoctorReport {
  /** False if any check found a fault. */
  readonly ok: boolean;
  readonly sections: readonly Section[];
}

/** Checks the machine, the model and each target. A fault in one does not stop the checks of the others. */
export async function runDoctor(options: DoctorOptions): Promise<DoctorReport> {
  const { targets, open, model, onSection = () => {}, onCheck } = options;
  const sections: Section[] = [];
  const section = async (about: string, work: (exam: ReturnType<typeof examination>) => Promise<void>) => {
    onSection(about);
    const exam = examination(onCheck);
    await work(exam);
    sections.push({ about, checks: exam.checks });
  };
  await section("this machine", (exam) => checkMachine(open, exam));
  await section("model", (exam) => checkModel({ ...model, env: open.env, signal: open.signal }, exam));
  for (const target of targets) {
    await section(withoutCredentials(target), (exam) => checkTarget(target, exam, open, targets));
  }
  const ok = sections.every(({ checks }) => checks.every(({ state }) => state !== "fault"));
  return { ok, sections };
}
