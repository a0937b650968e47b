import { totalmem } from "node:os";
import { expect, it } from "vitest";
import { freeMemory, freeMemoryOfMac } from "./free-memory.ts";

it("is some of what the machine has", () => {
  expect(freeMemory()).toBeGreaterThan(10e6);
  expect(freeMemory()).toBeLessThanOrEqual(totalmem());
});

it("counts what macOS can hand out at once", () => {
  const output = [
    "Mach Virtual Memory Statistics: (page size of 16384 bytes)",
    "Pages free:                               1000.",
    "Pages active:                           500000.",
    "Pages inactive:                           2000.",
    "Pages speculative:                         300.",
    "Pages throttled:                             0.",
    "Pages wired down:                       100000.",
    "Pages purgeable:                            40.",
  ].join("\n");
  expect(freeMemoryOfMac(output)).toBe(16384 * 3340);
  expect(freeMemoryOfMac("")).toBe(0);
});
