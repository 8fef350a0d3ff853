import { accessSync, constants, existsSync, statfsSync } from "node:fs";
import { dirname } from "node:path";
import type { Diagnosis } from "../../environments/database/driver/diagnosis.ts";
import type { Folders } from "../folders.ts";
import { bytesIn, looseEntries, shownBytes } from "../kept/entries.ts";
import type { OpenOptions } from "../open-options.ts";
import { version } from "../package-version.ts";
import { withoutCredentials } from "../target-names.ts";
import { type Check, type Examination, examination } from "./check.ts";
import { checkModel, type ModelChoice } from "./check-model.ts";
import { checkTarget } from "./check-target.ts";

const SHOWN_LOOSE = 5;
const LITTLE_SPACE = 1_000_000_000;

/** What has to do with this machine rather than with a target. */
async function checkMachine(
  { folders, configuration }: Pick<OpenOptions, "folders" | "configuration">,
  exam: Examination,
): Promise<void> {
  await exam.look("versions", () => ({
    name: "versions",
    state: "ok",
    text: `Fuxi ${version} on Node ${process.versions.node}, ${process.platform} ${process.arch}`,
  }));
  await exam.look("configuration", () => configurationDiagnoses(configuration));
  await exam.look("cache", () => folderDiagnosis("cache", folders.cache, "FUXI_CACHE_DIR"));
  await exam.look("store", () => folderDiagnosis("store", folders.data, "FUXI_DATA_DIR"));
  await exam.look("file modes", () => modesDiagnosis(folders));
}

function configurationDiagnoses(configuration: OpenOptions["configuration"]): readonly Diagnosis[] {
  const name = "configuration";
  if (configuration === undefined)
    return [{ name, state: "ok", text: "There is no fuxi.yaml; fuxi init writes one." }];
  const { path, targets, unusable } = configuration;
  return [
    {
      name,
      state: "ok",
      text: `${path} can be read; its targets: ${[...targets.keys(), ...unusable.keys()].join(", ") || "none"}.`,
    },
    ...[...unusable].map(
      ([id, reason]): Diagnosis => ({
        name,
        state: "warning",
        text: `${id} cannot be used: ${reason}.`,
      }),
    ),
  ];
}

function folderDiagnosis(name: string, folder: string, variable: string): Diagnosis {
  const existing = nearestExisting(folder);
  try {
    accessSync(existing, constants.W_OK | constants.X_OK);
  } catch {
    return {
      name,
      state: "fault",
      text: `${folder} cannot be written to.`,
      mend: `chmod u+rwx ${existing}   # or name another folder: export ${variable}=/path`,
    };
  }
  const { bavail, bsize } = statfsSync(existing);
  const free = bavail * bsize;
  const text = `${folder} holds ${shownBytes(bytesIn(folder))}; ${shownBytes(free)} are free on its disk.`;
  if (free > LITTLE_SPACE) return { name, state: "ok", text };
  return { name, state: "warning", text, mend: `fuxi purge --cache   # or: export ${variable}=/larger/disk` };
}

function nearestExisting(folder: string): string {
  let path = folder;
  while (!existsSync(path) && dirname(path) !== path) path = dirname(path);
  return path;
}

function modesDiagnosis(folders: Folders): Diagnosis {
  const name = "file modes";
  const loose = [...looseEntries(folders)];
  const [first] = loose;
  if (first === undefined) return { name, state: "ok", text: "What is kept is its owner's alone." };
  return {
    name,
    state: "warning",
    text: `${loose.length} of the files and folders that are kept may be read by others, such as ${first.path}.`,
    mend: `chmod -R go= ${[...new Set(loose.map(({ path }) => `"${path}"`))].slice(0, SHOWN_LOOSE).join(" ")}`,
  };
}

/** A target, or what is not of a target, with all that was looked at. */
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
  /** False where something is at fault. */
  readonly ok: boolean;
  readonly sections: readonly Section[];
}

/** Looks at the machine, the model and each target. A fault in one does not keep it from looking at the others. */
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
