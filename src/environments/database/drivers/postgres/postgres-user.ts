import { userInfo } from "node:os";

/**
 * The address for the client library, with the user of this machine where nothing names one, as libpq does: the library knows it by the variable
 * USER alone, which containers and services do not have.
 */
export function withOwnUser(place: string, query: URLSearchParams): string {
  const isNamed =
    !place.includes("://") || query.get("user") || /^[^/]*\/\/[^/?#@:]+(?::[^/?#]*)?@/u.test(place);
  const known = process.platform === "win32" ? process.env.USERNAME : process.env.USER;
  const user = isNamed || process.env.PGUSER || known ? undefined : ownName();
  const whole = new URLSearchParams(query);
  if (user !== undefined) whole.set("user", user);
  return whole.size === 0 ? place : `${place}?${whole}`;
}

/** A container may run as a number that has no name. */
function ownName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}
