/** Closed classes of English words. Nothing here comes from any database. */
const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/u));

/** Words with a grammatical role; a cell is never searched under such words alone. */
export const FUNCTION_WORDS = list(`
  a an the this that these those of in on at by for from to with without within into onto than then as and or but nor not no never
  is are was were be been being am do does did done has have had having will would can could should may might must
  what which who whom whose when where why how many much there here it its they their them he his him she her we us our you your i me my
  s all any each every both either neither some such same other only just also too very more most less least fewer fewest few
  show list give find return tell display name state report provide get select identify count compute calculate please
  different distinct unique number total amount average mean sum maximum minimum max min highest lowest
  over under above below between before after since until during about up down out per if so ever yet still
  except excluding besides despite among amongst unless regardless including whether
  ordered sorted order sort ascending descending one ones`);

export const COPULAS = ["is", "are", "was", "were", "be", "been", "being"];

/** Prepositions that link a value or another noun to the preceding words. */
export const PREPOSITIONS =
  "in at from of by on for to with during under within about into through as inside against".split(" ");

/** The quantity behind a pair of adjectives; `down` if "more" of the adjective means less of the quantity. */
interface Scale {
  readonly more: readonly string[];
  readonly less: readonly string[];
  /** Quantities the scale may be about, likeliest first; `-` before one that runs the other way (older: earlier birth date). */
  readonly of: readonly string[];
}

const scale = (more: string, less: string, of: string): Scale => ({
  more: more.split(" "),
  less: less.split(" "),
  of: of.split("|"),
});

export const SCALES: readonly Scale[] = [
  scale(
    "oldest older old",
    "youngest younger young",
    "age|-birth date|-birthday|-date of birth|-birth year|-opened|-founded|-built|-established|-opening year|-opening date|-foundation year|-founded year|-open year|-year opened",
  ),
  scale(
    "longest longer long",
    "shortest shorter short",
    "length|duration|runtime|running time|length in minutes|height|milliseconds|seconds|minutes",
  ),
  scale("tallest taller tall", "shortest shorter short", "height"),
  scale(
    "largest larger biggest bigger greatest large big",
    "smallest smaller small",
    "size|area|population|capacity|surface area|square|seats",
  ),
  scale("heaviest heavier heavy", "lightest lighter light", "weight"),
  scale("expensive priciest costliest dearest", "cheapest cheaper cheap inexpensive", "price|cost|fee"),
  scale("latest newest later newer recent", "earliest earlier", "date|year|time"),
  scale("fastest faster quickest", "slowest slower", "speed|-time"),
  scale("popular", "", "popularity"),
  scale("populous populated", "", "population|inhabitants"),
  scale("deepest deeper", "shallowest", "depth"),
  scale("widest wider", "narrowest", "width"),
  scale("richest richer wealthiest", "poorest", "wealth|net worth|income"),
];

/** Past forms that do not end in -ed or -en. */
export const IRREGULAR_PAST = list(`
  born bought brought built came chose did done drew found gave gone got grew had held kept knew known led left lent lost made meant met paid
  put ran read said sang sat saw sent set shot shown sold sought spent spoke stood sung swam swum taught thought threw told took went won wore
  worn wrote drawn flown fought begun began understood bred fed hit hurt cut let`);
