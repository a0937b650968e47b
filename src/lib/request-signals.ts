/** What a request asks for, in the order in which ties are decided. */
export const REQUEST_CATEGORIES = ["write", "run", "code", "search", "plan", "read", "web", "respond"] as const;

export type RequestCategory = (typeof REQUEST_CATEGORIES)[number];

/** How much a sign speaks for each category, or against it; about 3 leave no doubt. */
export type SignalWeights = Partial<Readonly<Record<RequestCategory, number>>>;

const NOT_A_TASK: SignalWeights = { write: -2, code: -2, run: -2 };

/** What words of a request can say, whatever the language, with what it speaks for. */
export const SIGNALS = {
  // Orders to change something.
  create: { write: 2.8, code: 1.6 },
  compose: { write: 2.6, code: 2 },
  file: { write: 3, code: 0.5 },
  edit: { write: 2, code: 2 },
  add: { write: 1.5, code: 1.8 },
  make: { write: 1, code: 1.1 },
  program: { code: 3 },
  require: { code: 1.8, run: -0.5, search: -0.5 },
  symptom: { code: 2.4 },
  // What is to change.
  textThing: { write: 1.2, code: -1 },
  fileThing: { write: 0.6, read: 0.5, search: 0.3, respond: -0.6 },
  codeThing: { code: 1.3, read: 0.6, search: 0.2, respond: -0.6 },
  fault: { code: 1.2 },
  project: { read: 0.7, respond: -0.8, web: -0.5 },
  // Other orders.
  search: { search: 3, code: -0.5 },
  where: { search: 2.6, code: -1, write: -0.5 },
  usage: { search: 1.2 },
  run: { run: 3 },
  runThing: { run: 0.8 },
  try: { run: 2 },
  check: { run: 1.4, read: 0.6 },
  plan: { plan: 3.5, write: -2.5, code: -2.5 },
  approach: { plan: 3, code: -1.5, write: -0.5 },
  planThing: { plan: 1.4 },
  noChange: { write: -6, code: -6, plan: 1 },
  read: { read: 3, code: -0.5 },
  explain: { read: 1.6, respond: 2, code: -1 },
  web: { web: 4 },
  news: { web: 3, respond: -1, search: -1 },
  fetch: { web: 1.5 },
  // Questions and talk.
  why: { read: 2, respond: 0.8, ...NOT_A_TASK },
  howWorks: { read: 1.8, respond: 1.6, ...NOT_A_TASK },
  howTo: { respond: 3, write: -3, code: -3, run: -3, search: -1, read: -1 },
  howPlan: { plan: 2.4, respond: 0.6, write: -2, code: -2 },
  whatIs: { respond: 2.2, write: -1, code: -1 },
  asks: { respond: 1.1, write: -0.5, code: -0.5 },
  greeting: { respond: 2 },
  praise: { respond: 1.2 },
  nothing: {},
} as const satisfies Readonly<Record<string, SignalWeights>>;

export type Signal = keyof typeof SIGNALS;

/**
 * Words and phrases for signals, separated by commas; `*` stands for any ending. Accents, capitals and apostrophes make
 * no difference. Where several phrases begin at a word the longest counts.
 */
export type Vocabulary = Partial<Readonly<Record<Signal, string>>>;

/** Signs that are no words, by the mark that stands for them among a request's words. */
export const MARKS: Readonly<Record<string, SignalWeights>> = {
  "§path": { read: 1, code: 0.8, write: 0.3, respond: -1.5, web: -0.5 },
  "§doc": { write: 1, read: 0.6, respond: -1, web: -0.5 },
  "§name": { code: 0.6, read: 0.5, search: 0.5, respond: -0.6 },
  "§flag": { code: 1, run: 0.3 },
  "§code": { run: 0.6 },
  "§url": { web: 3.5 },
  "§trace": { code: 4 },
  "§block": { read: 0.4, code: 0.2, respond: -0.6 },
  "§order": { code: 2, write: 1.5 },
  "§question": { respond: 1, read: 0.3, search: 0.3, write: -0.8, code: -0.8, run: -0.3 },
};
