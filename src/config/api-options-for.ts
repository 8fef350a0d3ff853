import { FuxiError } from "../errors/fuxi-error.ts";
import type { ApiOptions } from "./api-options.ts";

const PREFIX = /^([\w-]+):(?!\/\/)(.+)$/su;
const LISTS = ["allow", "readOnly", "deny", "header"] as const;

/**
 * The options of one of the APIs `ids`. With several, each operation, header and server says which it is for (`shop:POST /orders`): what one may do, and the
 * secrets for it, are not another's.
 * @throws FuxiError `usage` for one that does not say so, or names no API
 */
export function apiOptionsFor(id: string, ids: readonly string[], options: ApiOptions): ApiOptions {
  if (ids.length < 2) return options;
  const { server, allow: _, readOnly: __, deny: ___, header: ____, ...shared } = options;
  const own = Object.fromEntries(
    LISTS.map((name) => [name, ofOne(id, ids, options[name] ?? [], flagOf(name))]),
  );
  const [named] = server === undefined ? [] : ofOne(id, ids, [server], "--server");
  return { ...shared, ...own, ...(named === undefined ? {} : { server: named }) };
}

function ofOne(
  id: string,
  ids: readonly string[],
  texts: readonly string[],
  flag: string,
): readonly string[] {
  return texts.flatMap((text) => {
    const [, prefix = "", rest = ""] = PREFIX.exec(text) ?? [];
    if (!ids.includes(prefix)) {
      // A header may hold a secret and is not repeated.
      throw new FuxiError("usage", `With several APIs, ${flag} has to say which it is for.`, {
        hint: `Write ${ids.map((each) => `${flag} "${each}:…"`).join(" or ")}.`,
      });
    }
    return prefix === id ? [rest.trim()] : [];
  });
}

function flagOf(name: (typeof LISTS)[number]): string {
  return name === "readOnly" ? "--read-only" : `--${name}`;
}
