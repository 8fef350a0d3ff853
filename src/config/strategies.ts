import { decoupled } from "../agent/strategies/decoupled.ts";
import { dfsdt } from "../agent/strategies/dfsdt.ts";
import { react } from "../agent/strategies/react.ts";
import type { Strategy } from "../agent/strategy.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import { nearestNames } from "../util/nearest-names.ts";

const STRATEGIES: Readonly<Record<string, () => Strategy>> = {
  react: () => react(),
  decoupled: () => decoupled(),
  dfsdt: () => dfsdt(),
};

/** @throws FuxiError `usage` with the nearest name */
export function strategyNamed(name: string): Strategy {
  const make = Object.hasOwn(STRATEGIES, name) ? STRATEGIES[name] : undefined;
  if (make !== undefined) return make();
  const nearest = nearestNames(name, Object.keys(STRATEGIES), { limit: 1 })[0];
  throw new FuxiError("usage", `There is no strategy "${name}".`, {
    hint:
      nearest === undefined
        ? `Known: ${Object.keys(STRATEGIES).join(", ")}.`
        : `Did you mean ${nearest.name}?`,
  });
}
