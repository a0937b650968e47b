// npm run -s parse-cases: reads one case of JSON a line from standard input, writes what the program makes of it, one line each.
import { createInterface } from "node:readline";
import { answerLine } from "./parse-case.ts";

for await (const line of createInterface({ input: process.stdin })) console.log(answerLine(line));
