/**
 * Words of this program's own texts about environments, as they are written there: `node scripts/egress/collect-own-words.ts`. One that is
 * lacking is withheld below `all`, which makes a sentence poorer and tells nothing.
 */
export const OWN_WORDS: ReadonlySet<string> = new Set(
  `
A ADVISED ALL ANALYZE AND ANTI API ARGMAX ARGMIN AS ASC ASK AT Action After All Allow An And Another
Answer Anything Argument Arguments Ask Asked Atom Attributes Authorization BASE BETWEEN BINARY BIND
BY Basic Bearer Beside Body Buffer CASE CAST CENTURY CHAR CLOSING COALESCE CONCAT CONTAINS COUNT
CROSS CSV CTE Call Calls Changes Check Checked Classes Columns Compare Conditions Connect Convert
Could Credentials DATE DATETIME DAY DAYS DD DECADE DECADES DECIMAL DESC DIFFERENCE DISTINCT
DISTINCTROW DOUBLE Dates Declare Descriptions Did Distinct Do Download Draft E ELSE END ESCAPE EXCEPT
EXISTS Each End Entities Error Errors Every Expressions Extract FETCH FILTER FIRST FLOAT FOR FROM
FULL False Filter First Follow For Found Fuxi GET GRAPH GROUP GROUPING Give HAVING HOUR HOURS HTML
HTTP Hand How ID IF IMPORTED IN INNER INSTANCES INTEGER INTERSECT INTO IRI IRIs IS ISNULL ISO Id Ids
If In Infinity It Its JOIN JSON Jsonata KEY Keep Knowledge LANG LANGMATCHES LCASE LEFT LENGTH LIKE
LIMIT LOCALTIME LOCALTIMESTAMP LOWER Loading Look M MATERIALIZED MAX MB MICROSECOND MICROSECONDS
MILLISECOND MILLISECONDS MIN MINUTE MINUTES MM MONTH MONTHS Make Many Masked Math Members Methods MiB
More MySQL NATURAL NCHAR NEXT NO NOT NOTNULL NULL NULLIF NULLs Name Names Narrow Nearest Needs No
Node None Not Note Nothing Number Numbers OF OFFSET ON ONLY OR ORDER OUTER OVER Of Offset One Only
Open OpenAPI Others PARTITION PERCENT PK PLAIN PREFIX Pairs Part Parts PostgreSQL Probably Program
Put QUARTER QUARTERS Quoted Quotes R REAL RECURSIVE REGEX REST RIGHT ROW ROWS Raise Range Ranked
Readonly Record Relations Requests Results Returns Rows Run SECOND SECONDS SELECT SERVICE SET SETS
SHA SHARE SHORT SIGNED SIMILAR SPARQL SPELLINGS SQL SQLite STR STRING STRSTARTS SUM Say Schema
Searched See Select Set Sets Several Shorten Some Span Start String Such Swagger TABLESAMPLE TERMS
THEN TIES TIME TO TRIM Table Tables Take Taken Takes Term Texts The There These They This Token Tools
True Try Types U UNION UNSIGNED UPDATE URL USING UTC Upper Use VALUES VARCHAR Values Variable WEEK
WEEKS WHEN WHERE WINDOW WITH WITHIN Warning What Where Whether With Words Write XML Y YAML YEAR YEARS
YYYY Yes ZONE a abandon abbreviation abbreviations about above abs absolute accents accept accepted
action activate add address addresses adjust advance advice after again aggregate aggregated
aggregates agrees ahead alias all allow allowed alone alphabetical already also alter although
altogether amend among an anchor and another answer answered any anything api application approve
archive are argmax argmin argument arguments around array arrive arrived as ascii ask asked asks
assign associated async at atom attach attribute attributes average avg away b back backslash
backwards bad bare base basic be became become becomes been before beforehand begin beginning begins
begun behind belong belongs below beside best between beyond binary biome blank blanks blob block
blocks body book boolean both bounded br braces bracket brackets branches brings broke broken browse
build bundle but buy by byte bytes c cache calculation call called caller calls came can cancel
cancelled cannot capture case cast catch ceil cell cells certificate chain chains chance change
changed changes changing character characters charge check checked checks choose chosen circle claim
class classes clause clauses clear clock close closed closer closing coalesce code codes collect
collecting collection column columns com combine combined come comes comment comments common compare
compared compares comparison comparisons complete compose concat condition conditions configuration
configured confirm connect connected connection connects consists const constant constraint contain
containing contains content contents continue conversion convert core cores correct could count
counted counts create creates credential credentials cte ctes cursor cut damaged data database
databases datatype date dates datetime day days deactivate decimal declared decline deep deeper
deeply default deficient defined deflate delete denied depend depends describe describes description
descriptions destroy detach detail details determine determined dialect did differ difference
different differently differs digits direction directly disable discard discover display dispute
distinct divides division do document documented documents does doing done dots double download draft
draw driver drop drops dto e each earlier earliest early edge edges edit effect either element
elements else elsewhere embedded empty enable end ended endpoint ends engine enough enrol enroll
entities entity entries entry enum environment eq equal equally equals erase error escape escaped
escapes escaping evaluate every everything exact exactly example examples exceeds exclude exec exist
expected expired expires explain exploring export expression expressions extend extends external
extra extract extracted extraction extractions extractor extreme eye facts failed fails false fanned fault
faults fetch fetched fetches few fewer fewest field file files film filter final finalize find finds
first firsts fit fits fix flatter float floor folded folder folders follow followed follows for
foreign form forms found fraction fragment free from full fully function further fuxi g gave ge
generate get give given gives go goes grab graph greater greatest group grouped grouping groups grow
gt gte gu guess gzip h had half hand handed has have having header headers her here high higher
highest hint his hit hits hold holds host how http https i id identifier identifiers identifies
identify identifying if ifnull ignore ignored iif imported in include included includes indentation
index indexed info inner input insert inside instances instead instr int integer integers interface
intersect intersection interval into introduce invalid inverse invite iri is issue it item items its
itself iu join joined joining joins js json jsonata judges k kB kb keep keeps kept key keys keyword
kick kind kinds know knowledge known l label labels lacks language large larger largest last later
latest le lead leading leads learn least leave leaves left legal length less let letter letters
levels lexical lies like limit limits line linear lines link lint list listed listens lists literal
load loading locate lock long longer longest look looked looks lookup loop loses low lower lowest lt
lte m machine made main make makes malformed many map maps mark marked marks masked match matched
matches matter max maximum may me mean means meant media meet meets member members memory mends merge
message messages method middle milliseconds min minimum miss missing model modify month more most
move moved ms much must my n name named names namespace namespaces narrow nd ne near nearest nearly
need needed needs negated neither neq nested never new newest next no node nodes none nor not note
nothing now nowhere ntp null nullif nulls num number numbered numbers o object objects obtain occur
occurs of off often older oldest on onboard once one ones only op open openapi opening opens operand
operands operation operations operator optional or order ordered ordering orders ordinary org other
others otherwise our out output outside over overflow own p package page paged pages paginated paging
pairs parameter parameters parentheses parsed part partitions partner parts passed path paths
patience pattern pause pay payload per permissions person pick place plain play please point points
position post postfixes predicate preferred prefix prefixes prepared primary print printed privacy
private process program promise public publish pull purge push put q qualifier queries query question
quotation quote quoted quotes r raise ran range rate rd reached read reading readonly reads ready
reason received recognised record records redact redirected redirects ref refer reference references
refers refund refused register regular reject relation relations release remove rename renew replace
replaced replaces reply report reported represents request requests required reset resolves resource
resources response responses rest restrict result results resume retrieve retry return returned
returns reverse revise revoke right rights role root round row rowid rows rules run running runs s
said same sample sampled sandbox save say says schedule schema schemas scheme scope search searched
searches second seconds security see seek seems seen sees select semicolon send sent sentence server
servers services set sets setup several share shop short shortened shortest show shown shows side
sides sign similar simple simplified since single size skip slice small smaller smallest so some
something sort sorting source sources space spaces spacing spans speaks spelled spelling spellings st
stack stand stands star start started starts statement statistics status stay step steps still stop
stopped store strftime string stringify strings style su subject submit subquery subscribe substr
substring such suggested sum summary superclass superlatives surrounding suspicious swagger switch
symbol syntax t table tables take taken takes target tell tells term terms test tests text texts th
than that the their them themselves then there these they thing things this those thread three
through throw throws ties time timedatectl title titled to today together token tokens told too tool
tools total trailing transfer tree trees tried trim trimming triple triples true truly trust trusted
try trying turn turns twice two type typed typeof types typo typos u unary undefined under underflow
undo unfollow unicode union unique uniquely unknown unless unlike unlock unquote unreadable
unrecognized unsave unspoken unsubscribe unsupported until up update upload upper us use used user
uses utf uy v valid value values var variable variables variants varies verify version very view void
w waited want wanted wants was way ways web well were what whatever when where which who whole whose
why wide will window wipe with withdraw withheld within without word words work worker workspace
would wrap write writes written wrong www x xsd y yaml year years yet yields you your z
`
    .trim()
    .split(/\s+/u),
);
