import { isEmptyPolicy } from "../../environments/database/privacy/privacy-policy.ts";
import type { ApiOptions } from "../api-options.ts";
import { databaseSource, isDatabase } from "../database-source.ts";
import { encodingFor } from "../encoding-for.ts";
import { openEnvironments, optionsFor, privateTargetOf, underPolicy } from "../open-environments.ts";
import type { OpenOptions } from "../open-options.ts";
import { type PrivacyPatterns, patternsFor } from "../privacy-patterns.ts";
import { type ResolvedTarget, resolveTargets } from "../resolve-targets.ts";
import type { Examination } from "./check.ts";
import { checkApi } from "./check-api.ts";
import { checkDatabase } from "./check-database.ts";
import { checkEndpoint } from "./check-endpoint.ts";
import { checkFile } from "./check-file.ts";
import { checkNetwork } from "./check-network.ts";
import { placeOf } from "./place-of.ts";

/**
 * All that can be said of one target; what cannot be looked at because of a fault before it is left out.
 * @param all that are looked at, among which a rule of a command says which it is for
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
    return warnings.map((line) => ({ name: "target", state: "warning", text: line }) as const);
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
  const place = placeOf(target);
  if (place !== undefined && !(await checkNetwork(place, exam, options.signal))) return;
  if (!(await checkFile(target, exam))) return;
  if (isDatabase(target)) {
    const isServer = target.type === "postgres-url" || target.type === "mysql-url";
    const policy = options.database?.privacy ?? {};
    // What is said while files are loaded names tables, which the rules may deny.
    const quiet = isEmptyPolicy(policy) ? options : { ...options, onNote: () => {} };
    const open = (): ReturnType<typeof databaseSource> => databaseSource(target, quiet);
    return checkDatabase({ open, policy, isServer }, exam, options);
  }
  if (target.type === "sparql-endpoint") return checkEndpoint(target, exam, options);
  if (target.type === "api-document") return checkApi(target.source, exam, options);
  const { encoding: _, ...rest } = given;
  await checkOpens(text, exam, { ...rest, patterns: rules });
}

/** Those that can be recognised: the faults of the others are told in their own place. */
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

/** For what has nothing to look at but whether it opens: files of triples, samples. */
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
    return [
      { name: "opening", state: "ok", text: `It opens (${kinds}).` } as const,
      ...warnings.map((line) => ({ name: "content", state: "warning", text: line }) as const),
    ];
  });
}
