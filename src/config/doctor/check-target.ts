import { hasNoRules } from "../../environment/privacy-rules.ts";
import { databaseSource, isDatabase } from "../open-database.ts";
import {
  encodingFor,
  openEnvironments,
  optionsFor,
  privateTargetOf,
  underPolicy,
} from "../open-environments.ts";
import { endpointAddress } from "../open-knowledge-base.ts";
import type { OpenOptions } from "../open-options.ts";
import { type PrivacyPatterns, patternsFor } from "../privacy-patterns.ts";
import { type ResolvedTarget, resolveTargets } from "../resolve-targets.ts";
import type { ApiOptions } from "../target-options.ts";
import { type Examination, type Finding, warning } from "./check.ts";
import { checkApi } from "./check-api.ts";
import { checkDatabase } from "./check-database.ts";

/**
 * Runs all checks of one target. Checks that depend on a failed one are skipped.
 * @param all targets of the command, to which its rules refer
 */
export async function checkTarget(
  text: string,
  exam: Examination,
  given: OpenOptions,
  all: readonly string[],
): Promise<void> {
  const found: { resolved?: ResolvedTarget } = {};
  const isKnown = await exam.look("target", () => {
    const warnings: string[] = [];
    const [resolved] = resolveTargets([text], given.configuration, (line) => warnings.push(line));
    if (resolved !== undefined) found.resolved = resolved;
    return warnings.map((line) => warning(line));
  });
  if (!isKnown || found.resolved === undefined) return;
  const { target } = found.resolved;
  const { resolved } = found;
  const own: { options?: OpenOptions; rules?: PrivacyPatterns } = {};
  await exam.look("privacy", () => {
    const among = [resolved, ...otherTargets(text, all, given)];
    const [target, ...others] = among.map(privateTargetOf);
    if (target === undefined) return undefined;
    const rules = patternsFor(target, [target, ...others], given.patterns ?? {});
    own.rules = rules;
    const { encoding, ...rest } = given;
    const told = encodingFor(
      resolved.target,
      encoding,
      among.map((each) => each.target),
    );
    own.options = underPolicy(
      resolved,
      [resolved],
      optionsFor(resolved, { ...rest, ...told, patterns: rules }, given.api),
    );
    return undefined;
  });
  const { options, rules } = own;
  if (options === undefined || rules === undefined) return;
  if (isDatabase(target)) {
    const isServer = target.type === "database-server";
    const policy = options.database?.privacy ?? {};
    // Notes on loading name tables, which the rules may deny.
    const quiet = hasNoRules(policy) ? options : { ...options, onNote: () => {} };
    const open = (): ReturnType<typeof databaseSource> => databaseSource(target, quiet);
    return checkDatabase({ open, policy, isServer }, exam, options);
  }
  if (target.type === "api-document") return checkApi(target.source, exam, options);
  if (target.type === "sparql-endpoint") await exam.look("encryption", () => encryption(target.url, options));
  const { encoding: _, ...rest } = given;
  await checkOpens(text, exam, { ...rest, patterns: rules });
}

function encryption(url: string, { env }: OpenOptions): Finding | undefined {
  const address = endpointAddress(url, env);
  if (address.url.startsWith("https:") || address.auth === undefined) return undefined;
  return warning(
    "Credentials are sent over a connection that is not encrypted.",
    "Write https:// if the server has it.",
  );
}

/** The other targets that can be recognised. Faults of the rest are reported in their own sections. */
function otherTargets(
  text: string,
  all: readonly string[],
  { configuration }: OpenOptions,
): readonly ResolvedTarget[] {
  return all
    .filter((each) => each !== text)
    .flatMap((each) => {
      try {
        return resolveTargets([each], configuration, () => {});
      } catch {
        return [];
      }
    });
}

/** Checks only that a target opens: for knowledge bases and samples. */
async function checkOpens(text: string, exam: Examination, options: OpenOptions): Promise<void> {
  const { api: _, ...rest } = options as OpenOptions & { readonly api?: ApiOptions };
  await exam.look("opening", async () => {
    const warnings: string[] = [];
    const environments = await openEnvironments([text], {
      ...rest,
      onWarning: (line) => warnings.push(line),
    });
    await Promise.all(environments.map((environment) => environment.close()));
    const kinds = environments.map(({ kind }) => kind).join(", ");
    return [`It opens (${kinds}).`, ...warnings.map((line) => ({ name: "content", ...warning(line) }))];
  });
}
