import { FuxiError } from "../../../../errors/fuxi-error.ts";
import { ENGINES, exampleAddress, type ServerEngineName } from "../engine-list.ts";

/** The error for an unusable address. `message` must repeat no part of the address that may be secret. */
export function refusedAddress(message: string, hint: string): FuxiError {
  return new FuxiError("configuration-invalid", message, { hint });
}

export function severalServers(engine: ServerEngineName): FuxiError {
  return refusedAddress(
    `The ${ENGINES[engine].name} address names several servers.`,
    `Write the one that is to be read: ${exampleAddress(engine)}`,
  );
}

const HOST = String.raw`(?:\[[^\]/?#@]*\]|[^:/?#@,\s]*)(?::\d*)?`;
const PARAMETER = String.raw`(?:[A-Za-z][\w.-]*(?:=[^&]*)?)?`;
const TAIL = new RegExp(`^(${HOST}(?:,${HOST})*)(/[^?#@]*)?(\\?${PARAMETER}(?:&${PARAMETER})*)?$`, "su");

interface Reading {
  readonly who: string;
  readonly hosts: string;
  readonly path: string | undefined;
  readonly query: string;
}

/**
 * The address after `scheme://`, with user, password and database name percent-encoded where needed. Passwords are often pasted unencoded: an `@`,
 * `/`, `?` or `#` in a password must not move the host, so the function finds the `@` that really ends it.
 * @throws FuxiError `configuration-invalid` if the address stays ambiguous or names several servers
 */
export function escapeAddress(rest: string, engine: ServerEngineName): string {
  const { who, hosts, path = "", query } = readingOf(rest, engine);
  if (hosts.includes(",")) throw severalServers(engine);
  return `${who === "" ? "" : `${escaped(who)}@`}${hosts}${escaped(path, /\s/u)}${query}`;
}

function readingOf(rest: string, engine: ServerEngineName): Reading {
  const readings = [-1, ...[...rest.matchAll(/@/gu)].map(({ index }) => index)].flatMap((at) => {
    const [, hosts, path, query = ""] = TAIL.exec(rest.slice(at + 1)) ?? [];
    return hosts === undefined ? [] : [{ who: at < 0 ? "" : rest.slice(0, at), hosts, path, query }];
  });
  const isPlain = ({ who }: Reading): boolean => !/[/?#]/u.test(who);
  const plain = readings.findLast(isPlain);
  const others = readings.filter((reading) => !isPlain(reading) && reading.who.includes(":"));
  if (plain !== undefined && (plain.path !== undefined || others.every(({ path }) => path === undefined))) {
    return plain;
  }
  const [only, ...more] = others;
  if (plain === undefined && only !== undefined && more.length === 0) return only;
  throw refusedAddress(
    `The ${ENGINES[engine].name} address cannot be read.`,
    `Write ${exampleAddress(engine)}, with special characters percent-encoded: @ as %40, / as %2F, # as %23, ? as %3F, % as %25.`,
  );
}

/** Existing percent-encodings stay. */
function escaped(part: string, special = /[/?#@\s]/u): string {
  return part.replaceAll(/%(?![0-9a-f]{2})|[^%]/giu, (letter) =>
    letter === "%" || special.test(letter) ? encodeURIComponent(letter) : letter,
  );
}
