import type { LexicalRules } from "../../sql/lexical-rules.ts";
import { type FunctionKind, functionsOf } from "../../sql/sql-dialect.ts";
import { STANDARD_LEXICAL } from "../dialect-parts.ts";

export const sqliteLexical: LexicalRules = { ...STANDARD_LEXICAL, identifierQuotes: ['"', "`", "["] };

/** Names by kind, as `pragma_function_list` of SQLite 3.53 in Node 24 gives them (full-text and geometry helpers without a use in queries left out). */
const NAMES: Readonly<Record<FunctionKind, string>> = {
  scalar: `abs acos acosh asin asinh atan atan2 atanh bm25 ceil ceiling changes char coalesce concat concat_ws cos cosh
    current_date current_time current_timestamp date datetime degrees exp floor format geopoly_area geopoly_bbox
    geopoly_blob geopoly_ccw geopoly_contains_point geopoly_json geopoly_overlap geopoly_regular geopoly_svg
    geopoly_within geopoly_xform glob hex highlight if ifnull iif instr json json_array json_array_insert
    json_array_length json_error_position json_extract json_insert json_object json_patch json_pretty json_quote
    json_remove json_replace json_set json_type json_valid jsonb jsonb_array jsonb_array_insert jsonb_extract
    jsonb_insert jsonb_object jsonb_patch jsonb_remove jsonb_replace jsonb_set julianday last_insert_rowid length like
    likelihood likely ln log log10 log2 lower ltrim match matchinfo mod nullif octet_length offsets pi pow power printf
    quote radians random randomblob replace round rtrim sign sin sinh snippet sqlite_source_id sqlite_version
    sqrt strftime substr substring subtype tan tanh time timediff total_changes trim trunc typeof unhex unicode unistr
    unistr_quote unixepoch unlikely upper zeroblob`,
  aggregate: `avg count geopoly_group_bbox group_concat json_group_array json_group_object jsonb_group_array
    jsonb_group_object max median min percentile percentile_cont percentile_disc string_agg sum total`,
  window: "cume_dist dense_rank first_value lag last_value lead nth_value ntile percent_rank rank row_number",
  table: "json_each json_tree jsonb_each jsonb_tree",
};
export const sqliteFunctions: ReadonlyMap<string, FunctionKind> = functionsOf(NAMES);
