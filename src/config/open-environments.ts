import type { Environment } from "../environment/environment.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { ApiOptions } from "./api-options.ts";
import { apiOptionsFor } from "./api-options-for.ts";
import { withDataFilesTogether } from "./data-file-target.ts";
import { databaseSource, isDatabase } from "./database-source.ts";
import { environmentId } from "./environment-id.ts";
import { withHeaderFiles } from "./given-headers.ts";
import { cinemaDatabaseSource, openDatabase } from "./open-database.ts";
import type { OpenOptions } from "./open-options.ts";
import { recogniseTarget } from "./recognise-target.ts";
import type { Target } from "./target.ts";

async function openTarget(id: string, target: Target, options: OpenOptions): Promise<Environment> {
  if (isDatabase(target))
    return openDatabase(id, target.name, await databaseSource(target, options), options);
  switch (target.type) {
    case "rdf-file": {
      const { openRdfFile } = await import("./open-knowledge-base.ts");
      return openRdfFile(id, target.path, options);
    }
    case "sparql-endpoint": {
      const { openSparqlEndpoint } = await import("./open-knowledge-base.ts");
      return openSparqlEndpoint(id, target, options);
    }
    case "api-document": {
      const { openApiDocument } = await import("./open-rest-api.ts");
      return openApiDocument(id, target.source, options);
    }
    case "sample":
      return openSample(id, target.name, options);
  }
}

async function openSample(id: string, name: string, options: OpenOptions): Promise<Environment> {
  switch (name) {
    case "cinema":
      return openDatabase(id, name, await cinemaDatabaseSource(options.folders.cache), options);
    case "cinema-kb": {
      const { openCinemaKnowledgeBase } = await import("./open-knowledge-base.ts");
      return openCinemaKnowledgeBase(id, options);
    }
    case "cinema-api": {
      const { openCinemaApi } = await import("./open-rest-api.ts");
      return openCinemaApi(id, options);
    }
  }
  throw new FuxiError("target-not-found", `There is no sample "${name}".`, {
    hint: "Write sample:cinema (a database), sample:cinema-kb (a knowledge base) or sample:cinema-api (an API).",
  });
}

const isApi = (target: Target): boolean =>
  target.type === "api-document" || (target.type === "sample" && target.name === "cinema-api");

/** An option that would do nothing is a mistake worth telling: somebody may rely on --dry-run. */
function checkApiOptions(targets: readonly Target[], api: ApiOptions): void {
  const [given] = Object.keys(api);
  if (given !== undefined && !targets.some(isApi)) {
    const flag = `--${given.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`;
    throw new FuxiError("usage", `${flag} is for APIs, and no target is one.`, {
      hint: `Leave ${flag} out.`,
    });
  }
  if (api.server !== undefined && !targets.some(({ type }) => type === "api-document")) {
    throw new FuxiError(
      "usage",
      "--server is for API documents: sample:cinema-api has a server of its own.",
      {
        hint: "Leave --server out, or start one with fuxi demo api and name its document.",
      },
    );
  }
}

/**
 * Opens what was named, in order; all data files together are one database. A name that occurs twice gets a number. When one cannot be opened, those before it are closed again.
 * @throws FuxiError of the target that could not be opened
 */
export async function openEnvironments(
  targets: readonly string[],
  options: OpenOptions,
): Promise<readonly Environment[]> {
  const recognised = withDataFilesTogether(targets.map(recogniseTarget));
  checkApiOptions(recognised, options.api ?? {});
  const api = withHeaderFiles(options.api ?? {}, options.onWarning);
  const ids: string[] = [];
  for (const { name } of recognised) ids.push(environmentId(name, ids));
  const apis = ids.filter((_, at) => isApi(recognised[at] as Target));
  const environments: Environment[] = [];
  try {
    for (const [at, target] of recognised.entries()) {
      const id = ids[at] as string;
      const own = apis.includes(id) ? { api: apiOptionsFor(id, apis, api) } : {};
      environments.push(await openTarget(id, target, { ...options, ...own }));
    }
    return environments;
  } catch (error) {
    await Promise.allSettled(environments.map((environment) => environment.close()));
    throw error;
  }
}
