/**
 * Tables, views and partitioned parents that the role may read; what belongs to an extension or the system is left out. $1: only these schemas,
 * unless it is empty; $2: partitions, too.
 */
export const RELATIONS = `
SELECT c.oid::bigint AS id, n.nspname AS schema, c.relname AS name, c.relkind AS kind, obj_description(c.oid, 'pg_class') AS comment,
  pg_table_is_visible(c.oid) AS visible,
  CASE WHEN c.relkind = 'p' THEN (
    WITH RECURSIVE parts AS (
      SELECT inhrelid FROM pg_inherits WHERE inhparent = c.oid
      UNION ALL SELECT i.inhrelid FROM pg_inherits i JOIN parts ON i.inhparent = parts.inhrelid)
    SELECT CASE WHEN max(p.reltuples) < 0 THEN -1 ELSE sum(greatest(p.reltuples, 0)) END FROM parts JOIN pg_class p ON p.oid = inhrelid AND p.relkind = 'r')
  ELSE c.reltuples END AS estimate,
  c.relispopulated AS populated, row_security_active(c.oid) AS filtered, has_table_privilege(c.oid, 'SELECT') AS "allColumns",
  (SELECT s.srvname FROM pg_foreign_table f JOIN pg_foreign_server s ON s.oid = f.ftserver WHERE f.ftrelid = c.oid) AS server,
  CASE WHEN c.relispartition THEN (SELECT inhparent::regclass::text FROM pg_inherits WHERE inhrelid = c.oid LIMIT 1) END AS "partOf"
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND (NOT c.relispartition OR $2::boolean)
  AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
  AND ($1::text[] = '{}' OR n.nspname = ANY ($1::text[]))
  AND has_schema_privilege(n.oid, 'USAGE')
  AND (has_table_privilege(c.oid, 'SELECT') OR has_any_column_privilege(c.oid, 'SELECT'))
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
ORDER BY array_position(current_schemas(false), n.nspname) NULLS LAST, n.nspname, c.oid`;

/** Of the tables in $1, those that hold rows of theirs, over all levels. */
export const PARTS = `
WITH RECURSIVE parts AS (
  SELECT inhparent AS root, inhrelid AS part FROM pg_inherits WHERE inhparent = ANY ($1::bigint[]::oid[])
  UNION SELECT root, i.inhrelid FROM pg_inherits i JOIN parts ON i.inhparent = part)
SELECT root::bigint, n.nspname AS schema, c.relname AS name, c.relispartition AS "isPartition", pg_table_is_visible(c.oid) AS visible
FROM parts JOIN pg_class c ON c.oid = part JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'f') ORDER BY root, n.nspname, c.relname`;

/** Schemas that the role may use. */
export const SCHEMAS = `
SELECT nspname FROM pg_namespace
WHERE nspname <> 'information_schema' AND nspname !~ '^pg_' AND has_schema_privilege(oid, 'USAGE') ORDER BY 1`;

/** Bytes of the tables in $1; waits for whoever has one of them locked. */
export const SIZES = "SELECT oid::bigint, pg_relation_size(oid) FROM unnest($1::bigint[]::oid[]) AS t (oid)";

/** Columns of the relations in $1 that the role may read, with the type under all domains. */
export const COLUMNS = `
WITH RECURSIVE base AS (
  SELECT oid AS domain, typbasetype AS oid, typtypmod FROM pg_type WHERE typtype = 'd'
  UNION ALL SELECT base.domain, t.typbasetype, t.typtypmod FROM base JOIN pg_type t ON t.oid = base.oid WHERE t.typtype = 'd')
SELECT a.attrelid::bigint AS id, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS "notNull",
  col_description(a.attrelid, a.attnum) AS comment, b.typname AS "baseType", b.typcategory AS category,
  CASE WHEN b.typtype = 'e' THEN (SELECT json_agg(e.enumlabel ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid = b.oid) END AS labels,
  b.typtype AS "typeKind",
  CASE WHEN t.typtype = 'd' THEN format_type(b.oid, d.typtypmod) END AS "domainOf",
  CASE WHEN b.typtype = 'c' THEN (SELECT json_agg(f.attname ORDER BY f.attnum) FROM pg_attribute f
    WHERE f.attrelid = b.typrelid AND f.attnum > 0 AND NOT f.attisdropped) END AS fields,
  CASE WHEN a.attgenerated <> '' THEN (SELECT pg_get_expr(g.adbin, g.adrelid) FROM pg_attrdef g
    WHERE g.adrelid = a.attrelid AND g.adnum = a.attnum) END AS "generatedFrom"
FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
  LEFT JOIN base d ON d.domain = t.oid AND NOT EXISTS (SELECT FROM pg_type n WHERE n.oid = d.oid AND n.typtype = 'd')
  JOIN pg_type b ON b.oid = coalesce(d.oid, t.oid)
WHERE a.attrelid = ANY ($1::bigint[]::oid[]) AND a.attnum > 0 AND NOT a.attisdropped
  AND (has_table_privilege(a.attrelid, 'SELECT') OR has_column_privilege(a.attrelid, a.attnum, 'SELECT'))
ORDER BY a.attrelid, a.attnum`;

/** Primary keys, unique constraints and indexes, and foreign keys of the relations in $1; names of columns as JSON. */
export const KEYS = `
SELECT k.id::bigint, k.kind, own.names AS columns, k.other::bigint, theirs.names AS referenced FROM (
  SELECT conrelid AS id, contype::text AS kind, conkey AS columns, confrelid AS other, confkey AS referenced
  FROM pg_constraint WHERE contype IN ('p', 'u', 'f')
  UNION ALL
  SELECT indrelid, 'u', ARRAY[indkey[0]], NULL, NULL
  FROM pg_index WHERE indisunique AND indisvalid AND indnkeyatts = 1 AND indpred IS NULL AND indexprs IS NULL) AS k,
  LATERAL (SELECT json_agg(a.attname ORDER BY c.place) AS names FROM unnest(k.columns) WITH ORDINALITY AS c (number, place)
    JOIN pg_attribute a ON a.attrelid = k.id AND a.attnum = c.number) AS own,
  LATERAL (SELECT json_agg(a.attname ORDER BY c.place) AS names FROM unnest(k.referenced) WITH ORDINALITY AS c (number, place)
    JOIN pg_attribute a ON a.attrelid = k.other AND a.attnum = c.number) AS theirs
WHERE k.id = ANY ($1::bigint[]::oid[])`;

/** Names of types by their number. */
export const TYPE_NAMES =
  "SELECT oid::bigint, format_type(oid, NULL) FROM pg_type WHERE oid = ANY ($1::bigint[]::oid[])";

export const ROLE_CAN_WRITE = `
SELECT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)
  OR has_database_privilege(current_database(), 'CREATE')
  OR EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'f') AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
      AND has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE'))`;

export const OWN_FUNCTIONS = `
SELECT DISTINCT lower(p.proname), CASE WHEN p.proretset THEN 'table' WHEN p.prokind = 'a' THEN 'aggregate' WHEN p.prokind = 'w' THEN 'window' ELSE 'scalar' END
FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
WHERE n.nspname <> 'information_schema' AND n.nspname !~ '^pg_' AND p.prokind IN ('f', 'a', 'w')
  AND p.prorettype <> 'trigger'::regtype AND pg_function_is_visible(p.oid) AND has_function_privilege(p.oid, 'EXECUTE')`;

/**
 * Statistics and single-column indexes of the tables whose schemas and names are $1 and $2 ('' for a schema that needs no name). Partitioned
 * tables have those of the whole tree.
 */
export const STATISTICS = `
SELECT t.ordinal, a.attname, s.n_distinct, s.null_frac, greatest(c.reltuples, 0),
  array_to_json((s.most_common_vals::text::text[])[1:500]), array_to_json(s.most_common_freqs[1:500]),
  array_to_json((s.histogram_bounds::text::text[])[1:500]), s.attname IS NOT NULL,
  EXISTS (SELECT FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_am m ON m.oid = x.relam
    WHERE i.indrelid = c.oid AND i.indkey[0] = a.attnum AND i.indisvalid AND i.indpred IS NULL AND m.amname IN ('btree', 'hash'))
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS t (nspname, relname, ordinal)
  JOIN pg_class c ON c.relname = t.relname
  JOIN pg_namespace n ON n.oid = c.relnamespace
    AND CASE WHEN t.nspname = '' THEN pg_table_is_visible(c.oid) ELSE n.nspname = t.nspname END
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN LATERAL (SELECT * FROM pg_stats p WHERE p.schemaname = n.nspname AND p.tablename = c.relname AND p.attname = a.attname
    ORDER BY p.inherited DESC LIMIT 1) AS s ON true
WHERE has_table_privilege(c.oid, 'SELECT') OR has_column_privilege(c.oid, a.attnum, 'SELECT')
ORDER BY t.ordinal, a.attnum`;

/** Changes with the tables and columns of all schemas; some 10 ms for 1,000 tables. */
export const SCHEMA_VERSION = `
SELECT count(*) || '.' || coalesce(sum(hashtextextended(concat_ws('.', c.oid, c.relname, c.relnamespace, a.attnum, a.attname, a.atttypid), 0)), 0)
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped
  AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'`;
