import { createHash } from "node:crypto";
import { cinemaVocabulary } from "./cinema-turtle.ts";
import { cinemaDescriptions, cinemaIndexes, cinemaSchema } from "./database/schema.ts";

/**
 * SHA-256 over every row of every table. Questions and answers are written against these rows,
 * so they must not change; a test compares this with what the generator makes.
 */
export const cinemaRowsChecksum = "897e902307770a2077257923ed346c3df4dcba03de62cb423e2626cd89a615d1";

/** Names the sample's content: changes with its rows, its schema or its descriptions. */
export function cinemaContentVersion(): string {
  const content = JSON.stringify([cinemaRowsChecksum, cinemaSchema, cinemaIndexes, cinemaDescriptions()]);
  return createHash("sha256").update(content).digest("hex").slice(0, 12);
}

/** What tells the sample's database from all others, on whatever machine and in whatever folder it lies. */
export function cinemaContentKey(): string {
  return createHash("sha256").update(`sample cinema ${cinemaContentVersion()}`).digest("hex").slice(0, 32);
}

/** SHA-256 over the statements of the knowledge base; what is said of `cinemaRowsChecksum` holds for it, too. */
export const cinemaStatementsChecksum = "e223ba0ffea372933cbaca4383f8b2cf7303e87879af92ae72b617e1dfa2a47d";

/** Names the content of the sample's knowledge base. */
export function cinemaKnowledgeBaseVersion(): string {
  const content = JSON.stringify([cinemaStatementsChecksum, cinemaVocabulary()]);
  return createHash("sha256").update(content).digest("hex").slice(0, 12);
}

/** What tells the sample's knowledge base from all others, as `cinemaContentKey` does its database. */
export function cinemaKnowledgeBaseKey(): string {
  return createHash("sha256").update(`sample cinema-kb ${cinemaKnowledgeBaseVersion()}`).digest("hex");
}
