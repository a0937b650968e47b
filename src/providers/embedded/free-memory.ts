import { execFileSync } from "node:child_process";

/** Bytes of memory that can be had without pushing other programs out; limits of a container count. */
export function freeMemory(): number {
  if (process.platform !== "darwin") return process.availableMemory();
  return freeMemoryOfMac(execFileSync("vm_stat", { encoding: "utf8" }));
}

/** The same from the output of macOS's `vm_stat`: what Node calls free there leaves out pages that are merely kept in case they are wanted again. */
export function freeMemoryOfMac(output: string): number {
  const pageBytes = Number(/page size of (\d+) bytes/.exec(output)?.[1] ?? 4096);
  const pages = (name: string): number => Number(new RegExp(`^Pages ${name}:\\s+(\\d+)`, "m").exec(output)?.[1] ?? 0);
  return pageBytes * (pages("free") + pages("inactive") + pages("speculative") + pages("purgeable"));
}
