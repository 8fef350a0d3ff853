import type { Script } from "../../src/agent/policies/scripted-policy.ts";
import type { PolicyRequest } from "../../src/agent/policy-request.ts";
import { runTask } from "../../src/agent/run-loop.ts";
import type { RunTaskOptions } from "../../src/agent/run-options.ts";
import type { UserProxy } from "../../src/clarification/user-proxy.ts";
import type { Action } from "../../src/environment/action.ts";
import type { Environment } from "../../src/environment/environment.ts";
import type { FoundReading } from "../../src/environment/readings.ts";
import type { Tool } from "../../src/environment/tool.ts";
import type { Clarification, ClarificationReply } from "../../src/trajectory/clarification.ts";
import type { PolicyReply } from "../../src/trajectory/policy-reply.ts";
import { FILES, runOptions, take } from "../support/run-fixture.ts";
import { ruledFiles } from "./decoupled-fixture.ts";

export const NOTES: readonly FoundReading[] = [
  {
    text: "the file notes/bread.txt",
    kind: "value",
    likeness: "part",
    score: 0.5,
    replacement: "notes/bread.txt",
  },
  {
    text: "the file notes/soup.txt",
    kind: "value",
    likeness: "part",
    score: 0.5,
    replacement: "notes/soup.txt",
  },
];

const SEND: Tool = {
  name: "send_file",
  description: "Sends a file to somebody.",
  group: "functional",
  inputSchema: {
    type: "object",
    properties: { file: { type: "string" }, to: { type: "string" } },
    required: ["file", "to"],
    additionalProperties: false,
  },
  outputSchema: { type: "object" },
  prerequisites: [],
  workspace: "reads",
  effect: "external",
};

export const send = (to: string): Action => take("send_file", { file: "notes/bread.txt", to });

/** The ruled file tree that finds two notes by "notes" and sends files where that is allowed; `sent` is told of each. */
export function askableFiles(sent: (to: string) => void = () => {}): Environment {
  const files = ruledFiles();
  return {
    ...files,
    tools: [...files.tools, SEND],
    capabilities: { readings: { find: async (words) => (words === "notes" ? NOTES : []) } },
    act: async (workspace, action, context) => {
      if (action.tool !== SEND.name) return await files.act(workspace, action, context);
      if (context.allowed?.includes("files send_file") !== true) {
        const message = "Sending has to be allowed by the person.";
        return { failure: { code: "permission-needed", message, suggestions: [] } };
      }
      const to = String(action.arguments["to"]);
      sent(to);
      if (to === "nobody")
        return { failure: { code: "response-error", message: "No such address.", suggestions: [] } };
      return {
        workspace,
        observation: { text: `sent to ${to}`, data: { files: [] }, warnings: [], notes: [] },
      };
    },
  };
}

/** A person who gives these replies in turn, and what they were asked. */
export function person(...replies: readonly ClarificationReply[]) {
  const asked: Clarification[] = [];
  const userProxy: UserProxy = {
    ask: async (clarification) => replies[asked.push(clarification) - 1] ?? { type: "unavailable" },
  };
  return { asked, userProxy };
}

export const says = (text: string): ClarificationReply => ({ type: "answered", text });

export const WISH = {
  question: "Which of the notes do you mean?",
  words: ["notes"],
  kind: "several-meanings",
} as const;

export const QUESTION = "Which notes need salt?";

/** Runs the replies, in the order of the requests, and gives what the policy was asked each time. */
export async function requestsOf(
  replies: readonly Partial<PolicyReply>[],
  { environments = [askableFiles()], ...more }: Partial<RunTaskOptions> = {},
) {
  const requests: PolicyRequest[] = [];
  const script: Script = (request) => {
    requests.push(request);
    return replies[requests.length - 1] ?? { unanswerable: { reason: "no more replies", words: [] } };
  };
  const result = await runTask(runOptions(script, { environments, task: { question: QUESTION }, ...more }));
  return { requests, result, types: result.events.map(({ type }) => type) };
}

export { FILES };
