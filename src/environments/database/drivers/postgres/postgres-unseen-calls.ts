/**
 * What the server calls for the values of a type without a statement naming it, where that is neither the system's nor an extension's: functions
 * of CHECK on domains, of a type's input and output, of operator classes and of casts.
 *
 * `ran`: types and the functions that run for them. `held`: values of the type are enough to have them run (a domain's CHECK, where a literal is
 * taken for one); else the type has to be written, as an explicit cast to it is. An assignment cast counts as an implicit one: WHERE, LIMIT and
 * subscripts take them. A cast counts for that of its two types which is the database's own, so that little goes with it. An implicit one between
 * types of the system and extensions (not `is_ours`) may run anywhere, as the server tries it for any operator.
 * `reached`: the same with the types that are made of them. `plain`: what a domain, or an array of one, can be read as without its CHECK.
 * Arrays that are taken apart again keep the server's guess of their rows low: with a guess of millions it would compile the query for seconds.
 */
export const UNSEEN_CALLS_WITH = `
own_function (oid, name) AS (
  SELECT p.oid, p.proname FROM pg_proc p WHERE p.oid >= 16384 AND NOT EXISTS (
    SELECT FROM pg_depend e WHERE e.classid = 'pg_proc'::regclass AND e.objid = p.oid AND e.deptype = 'e')),
of_class (family, type, function) AS (SELECT * FROM unnest(ARRAY(SELECT ROW(x.family, x.type, x.function) FROM (
  SELECT p.amprocfamily, t.type, p.amproc::oid FROM pg_amproc p, unnest(ARRAY[p.amproclefttype, p.amprocrighttype]) t (type)
  UNION SELECT p.amopfamily, t.type, o.oprcode::oid
  FROM pg_amop p JOIN pg_operator o ON o.oid = p.amopopr, unnest(ARRAY[p.amoplefttype, p.amoprighttype]) t (type)
  ) x (family, type, function) WHERE x.function IN (SELECT oid FROM own_function))) c (family oid, type oid, function oid)),
cast_call (source, target, function, is_explicit, is_ours) AS (
  SELECT castsource, casttarget, castfunc, castcontext = 'e', castsource >= 16384 OR casttarget >= 16384 AND NOT EXISTS (
    SELECT FROM pg_depend e WHERE e.classid = 'pg_type'::regclass AND e.objid = casttarget AND e.deptype = 'e')
  FROM pg_cast WHERE castfunc <> 0),
ran (type, function, held) AS (SELECT * FROM unnest(ARRAY(SELECT ROW(x.type, x.function, x.held) FROM (
  SELECT d.objid, d.refobjid, true FROM pg_depend d
  WHERE d.classid = 'pg_type'::regclass AND d.refclassid = 'pg_proc'::regclass
  UNION SELECT c.contypid, CASE WHEN d.refclassid = 'pg_proc'::regclass THEN d.refobjid ELSE o.oprcode::oid END, true
  FROM pg_constraint c JOIN pg_depend d ON d.classid = 'pg_constraint'::regclass AND d.objid = c.oid
    LEFT JOIN pg_operator o ON d.refclassid = 'pg_operator'::regclass AND o.oid = d.refobjid
  WHERE c.contypid <> 0
  UNION SELECT d.objid, f.function, true FROM pg_depend d JOIN pg_opclass c ON c.oid = d.refobjid JOIN of_class f ON f.family = c.opcfamily
  WHERE d.classid = 'pg_type'::regclass AND d.refclassid = 'pg_opclass'::regclass
  UNION SELECT type, function, true FROM of_class WHERE type >= 16384
  UNION SELECT CASE WHEN source < 16384 OR is_explicit AND target >= 16384 THEN target ELSE source END, function,
    NOT is_explicit OR source >= 16384 AND target < 16384
  FROM cast_call WHERE is_explicit OR is_ours
  ) x (type, function, held) WHERE x.function IN (SELECT oid FROM own_function))) r (type oid, function oid, held boolean)),
made_of (type, part) AS MATERIALIZED (SELECT * FROM unnest(ARRAY(SELECT ROW(x.type, x.part) FROM (
  SELECT oid, typbasetype FROM pg_type WHERE typtype = 'd'
  UNION SELECT oid, typelem FROM pg_type WHERE typelem <> 0 AND typlen = -1
  UNION SELECT c.reltype, a.atttypid FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.reltype <> 0 AND a.attnum > 0 AND NOT a.attisdropped
  UNION SELECT rngtypid, rngsubtype FROM pg_range
  UNION SELECT objid, refobjid FROM pg_depend WHERE classid = 'pg_type'::regclass AND refclassid = 'pg_type'::regclass
  UNION SELECT c.contypid, d.refobjid FROM pg_constraint c JOIN pg_depend d ON d.classid = 'pg_constraint'::regclass AND d.objid = c.oid
  WHERE c.contypid <> 0 AND d.refclassid = 'pg_type'::regclass AND d.refobjid <> c.contypid
  ) x (type, part) WHERE x.part >= 16384 OR x.part IN (
    SELECT t.oid FROM pg_type t JOIN ran r ON r.type IN (t.oid, t.typelem)))) m (type oid, part oid)),
reached (type, function, held) AS (
  SELECT type, function, held FROM ran
  UNION SELECT m.type, r.function, r.held FROM reached r JOIN made_of m ON m.part = r.type),
held (type, functions) AS (
  SELECT r.type, string_agg(DISTINCT quote_ident(f.name), ' ') FROM reached r JOIN own_function f ON f.oid = r.function
  WHERE r.held GROUP BY r.type),
lesser (type, part, depth) AS (
  SELECT type, type, 0 FROM held
  UNION ALL SELECT l.type, CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE b.typarray END, l.depth + 1
  FROM lesser l JOIN pg_type t ON t.oid = l.part
    LEFT JOIN pg_type e ON e.oid = t.typelem AND t.typlen = -1 AND e.typtype = 'd' LEFT JOIN pg_type b ON b.oid = e.typbasetype
  WHERE t.typtype = 'd' OR b.typarray <> 0),
plain (type, part) AS (
  SELECT DISTINCT ON (type) type, part FROM lesser l
  WHERE depth > 0 AND NOT EXISTS (SELECT FROM held h WHERE h.type = l.part) ORDER BY type, depth DESC)`;

/**
 * Rows as those of the catalog, of the kinds `type`, `row`, `value` and `anywhere`, with the functions for a definition.
 * A table or partition that is ordered by an operator class of the database's own has it run for conditions on its columns.
 */
export const UNSEEN_CALLS = `
SELECT CASE WHEN c.relkind <> 'c' THEN 'row' ELSE 'type' END, n.nspname, t.typname, true, NULL, string_agg(DISTINCT quote_ident(f.name), ' '), false, NULL
FROM reached r JOIN own_function f ON f.oid = r.function JOIN pg_type w ON w.oid = r.type
  JOIN pg_type t ON t.oid IN (w.oid, CASE WHEN w.typlen = -1 THEN w.typelem END) JOIN pg_namespace n ON n.oid = t.typnamespace
  LEFT JOIN pg_class c ON c.oid = t.typrelid
GROUP BY 1, 2, 3
UNION ALL
SELECT 'value', n.nspname, c.relname, true, a.attname, h.functions, false, format_type(p.part, -1)
FROM held h JOIN pg_attribute a ON a.atttypid = h.type JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  LEFT JOIN plain p ON p.type = h.type
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND a.attnum > 0 AND NOT a.attisdropped
UNION ALL
SELECT 'value', n.nspname, c.relname, true, NULL, h.functions, false, NULL
FROM held h JOIN pg_class c ON c.reltype = h.type JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f')
UNION ALL
SELECT 'value', n.nspname, c.relname, true, a.attname, quote_ident(f.name), false, NULL
FROM (SELECT indrelid, indkey::smallint[], indclass::oid[] FROM pg_index UNION ALL SELECT partrelid, partattrs::smallint[], partclass::oid[] FROM pg_partitioned_table)
    i (relation, columns, classes)
  JOIN pg_opclass k ON k.oid = ANY (i.classes) JOIN of_class s ON s.family = k.opcfamily JOIN own_function f ON f.oid = s.function
  JOIN pg_class c ON c.oid = i.relation JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND (a.attnum = ANY (i.columns) OR 0 = ANY (i.columns))
UNION ALL
SELECT 'anywhere', '', 'the cast from ' || format_type(k.source, NULL) || ' to ' || format_type(k.target, NULL), true, NULL, quote_ident(f.name), false, NULL
FROM cast_call k JOIN own_function f ON f.oid = k.function WHERE NOT k.is_explicit AND NOT k.is_ours
UNION ALL
SELECT 'anywhere', '', 'the operator class ' || quote_ident(k.opcname), true, NULL, quote_ident(f.name), false, NULL
FROM pg_opclass k JOIN of_class s ON s.family = k.opcfamily JOIN own_function f ON f.oid = s.function
WHERE k.opcdefault AND k.opcintype < 16384`;
