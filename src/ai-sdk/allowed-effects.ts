import type { Environment } from "../environment/environment.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import { nearestNames } from "../util/nearest-names.ts";

/**
 * Effects as whoever allows them writes them (`POST /lists` in every environment that has it, `api POST /lists` in one), as environments look
 * them up: `<environment> <operation>`.
 * @throws FuxiError `usage` for one that no environment has: leave that never applies was meant for something else
 */
export function allowedEffects(
  allow: readonly string[],
  environments: readonly Environment[],
): readonly string[] {
  return allow.flatMap((written) => {
    const of = environments.find(({ id }) => written.startsWith(`${id} `));
    const operation = of === undefined ? written : written.slice(of.id.length + 1);
    const places = of === undefined ? environments : [of];
    const effects = places.flatMap((environment) =>
      operationsCalled(operation, environment).map((name) => `${environment.id} ${name}`),
    );
    if (effects.length > 0) return effects;
    throw noSuchEffect(written, operation, places);
  });
}

/** Only a name of its own names an operation here: one that is found by less would give leave for more than was written. */
function operationsCalled(written: string, environment: Environment): readonly string[] {
  const { api } = environment.capabilities;
  if (api !== undefined) {
    const name = written.trim().toLowerCase();
    return api.operations
      .filter(({ id, operationId }) => id.toLowerCase() === name || operationId?.toLowerCase() === name)
      .map(({ id }) => id);
  }
  const effects = environment.tools.filter(({ effect }) => effect === "external");
  // A tool that takes an operation carries out many, and only its environment knows them.
  const any = effects.some(({ inputSchema }) => namesOperation(inputSchema));
  return any || effects.some(({ name }) => name === written) ? [written] : [];
}

function namesOperation(schema: object): boolean {
  const { properties } = schema as { readonly properties?: object };
  return properties !== undefined && "operation" in properties;
}

function noSuchEffect(written: string, operation: string, places: readonly Environment[]): FuxiError {
  const known = places.flatMap(({ tools, capabilities: { api } }) =>
    api === undefined
      ? tools.filter(({ effect }) => effect === "external").map(({ name }) => name)
      : api.operations.map(({ id }) => id),
  );
  const found = places.map(({ capabilities: { api } }) => api?.find(operation)?.id).find(Boolean);
  const near = found ?? nearestNames(operation, known, { limit: 1 })[0]?.name;
  return new FuxiError("usage", `There is no operation "${written}" that could be allowed.`, {
    hint:
      near !== undefined
        ? `Did you mean ${near}?`
        : known.length === 0
          ? "Leave allow out: none of the environments changes anything outside."
          : "Name it by its id, such as POST /lists, or by its operationId.",
  });
}
