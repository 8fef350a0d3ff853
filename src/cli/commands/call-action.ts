import { renderFailure, renderObservation } from "../../agent/render-result.ts";
import { observedTool } from "../../agent/task-session.ts";
import { openArtifactStore } from "../../config/open-stores.ts";
import { LOCAL_PRINCIPAL } from "../../config/shared-store.ts";
import type { ActContext } from "../../environment/act-context.ts";
import type { ActResult, Environment } from "../../environment/environment.ts";
import type { ToolFailure } from "../../environment/tool-failure.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { observeTool } from "../../telemetry/observe-run.ts";
import { type CliIo, EXIT, type SetExitCode } from "../cli-io.ts";
import { actLimits, openTargets, parseToolArguments, type TargetOptions } from "../open-targets.ts";
import { openWorkspaceFile } from "../workspace-file.ts";

export interface CallOptions extends TargetOptions {
  readonly json?: boolean;
  readonly workspace?: string;
  readonly question?: string;
  readonly rows?: number;
  readonly queryTimeout?: number;
}

/** A tool call on the command line. */
export interface ToolCall {
  readonly target: string;
  readonly tool: string;
  /** `name=value`. */
  readonly words: readonly string[];
  readonly options: CallOptions;
}

const exitCodeFor = (failure: ToolFailure): number =>
  failure.code === "unknown-tool" || failure.code === "invalid-arguments" ? EXIT.usage : EXIT.failed;

async function call(
  environment: Environment,
  tool: string,
  words: readonly string[],
  options: CallOptions,
  context: ActContext,
) {
  const file = options.workspace === undefined ? undefined : openWorkspaceFile(options.workspace);
  const task = options.question === undefined ? undefined : { question: options.question };
  const before = file?.workspace ?? (await environment.openWorkspace(task, context));
  if (before.kind !== environment.kind) {
    throw new FuxiError(
      "workspace-invalid",
      `${options.workspace} belongs to a ${before.kind}, not to a ${environment.kind}.`,
    );
  }
  if (before.environment !== environment.id) {
    throw new FuxiError(
      "workspace-invalid",
      `${options.workspace} holds a draft on ${before.environment}, not on ${environment.id}.`,
      { hint: "Name another file." },
    );
  }
  if (file?.workspace !== undefined && file.policy !== environment.policyKey) {
    throw new FuxiError("workspace-invalid", `${options.workspace} was made under other privacy rules.`, {
      hint: "Give the rules (--only, --deny, --mask, --egress, fuxi.yaml) that it was made under, or name another file.",
    });
  }
  const definition = environment.tools.find((candidate) => candidate.name === tool);
  const action = { environment: environment.id, tool, arguments: parseToolArguments(definition, words) };
  const result = await observeTool(
    {
      arguments: action.arguments,
      ...(definition === undefined
        ? {}
        : {
            tool: observedTool(environment, definition.name),
          }),
    },
    ({ failure, observation }: ActResult) => ({
      failure: failure?.code,
      text: failure?.message ?? observation?.text ?? "",
    }),
    () => environment.act(before, action, context),
  );
  if (
    result.failure === undefined &&
    (result.workspace.version !== before.version || file?.workspace === undefined)
  ) {
    file?.write(result.workspace, environment.policyKey);
  }
  return result;
}

/** Hint for permission: the person who types the command can give it. */
function permissionHint({ code, part }: ToolFailure): string {
  if (code !== "permission-needed" || part?.text === undefined) return "";
  return `To send it, add --allow "${part.text}"; to see it without sending, --dry-run.\n`;
}

/** Opens the target, uses the tool, prints what it returned and writes the workspace back. */
export async function callAction(
  { target, tool, words, options }: ToolCall,
  io: CliIo,
  setExitCode: SetExitCode,
): Promise<void> {
  await using opened = await openTargets([target], io, options);
  const environment = opened.environments[0];
  if (environment === undefined) throw new FuxiError("internal", "The target opened no environment.");
  const artifacts = await openArtifactStore(opened.folders);
  try {
    const context: ActContext = {
      principal: LOCAL_PRINCIPAL,
      signal: io.signal,
      limits: actLimits(options),
      artifacts,
    };
    const result = await call(environment, tool, words, options, context);
    const { failure, observation, workspace } = result;
    if (failure !== undefined) {
      if (options.json === true) io.out(`${JSON.stringify({ failure }, null, 2)}\n`);
      else io.err(`${renderFailure(failure)}\n${permissionHint(failure)}`);
      setExitCode(exitCodeFor(failure));
    } else if (options.json === true) {
      io.out(`${JSON.stringify({ ...observation, workspace }, null, 2)}\n`);
    } else {
      io.out(`${renderObservation(observation)}\n`);
    }
  } finally {
    await artifacts.close();
  }
}
