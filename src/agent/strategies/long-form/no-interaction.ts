import type { Task } from "../../../environment/task.ts";
import type { RunEvent } from "../../../trajectory/run-event.ts";
import { judgePieces } from "../../figures/judge-pieces.ts";
import { readReportPieces } from "../../figures/report-pieces.ts";
import type { RoleRequest } from "../../policy-request.ts";
import { unassistedRules } from "../../prompts/report-rules.ts";
import { taskPrompt } from "../../prompts/task-prompt.ts";
import type { Command, Strategy } from "../../strategy.ts";
import { NO_OUTPUT } from "../role-turns.ts";
import { type Draft, LONG_FORM_LIMITS, type Place } from "./long-form-state.ts";
import { readReport, reportMembers } from "./report-roles.ts";
import { reportText, writtenReport } from "./report-text.ts";
import { thoughtfulForm } from "./role-members.ts";

/** How much `no-interaction` sends. */
export interface NoInteractionOptions {
  /** Records that take more characters than this are not sent, and the run ends with that as its reason (60,000). */
  readonly characters?: number;
}

const DEFAULT_CHARACTERS = 60_000;
const ROLE = "synthesiser";

type State = {
  readonly task: Task;
  readonly environments: readonly Place[];
  readonly replies: number;
  readonly problems: readonly string[];
};

type Step = { readonly state: State; readonly commands: readonly Command[] };

/**
 * One reply from all records of the databases, reasoned out step by step and without any query: a baseline (*Database question answering*,
 * Section 4.1).
 */
export function noInteraction({ characters = DEFAULT_CHARACTERS }: NoInteractionOptions = {}): Strategy {
  return unassisted("no-interaction", characters);
}

/** One reply from the question alone: what a model gets right by guessing, as a baseline (*Database question answering*, Figure 3). */
export function guessing(): Strategy {
  return unassisted("guessing", undefined);
}

function unassisted(name: string, characters: number | undefined): Strategy {
  const strategy: Strategy<State> = {
    name,
    options: characters === undefined ? {} : { characters },
    start: (task) => ({ task, environments: [], replies: 0, problems: [] }),
    next: (state, event) => next(state, event, characters),
  };
  return strategy;
}

function next(state: State, event: RunEvent, characters: number | undefined): Step {
  if (event.type === "run-started") return ask({ ...state, environments: event.environments }, characters);
  if (event.type !== "policy-replied") return { state, commands: [] };
  const { output, problem } = event.reply;
  const after = { ...state, replies: state.replies + 1 };
  // Where the records do not fit, asking again changes nothing.
  if (problem?.kind === "no-action") {
    return finish(after, { type: "unanswerable", reason: problem.message, words: [] });
  }
  const read = output === undefined ? { problem: problem?.message ?? NO_OUTPUT } : readReport(output);
  if (read.problem === undefined) return answered(after, read.said);
  const wrong = read.problem;
  if (after.replies < LONG_FORM_LIMITS.unusable) {
    return ask({ ...after, problems: [...state.problems, wrong] }, characters);
  }
  return finish(after, { type: "stopped", reason: "no-action", message: wrong });
}

function ask(state: State, characters: number | undefined): Step {
  const request: RoleRequest = {
    kind: "role",
    transcript: [],
    mustConclude: true,
    instructions: unassistedRules(characters !== undefined),
    ...(characters === undefined ? {} : { records: { characters } }),
    input: taskPrompt({ task: state.task, descriptions: [] }),
    form: thoughtfulForm("report", reportMembers(), {
      thought: "Counting the rows of 2022: 5,210 of them.",
      title: "Loans by year",
      summary: "Loans rose to 5,210 in 2022, 12.5 % more than the year before.",
      findings: [{ heading: "By kind", text: "Crime fiction made up 31 % of all loans." }],
    }),
    problems: state.problems,
  };
  return { state, commands: [{ type: "model", id: `${ROLE}-${state.replies + 1}`, role: ROLE, request }] };
}

/** No figure can be traced to a query, and each is marked so. */
function answered(state: State, draft: Draft): Step {
  const { task, environments } = state;
  const context = { derived: [], question: task.question, tables: new Map(), final: true };
  const text = (written: string) => judgePieces(readReportPieces(written), context).text;
  const report = { ...writtenReport(draft, task, text), charts: [], queries: [], plan: [] };
  return finish(state, {
    type: "answered",
    answer: { text: reportText(report) },
    evidence: environments.map(({ id, kind }) => ({ environment: id, kind })),
    assumptions: [...draft.assumptions, "No query was run: every figure is the language model's own."],
    report,
  });
}

function finish(state: State, outcome: Extract<Command, { type: "finish" }>["outcome"]): Step {
  return { state, commands: [{ type: "finish", outcome }] };
}
