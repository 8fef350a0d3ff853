import {
  CORE_SCHEMA,
  defineMappingTag,
  defineScalarTag,
  defineSequenceTag,
  floatCoreTag,
  intCoreTag,
  mapTag,
  mergeTag,
  NOT_RESOLVED,
  type ScalarTagDefinition,
  seqTag,
} from "js-yaml";

const NUMBER = Symbol("number");

/** A number together with how it was written, so that as a key it can stay what it was: `1.10`, not `1.1`. */
interface WrittenNumber {
  readonly [NUMBER]: number;
  readonly source: string;
}

function writtenNumbers(tag: ScalarTagDefinition<number>): ScalarTagDefinition<WrittenNumber> {
  return defineScalarTag<WrittenNumber>(tag.tagName, {
    implicit: tag.implicit,
    implicitFirstChars: tag.implicitFirstChars,
    identify: () => false,
    resolve(source, isExplicit, tagName) {
      const value = tag.resolve(source, isExplicit, tagName);
      return value === NOT_RESOLVED ? NOT_RESOLVED : { [NUMBER]: value as number, source };
    },
  });
}

function isWritten(value: unknown): value is WrittenNumber {
  return typeof value === "object" && value !== null && NUMBER in value;
}

function plain(value: unknown): unknown {
  return isWritten(value) ? value[NUMBER] : value;
}

function keyText(key: unknown): unknown {
  return isWritten(key) ? key.source : key;
}

const mapping = defineMappingTag<Record<string, unknown>>(mapTag.tagName, {
  create: () => ({}),
  identify: () => false,
  addPair: (carrier, key, value) => mapTag.addPair(carrier, keyText(key), plain(value)),
  has: (carrier, key) => mapTag.has(carrier, keyText(key)),
  keys: (carrier) => mapTag.keys(carrier),
  get: (carrier, key) => mapTag.get(carrier, keyText(key)),
});

const sequence = defineSequenceTag<unknown[]>(seqTag.tagName, {
  create: () => [],
  identify: () => false,
  addItem(carrier, item) {
    carrier.push(plain(item));
    return "";
  },
});

/** JSON's values, with merge keys (`<<`). Dates and `yes` stay text, as in YAML 1.2; so do numbers used as keys. */
export const DOCUMENT_YAML = CORE_SCHEMA.withTags(
  mergeTag,
  mapping,
  sequence,
  writtenNumbers(intCoreTag),
  writtenNumbers(floatCoreTag),
);
