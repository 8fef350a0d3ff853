import { describe, expect, it } from "vitest";
import { comparingIn } from "../../../../src/environments/knowledge-base/permitted/cues.ts";

describe("comparisons that words ask for", () => {
  it("are read off the words beside each number, large numbers written out", () => {
    const { values, wanted } = comparingIn(
      "Which took in over 100 million although they cost less than 10 million?",
    );
    expect(wanted).toBe(true);
    expect(values).toEqual([
      { text: "100000000", comparisons: [">"] },
      { text: "10000000", comparisons: ["<"] },
    ]);
    expect(comparingIn("towns with more than half a million inhabitants").values).toEqual([
      { text: "500000", comparisons: [">"] },
    ]);
    expect(comparingIn("rated 8.5 or better").values).toEqual([{ text: "8.5", comparisons: [">="] }]);
  });

  it.each(["films released in 2018", "who died in the eighties", "films between the wars"])(
    "take a year or a decade for a stretch: %s",
    (asked) => {
      const { likely, wanted } = comparingIn(asked);
      expect(wanted).toBe(true);
      expect([">=", "<", ">"].map((each) => likely(each as ">"))).toEqual([true, true, false]);
    },
  );

  it("are not seen in a question without numbers and comparing words", () => {
    const { values, wanted, likely } = comparingIn("Who directed the films that are set in Rome?");
    expect({ values, wanted }).toEqual({ values: [], wanted: false });
    expect(likely(">")).toBe(false);
  });

  it("do not take variables and parts of words for numbers", () => {
    expect(comparingIn("filter #12 and film2 by k-9").values).toEqual([]);
  });
});
