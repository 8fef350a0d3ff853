import type { OpenOptions } from "../open-options.ts";
import { withoutCredentials } from "../without-credentials.ts";
import { type Check, examination } from "./check.ts";
import { checkMachine } from "./check-machine.ts";
import { checkModel, type ModelChoice } from "./check-model.ts";
import { checkTarget } from "./check-target.ts";

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
