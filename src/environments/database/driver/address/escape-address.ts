import {
  ENGINE_NAMES,
  refusedAddress,
  type ServerEngine,
  SHAPES,
  severalServers,
} from "./address-refusal.ts";

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
 * What follows `scheme://`, with the user, the password and the name of the database percent-encoded where they have to be. Passwords are pasted as
 * they are: an `@`, `/`, `?` or `#` in one would make another host of a part of it, so that it is looked for which `@` ends it.
 * @throws FuxiError `configuration-invalid` where that cannot be told, or several servers are named
 */
export function escapeAddress(rest: string, engine: ServerEngine): string {
  const { who, hosts, path = "", query } = readingOf(rest, engine);
  if (hosts.includes(",")) throw severalServers(engine);
  return `${who === "" ? "" : `${escaped(who)}@`}${hosts}${escaped(path, /\s/u)}${query}`;
}

function readingOf(rest: string, engine: ServerEngine): Reading {
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
    `The ${ENGINE_NAMES[engine]} address cannot be read.`,
    `Write ${SHAPES[engine]}, with special characters percent-encoded: @ as %40, / as %2F, # as %23, ? as %3F, % as %25.`,
  );
}

/** What is percent-encoded already stays as it is. */
function escaped(part: string, special = /[/?#@\s]/u): string {
  return part.replaceAll(/%(?![0-9a-f]{2})|[^%]/giu, (letter) =>
    letter === "%" || special.test(letter) ? encodeURIComponent(letter) : letter,
  );
}
