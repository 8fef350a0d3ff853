import { Command, InvalidArgumentError, Option } from "commander";
import { FAULT_CLASSES, type FaultClass } from "../../../evaluation/simulation/fault-class.ts";
import { whole, wholeOrZero, words } from "./eval-options.ts";

/** What both studies are told. */
export interface StudyOptions {
  readonly data?: string;
  readonly set?: readonly string[];
  readonly sample?: number;
  readonly seed: number;
  readonly out?: string;
  readonly json?: boolean;
}

export interface SimulateOptions extends StudyOptions {
  readonly fault?: readonly FaultClass[];
  readonly rate?: readonly number[];
  readonly format: "native" | "text";
  readonly concurrency: number;
}

export interface TokensOptions extends StudyOptions {
  readonly described?: boolean;
  readonly grow?: number;
}

export function tokensOptions(): Command {
  return studyOptions(new Command("tokens"))
    .option("--described", "show column descriptions, which prompts of the papers' shape have not")
    .option("--grow <tokens>", "also on copies of SQLite files, with tables added up to so many", whole);
}

export function simulateOptions(): Command {
  return studyOptions(new Command("simulate"))
    .option("--fault <classes>", `with commas: ${FAULT_CLASSES.join(", ")} (all)`, faults)
    .option("--rate <shares>", "of damaged actions, with commas (0,0.1,0.2,0.3,0.5)", shares)
    .addOption(
      new Option("--format <form>", "of the requests that are counted")
        .choices(["native", "text"])
        .default("text"),
    )
    .option("--concurrency <n>", "questions beside each other", whole, 4);
}

function studyOptions(command: Command): Command {
  return command
    .option("--data <folder>", "with the data of each set in a folder of its name")
    .option("--set <names>", "with commas (all that can be read)", words)
    .option("--sample <n>", "of each set, so many questions", whole)
    .option("--seed <n>", "of what is drawn", wholeOrZero, 1)
    .option("--out <folder>", "write it there")
    .option("--json", "as JSON");
}

function faults(text: string): readonly FaultClass[] {
  const named = words(text);
  const unknown = named.find((each) => !(FAULT_CLASSES as readonly string[]).includes(each));
  if (unknown === undefined) return FAULT_CLASSES.filter((each) => named.includes(each));
  throw new InvalidArgumentError(`"${unknown}" is no class: some of ${FAULT_CLASSES.join(", ")} are wanted.`);
}

function shares(text: string): readonly number[] {
  const all = words(text).map(Number);
  if (all.every((each) => each >= 0 && each <= 1)) return all;
  throw new InvalidArgumentError("Shares from 0 to 1 are wanted, with commas between.");
}
