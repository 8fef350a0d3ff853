import { type CatalogRow, recordsOf } from "../../driver/catalog-schema.ts";
import {
  type AllowedObjects,
  type Dependency,
  isAllowed,
  type UnsafeObject,
  withDependents,
} from "../../driver/unsafe-objects.ts";
import { isRefusedFunction, REFUSED, REFUSED_FAMILIES, REFUSED_RELATIONS } from "./postgres-privacy.ts";
import type { RunStatement } from "./postgres-session.ts";
import { postgresArray } from "./postgres-session.ts";

/** Extensions whose functions are known: the acting ones are refused by name. In any other extension a VOLATILE function may do anything. */
const KNOWN_EXTENSIONS =
  `amcheck bloom btree_gin btree_gist citext cube dblink dict_int dict_xsyn earthdistance file_fdw fuzzystrmatch hstore
  intagg intarray isn lo ltree old_snapshot pageinspect pg_buffercache pg_freespacemap pg_stat_statements pg_trgm pg_visibility
  pg_walinspect pgcrypto pgrowlocks pgstattuple plpgsql postgres_fdw seg sslinfo tablefunc tsm_system_rows tsm_system_time unaccent
  uuid-ossp xml2 postgis postgis_raster postgis_sfcgal postgis_topology address_standardizer vector timescaledb`.split(
    /\s+/u,
  );

/** The first object number that is not the server's own. */
const OWN = 16_384;

/**
 * User-made functions that a query can call, foreign tables, and views that call what no statement may ($1, $2: names of functions and a pattern for
 * them, $3: names of relations). Views are read from their rewrite rules: these hold the numbers of all functions, and reading them waits for no
 * lock. $4: extensions whose functions are omitted.
 */
const OBJECTS = `
WITH refused AS (
  SELECT ':(?:(?:funcid|opfuncid|aggfnoid|winfnoid) (?:' || coalesce((SELECT string_agg(oid::text, '|') FROM pg_proc
      WHERE proname = ANY ($1::text[]) OR proname ~ $2), '0')
    || ')|relid (?:' || coalesce((SELECT string_agg(oid::text, '|') FROM pg_class WHERE relname = ANY ($3::text[])
      AND relnamespace = 'pg_catalog'::regnamespace), '0') || ')) ' AS pattern)
SELECT 'pg_proc.' || p.oid AS key, 'function' AS kind, n.nspname AS schema, p.proname AS name, pg_function_is_visible(p.oid) AS visible,
  p.pronargs > 0 AND p.pronargs - p.pronargdefaults <= 1 AND EXISTS (SELECT FROM pg_type t
    WHERE t.oid = p.proargtypes[0] AND t.typtype IN ('c', 'p')) AS attribute,
  l.lanname AS language, p.provolatile AS volatility, e.extname AS extension,
  CASE WHEN e.extname IS NULL AND p.provolatile <> 'v' THEN p.prosrc END AS body,
  CASE WHEN p.prosrc = '' THEN to_jsonb(p) ->> 'prosqlbody' ~ r.pattern END AS acts
FROM refused r, pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace JOIN pg_language l ON l.oid = p.prolang
  LEFT JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
  LEFT JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND e.oid = d.refobjid
WHERE p.oid >= ${OWN} AND p.prokind IN ('f', 'w') AND p.prorettype <> ALL ('{trigger,event_trigger,fdw_handler}'::regtype[])
  AND (e.extname IS NULL OR p.provolatile = 'v' AND e.extname <> ALL ($4::text[]))
UNION ALL
SELECT 'pg_class.' || c.oid, 'foreign table', n.nspname, c.relname, pg_table_is_visible(c.oid), false, s.srvname, NULL, NULL, NULL, NULL
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_foreign_table f ON f.ftrelid = c.oid
  JOIN pg_foreign_server s ON s.oid = f.ftserver
UNION ALL
SELECT 'pg_class.' || c.oid, 'view', n.nspname, c.relname, pg_table_is_visible(c.oid), false, NULL, NULL, NULL, NULL, true
FROM refused r, pg_rewrite w JOIN pg_class c ON c.oid = w.ev_class JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind = 'v' AND c.oid >= ${OWN} AND w.ev_action::text ~ r.pattern
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`;

/**
 * Objects built on functions and relations: views, parents of partitions and inheritors, operators, casts, domains, other functions. An operator that
 * shares its sign with one of the server's is omitted: otherwise every statement with that sign would be refused.
 */
const DEPENDENCIES = `
WITH edge (source, id, class, target) AS (
  SELECT CASE WHEN d.refclassid IN ('pg_proc'::regclass, 'pg_class'::regclass, 'pg_type'::regclass, 'pg_operator'::regclass)
      THEN d.refclassid::regclass::text END, d.refobjid, CASE WHEN w.oid IS NULL THEN d.classid::regclass::text ELSE 'pg_class' END,
    coalesce(w.ev_class, t.contypid, k.casttarget, d.objid)
  FROM pg_depend d LEFT JOIN pg_rewrite w ON d.classid = 'pg_rewrite'::regclass AND w.oid = d.objid
    LEFT JOIN pg_constraint t ON d.classid = 'pg_constraint'::regclass AND t.oid = d.objid AND t.contypid <> 0
    LEFT JOIN pg_cast k ON d.classid = 'pg_cast'::regclass AND k.oid = d.objid
  WHERE d.refobjid >= ${OWN} AND (d.refclassid <> 'pg_class'::regclass
      OR EXISTS (SELECT FROM pg_class b WHERE b.oid = d.refobjid AND (b.relkind IN ('v', 'f') OR b.relhassubclass))) AND (w.oid IS NOT NULL OR t.oid IS NOT NULL OR k.oid IS NOT NULL AND d.refclassid = 'pg_proc'::regclass
    OR d.classid = 'pg_operator'::regclass AND d.refclassid = 'pg_proc'::regclass
    OR d.classid = 'pg_proc'::regclass AND d.refclassid IN ('pg_proc'::regclass, 'pg_class'::regclass))
  UNION SELECT 'pg_class', inhrelid, 'pg_class', inhparent FROM pg_inherits)
SELECT DISTINCT source || '.' || id AS "on", o.kind || '.' || target AS key, o.schema, o.name, o.visible
FROM edge CROSS JOIN LATERAL (
  SELECT 'pg_class' AS kind, n.nspname AS schema, c.relname AS name, pg_table_is_visible(c.oid) AS visible
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE class = 'pg_class' AND c.oid = target AND c.oid <> edge.id AND c.relkind IN ('v', 'r', 'p')
  UNION ALL SELECT 'pg_proc', n.nspname, p.proname, pg_function_is_visible(p.oid) FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
  WHERE class = 'pg_proc' AND p.oid = target
  UNION ALL SELECT 'pg_operator', n.nspname, x.oprname, pg_operator_is_visible(x.oid) FROM pg_operator x JOIN pg_namespace n ON n.oid = x.oprnamespace
  WHERE class = 'pg_operator' AND x.oid = target AND NOT EXISTS (SELECT FROM pg_operator b WHERE b.oprname = x.oprname AND b.oid < ${OWN})
  UNION ALL SELECT 'pg_type', n.nspname, t.typname, pg_type_is_visible(t.oid) FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
  WHERE class IN ('pg_cast', 'pg_constraint') AND t.oid = target) AS o
WHERE source IS NOT NULL`;

const KINDS: Readonly<Record<string, UnsafeObject["kind"]>> = {
  pg_class: "relation",
  pg_proc: "function",
  pg_operator: "operator",
  pg_type: "type",
};
const ALL = 2 ** 31 - 1;

/** `language` of a foreign table is its server; `acts`: true if it calls something that no statement may. */
type ObjectColumn =
  | "key"
  | "kind"
  | "schema"
  | "name"
  | "visible"
  | "attribute"
  | "language"
  | "volatility"
  | "extension"
  | "body"
  | "acts";

/** User-made objects that a read-only transaction does not restrain. */
export interface PostgresUnsafe {
  readonly objects: readonly UnsafeObject[];
  /** Numbers of the relations that no statement may read, and of foreign ones that are allowed. */
  readonly refusedRelations: ReadonlySet<string>;
  readonly foreignRelations: ReadonlySet<string>;
}

/** A function judged by its text: the functions it calls, and all names in it. */
interface Body {
  readonly own: UnsafeObject;
  readonly called: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
}

export async function postgresUnsafe(run: RunStatement, allowed: AllowedObjects): Promise<PostgresUnsafe> {
  const [functions = "", relations = "", extensions = ""] = [
    REFUSED,
    REFUSED_RELATIONS,
    KNOWN_EXTENSIONS,
  ].map((names) => postgresArray([...names]));
  const { fields, rows } = await run(
    OBJECTS,
    [functions, REFUSED_FAMILIES.source, relations, extensions],
    ALL,
  );
  const unsafe = new Map<string, UnsafeObject>();
  const foreign = new Map<string, UnsafeObject>();
  const undecided = new Map<string, Body>();
  for (const row of recordsOf<ObjectColumn>(fields, rows)) {
    const [key, body] = [row.key ?? "", row.body ?? ""];
    const object = { schema: row.schema ?? "", name: row.name ?? "", visible: row.visible === "t" };
    const name = object.visible ? object.name : `${object.schema}.${object.name}`;
    if (row.kind === "foreign table") {
      const because = `is a foreign table of the server ${row.language}: files, a program or another database`;
      const table = {
        ...object,
        kind: "relation",
        because,
        allowedBy: { option: "allowForeign", name },
      } as const;
      (isAllowed(allowed.allowForeign, object) ? foreign : unsafe).set(key, table);
    } else if (row.kind === "view") {
      unsafe.set(key, { ...object, kind: "relation", because: "calls what no statement may" });
    } else if (!isAllowed(allowed.allowFunctions, object)) {
      const because = becauseOf(row, body);
      const isAttribute = row.attribute === "t";
      const allowedBy = { option: "allowFunctions", name } as const;
      const own = { ...object, kind: "function", isAttribute, because: because ?? "", allowedBy } as const;
      if (because !== undefined) unsafe.set(key, own);
      else undecided.set(key, { own, called: namesIn(body, CALLED), words: namesIn(body, WORD) });
    }
  }
  if (unsafe.size === 0 && foreign.size === 0) return NOTHING;
  const read = await run(DEPENDENCIES, [], ALL);
  const dependencies = recordsOf<"on" | "key" | "schema" | "name" | "visible">(read.fields, read.rows).map(
    ({ on, key, schema, name, visible }): Dependency<string> => ({
      on: on ?? "",
      of: {
        key: key ?? "",
        kind: KINDS[key?.split(".")[0] ?? ""] ?? "relation",
        schema: schema ?? "",
        name: name ?? "",
        visible: visible === "t",
        because: "",
      },
    }),
  );
  const refused = withUsers(unsafe, undecided, dependencies);
  return {
    objects: [...refused.values()],
    refusedRelations: relationsIn(refused),
    foreignRelations: relationsIn(withDependents(foreign, dependencies)),
  };
}

const NOTHING: PostgresUnsafe = { objects: [], refusedRelations: new Set(), foreignRelations: new Set() };

function relationsIn(objects: ReadonlyMap<string, UnsafeObject>): ReadonlySet<string> {
  return new Set([...objects.keys()].flatMap((key) => /^pg_class\.(\d+)$/u.exec(key)?.[1] ?? []));
}

/** Undefined if the text of its body decides. */
function becauseOf(
  { language, volatility, extension, acts }: CatalogRow<"language" | "volatility" | "extension" | "acts">,
  body: string,
): string | undefined {
  if (extension !== null) return `is a VOLATILE function of the extension ${extension}`;
  if (language !== "sql" && language !== "plpgsql") return `is written in ${language}`;
  if (volatility === "v") return "is declared VOLATILE, so it may do more than read";
  if (acts === "t") return "calls what no statement may";
  if (WRITTEN_ELSEWHERE.test(body)) return "runs a text as SQL";
  const refused = [...namesIn(body, CALLED)].find(isRefusedFunction);
  return refused && `calls ${refused}()`;
}

/** Bodies that run text as a statement, or write names in codes: neither shows what it reads. */
const WRITTEN_ELSEWHERE = /\bEXECUTE\b|\bU&["']/iu;
const CALLED = /([\p{L}_][\p{L}\p{N}_$]*)"?\s*\(/gu;
const WORD = /([\p{L}_][\p{L}\p{N}_$]*)/gu;

function namesIn(body: string, pattern: RegExp): ReadonlySet<string> {
  return new Set([...body.matchAll(pattern)].map(([, name = ""]) => name.toLowerCase()));
}

/** Adds all objects that depend on unsafe ones: by the catalog and, as the catalog does not record function bodies, by the names there. */
function withUsers(
  unsafe: Map<string, UnsafeObject>,
  undecided: Map<string, Body>,
  dependencies: readonly Dependency<string>[],
): ReadonlyMap<string, UnsafeObject> {
  for (;;) {
    const all = withDependents(unsafe, dependencies);
    const size = unsafe.size;
    const byName = Map.groupBy(all.values(), ({ name }) => name.toLowerCase());
    for (const [key, { own, called, words }] of undecided) {
      const used = [...words]
        .flatMap((word) => byName.get(word) ?? [])
        .find(
          ({ kind, name }) => kind === "relation" || (kind === "function" && called.has(name.toLowerCase())),
        );
      if (used === undefined) continue;
      undecided.delete(key);
      unsafe.set(key, { ...own, because: `uses ${used.name}, which ${used.because}` });
    }
    if (unsafe.size === size) return all;
  }
}
