import { FuxiError } from "../../../../errors/fuxi-error.ts";
import { isOfOtherTools } from "../../driver/known-parameters.ts";
import { checkPostgresParameters, withoutEffect } from "./postgres-parameters.ts";
import type { PostgresTls } from "./postgres-tls.ts";

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

const OWN = ["schemas", "partitions", "options"];
const TLS = ["sslmode", "sslrootcert", "sslcert", "sslkey", "sslpassword"] as const;

/** @throws FuxiError `configuration-invalid`, which repeats nothing of the address but these parts and names of parameters */
export function readPostgresUrl(url: string): PostgresUrl {
  const [place = "", ...rest] = url.split("?");
  const query = new URLSearchParams(rest.join("?"));
  checkPostgresParameters(query);
  // The client library's own way to say it, which says less.
  if (query.has("sslmode")) query.delete("ssl");
  const [schemas, partitions, options] = OWN.map((name) => query.get(name));
  const bindsChannel = query.get("channel_binding") === "require";
  const tls = Object.fromEntries(TLS.map((name) => [name, query.get(name) ?? undefined]));
  const others = [...query.keys()].filter(isOfOtherTools);
  for (const name of [...OWN, ...TLS, ...withoutEffect(), ...others]) query.delete(name);
  if (partitions && partitions !== "shown") {
    throw new FuxiError("configuration-invalid", "partitions= in the PostgreSQL address can only be shown.", {
      hint: "Write partitions=shown to list partitions as tables of their own, or leave it out.",
    });
  }
  return {
    connectionString: query.size === 0 ? place : `${place}?${query}`,
    schemas: schemas?.split(",").filter(Boolean) ?? [],
    showsPartitions: partitions === "shown",
    settings: settingsOf(options ?? process.env.PGOPTIONS ?? ""),
    tls,
    bindsChannel,
  };
}

/** Settings that would end the guard of the transaction, or make it that of another role. */
const GUARDED =
  /^(?:transaction_|default_transaction_|session_|role$|statement_timeout$|standard_conforming_)/iu;

function settingsOf(options: string): readonly (readonly [string, string])[] {
  // A backslash keeps the space after it, as in libpq.
  const words = options.match(/(?:\\.|[^\s\\])+/gu)?.map((word) => word.replaceAll(/\\(.)/gu, "$1")) ?? [];
  const settings: (readonly [string, string])[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
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
