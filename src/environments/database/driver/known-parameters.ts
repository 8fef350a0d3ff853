import { FuxiError } from "../../../errors/fuxi-error.ts";
import { nearestNames, SUGGESTION_SCORE } from "../../../util/nearest-names.ts";

export interface KnownParameters {
  /** "PostgreSQL", "MySQL" */
  readonly engine: string;
  /** What is read, as it is to be written. */
  readonly read: readonly string[];
  /** Other spellings of these, and what may stand there without effect. */
  readonly accepted: readonly string[];
}

/**
 * What other tools have in their addresses for pools, time limits and their own client (Prisma, JDBC, Doctrine, pgx, SQLAlchemy, Rails, Django): nothing of it bears on which
 * rows are read, nor on encryption. In small letters, without what stands between words.
 */
const OF_OTHER_TOOLS = new Set(
  `pgbouncer connectionlimit poolsize pooltimeout poolminconns poolmaxconns minpoolsize maxpoolsize
  connecttimeout connectiontimeout logintimeout sockettimeout readtimeout writetimeout tcpkeepalive autoreconnect
  statementcachesize preparedstatementcachesize preparedstatements preparethreshold prepare defaultqueryexecmode binaryparameters
  rewritebatchedstatements allowmultiqueries multiplestatements autocommit readonly allowpublickeyretrieval
  pool encoding reconnect timeout commandtimeout asyncfallback preparedstatementcachesize connmaxage connhealthchecks
  rewritebatchedinserts stringtype targetservertype defaultrowfetchsize binarytransfer preferquerymode assumeminserverversion tcpnodelay
  useserverprepstmts cacheprepstmts prepstmtcachesize prepstmtcachesqllimit uselocalsessionstate maintaintimestats cacheresultsetmetadata
  cacheserverconfiguration elidesetautocommits uselegacydatetimecode usejdbccomplianttimezoneshift tinyint1isbit useinformationschema
  usecursorfetch defaultfetchsize usecompression nullcatalogmeanscurrent
  interpolateparams maxallowedpacket allownativepasswords checkconnliveness columnswithalias clientfoundrows rejectreadonly
  charset characterencoding useunicode serverversion supa workaround`.split(/\s+/u),
);

/** True for a parameter that stands without effect, and is not for a client library. */
export function isOfOtherTools(name: string): boolean {
  return OF_OTHER_TOOLS.has(name.toLowerCase().replaceAll(/[-_]/gu, ""));
}

/** What is longer, or has other letters, may be the end of a password with a question mark in it, and is not repeated. */
const NAME = /^[a-z][a-z_-]{0,39}$/iu;

/**
 * Refuses an address with a parameter that nobody reads: `sslmod=verify-full` would be no encryption, and `schema=a` every schema.
 * @throws FuxiError `configuration-invalid`
 */
export function refuseUnknownParameters(
  names: Iterable<string>,
  { engine, read, accepted }: KnownParameters,
): void {
  for (const name of names) {
    if (read.includes(name) || accepted.includes(name) || isOfOtherTools(name)) continue;
    if (!NAME.test(name)) {
      throw refusal(
        `The ${engine} address has a parameter that is not known.`,
        `${oneOf(read)} Special characters before the question mark are percent-encoded.`,
      );
    }
    const [near] = nearestNames(name, read, { limit: 1 });
    const meant = near !== undefined && near.score >= SUGGESTION_SCORE ? `Did you mean ${near.name}? ` : "";
    throw refusal(`${name}= in the ${engine} address is not known.`, `${meant}${oneOf(read)}`);
  }
}

const oneOf = (names: readonly string[]): string => `There are ${names.join(", ")}.`;

function refusal(message: string, hint: string): FuxiError {
  return new FuxiError("configuration-invalid", message, { hint });
}
