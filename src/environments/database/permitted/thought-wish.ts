/** Words by which a thought says which tool comes next. */
const WISHES: Readonly<Record<string, RegExp>> = {
  from: /\bfrom\b|\bjoin(?:s|ed|ing)?\b|\btables?\b/iu,
  where: /\bwhere\b|\bfilter(?:s|ed|ing)?\b|\bconditions?\b|\brestrict/iu,
  select: /\bselect(?:s|ed|ing)?\b|\breturn\b|\bcolumns? to show\b/iu,
  group_by: /\bgroup(?:s|ed|ing)?\b|\bfor each\b|\bper\b/iu,
  having: /\bhaving\b/iu,
  order_by: /\border(?:s|ed|ing)?\b|\bsort(?:s|ed|ing)?\b|\blimit\b|\btop\b|\bhighest\b|\blowest\b/iu,
  check_query: /\bcheck(?:s|ed|ing)?\b|\bwhole query\b|\bfull query\b|\bverify\b/iu,
  search_by_SQL: /\bsearch_by_SQL\b|\brun a query\b|\bexplore\b/iu,
  find_columns_containing_value: /\bwhich columns?\b|\bfind\b|\blook (?:up|for)\b|\bcontains?\b|\bstored\b/iu,
  find_columns_containing_value_fuzzy:
    /\bwhich columns?\b|\bfind\b|\blook (?:up|for)\b|\bsimilar\b|\bspell/iu,
  get_distinct_values: /\bdistinct\b|\bvalues\b|\bcodes?\b|\bpossible\b/iu,
  is_value_in_column: /\bwhether\b|\bexists?\b|\bis there\b/iu,
  get_date_format: /\bdates?\b|\bformats?\b/iu,
  describe_tables: /\bdescribe\b|\bschema\b|\bstructure\b/iu,
  use_values:
    /\breference|\buse_values\b|\bhand(?:ed|ing)? over\b|[\w-]+:(?:#\d|draft\b)|\bvalues? (?:of|from) the (?:other|knowledge)/iu,
  find_join_path: /\bjoin(?:s|ed)?\b|\bconnect|\bforeign keys?\b|\brelat/iu,
};

/** How much a thought asks for a tool: 3 where it names it, 1.5 where its words fit, 0 else. */
export function thoughtWish(thought: string | undefined, tool: string): number {
  if (thought === undefined) return 0;
  if (new RegExp(`\\b${tool}\\b(?=\\s*\\(|\\s+tool\\b|[\`"'])|[\`"']${tool}\\b`, "u").test(thought)) return 3;
  if (tool.includes("_") && thought.toLowerCase().includes(tool.toLowerCase())) return 3;
  return WISHES[tool]?.test(thought) ? 1.5 : 0;
}
