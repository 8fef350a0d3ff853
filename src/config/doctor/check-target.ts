import type { ApiOptions } from "../api-options.ts";
import { databaseSource, isDatabase } from "../database-source.ts";
import { openEnvironments, optionsFor } from "../open-environments.ts";
import type { OpenOptions } from "../open-options.ts";
import { type ResolvedTarget, resolveTargets } from "../resolve-targets.ts";
import type { Examination } from "./check.ts";
import { checkApi } from "./check-api.ts";
import { checkDatabase } from "./check-database.ts";
import { checkEndpoint } from "./check-endpoint.ts";
import { checkNetwork } from "./check-network.ts";
import { placeOf } from "./place-of.ts";

/** All that can be said of one target; what cannot be looked at because of a fault before it is left out. */
export async function checkTarget(text: string, exam: Examination, given: OpenOptions): Promise<void> {
  const found: { resolved?: ResolvedTarget } = {};
  const isKnown = await exam.look("target", () => {
    const warnings: string[] = [];
    const [resolved] = resolveTargets([text], given.configuration, (line) => warnings.push(line));
    if (resolved !== undefined) found.resolved = resolved;
    return warnings.map((line) => ({ name: "target", state: "warning", text: line }) as const);
  });
  if (!isKnown || found.resolved === undefined) return;
  const { target } = found.resolved;
  const options = optionsFor(found.resolved, given, given.api);
  const place = placeOf(target);
  if (place !== undefined && !(await checkNetwork(place, exam, options.signal))) return;
  if (isDatabase(target)) return checkDatabase(() => databaseSource(target, options), exam, options);
  if (target.type === "sparql-endpoint") return checkEndpoint(target, exam, options);
  if (target.type === "api-document") return checkApi(target.source, exam, options);
  await checkOpens(text, exam, options);
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
