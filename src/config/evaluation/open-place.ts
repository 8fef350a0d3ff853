import type { Environment } from "../../environment/environment.ts";
import type { OpenedPlace, OpenPlace, Place } from "../../evaluation/benchmark/benchmark.ts";
import { openEnvironments } from "../open-environments.ts";
import type { OpenOptions } from "../open-options.ts";

/**
 * Opens places as `fuxi ask` opens targets, with what may be searched by value built first: the first questions of a run are answered as the last ones.
 * @throws FuxiError as `openEnvironments`
 */
export function openPlaces(options: Omit<OpenOptions, "signal">): OpenPlace {
  return async (place, signal) => {
    const environments = await environmentsOf(place, { ...options, signal });
    try {
      await Promise.all(environments.map((environment) => prepare(environment, signal)));
    } catch (error) {
      await closeAll(environments);
      throw error;
    }
    return opened(environments);
  };
}

async function environmentsOf(place: Place, options: OpenOptions): Promise<readonly Environment[]> {
  const { targets, descriptionsFolder, vocabulary, server, answers } = place;
  const own: OpenOptions = {
    ...options,
    ...(vocabulary === undefined ? {} : { vocabulary }),
    ...(server === undefined ? {} : { api: { ...options.api, server } }),
    ...(descriptionsFolder === undefined ? {} : { database: { ...options.database, descriptionsFolder } }),
  };
  const [first, ...further] = targets;
  if (answers === undefined || first === undefined || further.length > 0)
    return await openEnvironments(targets, own);
  const { openTypedApi } = await import("./typed-answers/open-typed-api.ts");
  return await openTypedApi(first, own);
}

/** What would cost the owner of a server more than a moment is left to who runs `fuxi index`. */
async function prepare({ capabilities: { preparation } }: Environment, signal: AbortSignal): Promise<void> {
  const estimate = await preparation?.estimate?.({ signal });
  if (estimate?.isLarge !== true) await preparation?.prepare({ signal });
}

function opened(environments: readonly Environment[]): OpenedPlace {
  return { environments, close: () => closeAll(environments) };
}

async function closeAll(environments: readonly Environment[]): Promise<void> {
  await Promise.all(environments.map((environment) => environment.close()));
}
