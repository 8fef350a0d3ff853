import { describe } from "vitest";
import { type ReadingsUnderTest, readingsConformance } from "../../../support/readings-conformance.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { openNamedLibrary, writeNamedLibrary } from "./open-named-library.ts";

const folder = temporaryFolder();

const WORDS: Omit<ReadingsUnderTest, "open"> = {
  found: [
    { words: "Night Ferry", likeness: "same", text: 'book "Night Ferry"', replacement: "Night Ferry" },
    { words: "ada  BRANDT", likeness: "form", text: 'author "Ada Brandt"', replacement: "Ada Brandt" },
    { words: "the Lost Key", likeness: "form", text: 'book "The Lost Key"' },
    { words: "Green", likeness: "part", text: 'branch "Green Gate"' },
    { words: "Orchard", likeness: "part", text: 'book "Winter Orchard Songs"' },
    { words: "Rui Lopez", likeness: "near", text: 'author "Rui Lopes"', replacement: "Rui Lopes" },
    { words: "Casey Mason", likeness: "same", text: 'reader "Casey Mason"', replacement: "Casey Mason" },
    { words: "Nora", likeness: "part", text: 'reader "Nora Kern"', replacement: "Nora Kern" },
    { words: "shelves", likeness: "same", text: "the column branch.shelves" },
    { words: "loans", likeness: "form", text: "the table loan" },
    { words: "being repaired", likeness: "form", text: "book.status = '2'" },
    { words: "readers", likeness: "form", text: "the table reader" },
    { words: "copy", likeness: "related", text: "the column book.status: state of the copy" },
  ],
  several: ["Green", "Ried", "Kern", "Blue Rain", "Porto", "Danish", "The Copper Lamm"],
  unknown: ["quinoa", "Zyxw Vutsr", "the"],
  unclear: [
    { question: "How many shelves does Green have?", words: "Green" },
    { question: "What is the price of The Copper Lamm?", words: "The Copper Lamm" },
  ],
};

describe("readings of a database on SQLite", () => {
  const written = writeNamedLibrary(temporaryFolder());
  readingsConformance({ open: () => openNamedLibrary(folder, written), ...WORDS });
});
