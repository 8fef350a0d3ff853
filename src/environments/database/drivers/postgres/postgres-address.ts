import { FuxiError } from "../../../../errors/fuxi-error.ts";
import { serverAddress } from "../../driver/address/server-address.ts";
import { isOfOtherTools } from "../../driver/known-parameters.ts";
import { isEndpointOfHost } from "./postgres-endpoint.ts";
import { checkPostgresParameters, withoutEffect } from "./postgres-parameters.ts";
import { readSslParameter } from "./postgres-ssl-parameter.ts";
import type { PostgresTls } from "./postgres-tls.ts";
import { withOwnUser } from "./postgres-user.ts";

/** What an address says, with that taken out which is not for the client library. */
export interface PostgresUrl {
  readonly connectionString: string;
  /** `schemas=a,b`; empty where the address names none. */
  readonly schemas: readonly string[];
  /** `partitions=shown` */
  readonly showsPartitions: boolean;
  /** `options=-c name=value`: set in each transaction, as poolers refuse them when a connection begins. */
  readonly settings: readonly (readonly [name: string, value: string])[];
  readonly tls: PostgresTls;
  /** `channel_binding=require` */
  readonly bindsChannel: boolean;
}

const OWN = ["schemas", "schema", "partitions", "options"];
const TLS = ["sslmode", "sslrootcert", "sslcert", "sslkey", "sslpassword"] as const;

/**
 * Reads an address of PostgreSQL, also in the forms of other tools.
 * @throws FuxiError `configuration-invalid`, which repeats nothing of the address but these parts and names of parameters
 */
export function readPostgresUrl(url: string): PostgresUrl {
  const [place = "", ...rest] = (serverAddress(url)?.url ?? url).split("?");
  const query = new URLSearchParams(rest.join("?"));
  checkPostgresParameters(query);
  readSslParameter(query);
  const [schemas, schema, partitions, options] = OWN.map((name) => query.get(name));
  if (schemas && schema && schemas !== schema) {
    throw new FuxiError("configuration-invalid", "The PostgreSQL address has schemas= and schema=.", {
      hint: "Write schemas=a,b alone.",
    });
  }
  const bindsChannel = query.get("channel_binding") === "require";
  const tls = Object.fromEntries(TLS.map((name) => [name, query.get(name) ?? undefined]));
  const others = [...query.keys()].filter(isOfOtherTools);
  for (const name of [...OWN, ...TLS, ...withoutEffect(), ...others]) query.delete(name);
  if (partitions && partitions !== "shown") {
    throw new FuxiError("configuration-invalid", "partitions= in the PostgreSQL address can only be shown.", {
      hint: "Write partitions=shown to list partitions as tables of their own, or leave it out.",
    });
  }
  const host = query.get("host") ?? /^[^/]*\/\/(?:[^/]*@)?([^/:?]*)/u.exec(place)?.[1] ?? "";
  return {
    connectionString: withOwnUser(place, query),
    schemas: (schemas ?? schema)?.split(",").filter(Boolean) ?? [],
    showsPartitions: partitions === "shown",
    settings: settingsOf(options ?? process.env.PGOPTIONS ?? "", host),
    tls,
    bindsChannel,
  };
}

/** Settings that would end the guard of the transaction, or make it that of another role. */
const GUARDED =
  /^(?:transaction_|default_transaction_|session_|role$|statement_timeout$|standard_conforming_)/iu;

function settingsOf(options: string, host: string): readonly (readonly [string, string])[] {
  // A backslash keeps the space after it, as in libpq.
  const words = options.match(/(?:\\.|[^\s\\])+/gu)?.map((word) => word.replaceAll(/\\(.)/gu, "$1")) ?? [];
  const settings: (readonly [string, string])[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (isEndpointOfHost(word, host)) continue;
    const text = word === "-c" ? (words[++at] ?? "") : word.replace(/^(?:-c|--)/u, "");
    const [, name, value] = /^([\w.]+)=(.*)$/su.exec(text) ?? [];
    const isSetting = word.startsWith("-") && name !== undefined && value !== undefined;
    if (!isSetting || GUARDED.test(name)) {
      throw new FuxiError("configuration-invalid", "options= in the PostgreSQL address cannot be used.", {
        hint: "Write options=-c name=value. What would change the role, the transaction or its time limit cannot be set.",
      });
    }
    settings.push([name.replaceAll("-", "_"), value]);
  }
  return settings;
}
