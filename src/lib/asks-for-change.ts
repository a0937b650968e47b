import { requestCategory } from "./request-category.ts";

/** Whether a request asks for files to change; where its words do not tell, it may, unless it is a question. */
export function asksForChange(request: string): boolean {
  const category = requestCategory(request);
  const last = request.trimEnd().slice(-1);
  if (category === "all") return last !== "" && !"?？؟".includes(last);
  return category === "write" || category === "code";
}
