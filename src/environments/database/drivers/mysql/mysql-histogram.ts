import type { ColumnStatistics } from "../../driver/sql-driver.ts";

/** What a histogram tells of a column's values; shares are of all rows, those without a value too. */
export type MysqlHistogram = Pick<ColumnStatistics, "commonValues" | "otherValues"> & {
  readonly distinct?: number;
  readonly nullShare?: number;
};

const NOTHING: MysqlHistogram = { commonValues: [], otherValues: [] };
const MOST_VALUES = 500;
/** One value, or the first of several, with the share of the rows that it or they have. */
type Bucket = { readonly value: string | undefined; readonly share: number; readonly distinct: number };

/**
 * MariaDB's JSON_HB (from 10.8): each bucket begins with a value of the column, and one that holds a single value tells how frequent that is.
 * Its shares are of the rows that have a value. Bytes that are no text stand under other names, and are passed over.
 */
export function readJsonHb(json: string, nullShare: number): MysqlHistogram {
  const buckets = listOf(parsed(json), "histogram_hb").map((bucket): Bucket => {
    const { start, size, ndv } = (bucket ?? {}) as Readonly<Record<string, unknown>>;
    return {
      value: typeof start === "string" ? start : undefined,
      share: Number(size) * (1 - nullShare),
      distinct: Number(ndv),
    };
  });
  const last = listOf(parsed(json), "histogram_hb").at(-1) as { readonly end?: unknown } | undefined;
  return valuesOf(buckets, typeof last?.end === "string" ? last.end : undefined);
}

/** MySQL's histograms (8.0): frequencies are added up from bucket to bucket, and texts come in base64. */
export function readMysqlHistogram(json: string): MysqlHistogram {
  const histogram = parsed(json);
  const isSingleton = histogram["histogram-type"] === "singleton";
  const all = listOf(histogram, "buckets").filter((bucket) => Array.isArray(bucket));
  let before = 0;
  const buckets = all.map((bucket): Bucket => {
    const upTo = Number(bucket[isSingleton ? 1 : 2]);
    const share = upTo - before;
    before = upTo;
    return { value: mysqlValue(bucket[0]), share, distinct: isSingleton ? 1 : Number(bucket[3]) };
  });
  const nulls = Number(histogram["null-values"]);
  return {
    ...valuesOf(buckets, isSingleton ? undefined : mysqlValue(all.at(-1)?.[1])),
    ...(all.length === 0 ? {} : { distinct: buckets.reduce((sum, { distinct }) => sum + distinct, 0) }),
    ...(Number.isFinite(nulls) ? { nullShare: nulls } : {}),
  };
}

function valuesOf(buckets: readonly Bucket[], last: string | undefined): MysqlHistogram {
  const common = new Map<string, number>();
  const others = new Set<string>();
  for (const { value, share, distinct } of buckets) {
    if (value === undefined) continue;
    if (distinct === 1 && share > 0) common.set(value, share);
    else others.add(value);
  }
  if (last !== undefined && !common.has(last)) others.add(last);
  const commonValues = [...common]
    .map(([value, share]) => ({ value, share }))
    .sort((a, b) => b.share - a.share)
    .slice(0, MOST_VALUES);
  const otherValues = [...others].filter((value) => !common.has(value));
  return { commonValues, otherValues: otherValues.slice(0, MOST_VALUES - commonValues.length) };
}

function mysqlValue(value: unknown): string | undefined {
  if (typeof value === "number")
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : String(value);
  if (typeof value !== "string") return undefined;
  const encoded = /^base64:type\d+:(.*)$/su.exec(value)?.[1];
  if (encoded === undefined) return value;
  try {
    // In the column's own character set, which may be another.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(encoded, "base64"));
  } catch {
    return undefined;
  }
}

function parsed(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    // Without its histogram a column is searched as before.
    return {};
  }
}

function listOf(histogram: Readonly<Record<string, unknown>>, name: string): readonly unknown[] {
  const list = histogram[name];
  return Array.isArray(list) ? list : NOTHING.otherValues;
}
